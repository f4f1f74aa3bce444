#!/bin/sh
# Starts one of several servers of which Sentinels make one the primary. Arguments go to the server.
#
#   ZEROCARDS_REDIS_NAME      this server's own name, by which the others reach it
#   ZEROCARDS_REDIS_FIRST     the name of the one that is primary as long as no Sentinel can be asked
#   ZEROCARDS_SENTINEL        a name behind which Sentinels answer on port 26379
set -eu
cli=${REDIS_CLI:-$(command -v valkey-cli || command -v redis-cli)}
primary=$("$cli" -h "$ZEROCARDS_SENTINEL" -p 26379 --raw sentinel get-master-addr-by-name redis 2>/dev/null | head -n 1) || true
[ -n "$primary" ] || primary=$ZEROCARDS_REDIS_FIRST

# A primary that has lost its replicas takes nothing more: what it acknowledged alone would be gone after a fail-over.
set -- "$@" --replica-announce-ip "$ZEROCARDS_REDIS_NAME" --min-replicas-to-write 1 --min-replicas-max-lag 10
[ "$primary" = "$ZEROCARDS_REDIS_NAME" ] || set -- "$@" --replicaof "$primary" 6379
exec sh "$(dirname "$0")/start.sh" "$@"
