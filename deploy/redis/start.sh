#!/bin/sh
# Starts Redis or Valkey as others may reach it: the users of users.acl with passwords from the environment, and TLS
# where there are certificates. Arguments go to the server, after all else.
#
#   ZEROCARDS_REDIS_GAME_PASSWORD (_GATEWAY_, _LOBBY_, _REPLICA_, _SENTINEL_)   a user without one stays off
#   ZEROCARDS_TLS_CA, ZEROCARDS_TLS_CERT, ZEROCARDS_TLS_KEY                     PEM files; set: TLS both ways, nothing else
#   REDIS_SERVER                                                                the program, where it is not on the path
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
server=${REDIS_SERVER:-$(command -v valkey-server || command -v redis-server)}
made=$(mktemp -d)

cp "$here/users.acl" "$made/users.acl"
for user in game gateway lobby replica sentinel; do
  eval "password=\${ZEROCARDS_REDIS_$(echo $user | tr a-z A-Z)_PASSWORD:-}"
  [ -n "$password" ] || continue
  hash=$(printf %s "$password" | sha256sum | cut -d ' ' -f 1)
  sed "s/^user $user off /user $user on #$hash /" "$made/users.acl" > "$made/next" && mv "$made/next" "$made/users.acl"
done
# The server takes an ACL file without comments and blank lines only.
grep '^user ' "$made/users.acl" > "$made/next" && mv "$made/next" "$made/users.acl"

# A file and no arguments: the list of processes shows those.
{
  echo "include $here/redis.conf"
  echo "aclfile $made/users.acl"
  if [ -n "${ZEROCARDS_REDIS_REPLICA_PASSWORD:-}" ]; then
    echo "masteruser replica"
    echo "masterauth $ZEROCARDS_REDIS_REPLICA_PASSWORD"
  fi
  if [ -n "${ZEROCARDS_TLS_CERT:-}" ]; then
    echo "tls-port 6379"
    echo "port 0"
    echo "tls-replication yes"
    echo "tls-ca-cert-file $ZEROCARDS_TLS_CA"
    echo "tls-cert-file $ZEROCARDS_TLS_CERT"
    echo "tls-key-file $ZEROCARDS_TLS_KEY"
  fi
} > "$made/redis.conf"
exec "$server" "$made/redis.conf" "$@"
