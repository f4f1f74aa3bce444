#!/bin/sh
# Copies all rooms of a running Redis into a folder of its own under FOLDER, and prints its name. The copy is what the
# server keeps on its disk: restore.sh lays it there.
#
#   backup.sh HOST PORT FOLDER
#
#   ZEROCARDS_REDIS_REPLICA_PASSWORD           of the user `replica` (users.acl); none: a server without users
#   ZEROCARDS_TLS_CA, _CERT, _KEY              PEM files; set: TLS
#   ZEROCARDS_BACKUP_S                         how long it may take; 600 s
#
# A backup is a replica that followed, caught up and was stopped: players notice nothing, and what is copied has been
# read and written by the server itself.
set -eu
umask 077
host=$1 port=$2 folder=$3
name=rooms-$(date -u +%Y%m%dT%H%M%SZ)
server=${REDIS_SERVER:-$(command -v valkey-server || command -v redis-server)}
cli=${REDIS_CLI:-$(command -v valkey-cli || command -v redis-cli)}
made=$(mktemp -d)
follower=
trap '[ -z "$follower" ] || kill "$follower" 2>/dev/null || true; rm -rf "$made" "$folder/$name.part"' EXIT
mkdir -p "$folder/$name.part"

{
  echo "port 0"
  echo "unixsocket $made/socket"
  echo "dir $folder/$name.part"
  echo "appendonly yes"
  echo 'save ""'
  echo "replicaof $host $port"
  if [ -n "${ZEROCARDS_REDIS_REPLICA_PASSWORD:-}" ]; then
    echo "masteruser replica"
    echo "masterauth $ZEROCARDS_REDIS_REPLICA_PASSWORD"
  fi
  if [ -n "${ZEROCARDS_TLS_CERT:-}" ]; then
    echo "tls-replication yes"
    echo "tls-ca-cert-file $ZEROCARDS_TLS_CA"
    echo "tls-cert-file $ZEROCARDS_TLS_CERT"
    echo "tls-key-file $ZEROCARDS_TLS_KEY"
  fi
} > "$made/redis.conf"
"$server" "$made/redis.conf" > "$made/log" &
follower=$!

# Caught up: linked to the source, everything loaded, and nothing left to be written to the append-only file.
left=${ZEROCARDS_BACKUP_S:-600}
until "$cli" -s "$made/socket" info 2>/dev/null | tr -d '\r' > "$made/info" \
  && grep -qx 'master_link_status:up' "$made/info" && grep -qx 'loading:0' "$made/info" \
  && grep -qx 'aof_rewrite_in_progress:0' "$made/info" && grep -qx 'aof_rewrite_scheduled:0' "$made/info" \
  && grep -qx 'aof_last_bgrewrite_status:ok' "$made/info" && [ -e "$folder/$name.part/appendonlydir" ]; do
  left=$((left - 1))
  if [ "$left" -le 0 ] || ! kill -0 "$follower" 2>/dev/null; then
    echo "no copy of $host:$port:" >&2
    tail -n 5 "$made/log" >&2
    exit 1
  fi
  sleep 1
done
kill "$follower"
wait "$follower" || { tail -n 5 "$made/log" >&2; exit 1; }
follower=
# What a replica needs to go on where it was, and a restored server must not have.
rm -f "$folder/$name.part"/*.rdb
mv "$folder/$name.part" "$folder/$name"
echo "$name"
