#!/bin/sh
# Starts a Sentinel: three of them agree on whether the primary is gone and which replica follows. What they agree on is
# kept in DATA.
#
#   sentinel.sh DATA
#
#   ZEROCARDS_SENTINEL_NAME             this Sentinel's own name, by which the others reach it
#   ZEROCARDS_REDIS_FIRST               the primary's name at the very first start
#   ZEROCARDS_REDIS_SENTINEL_PASSWORD   of the user `sentinel` (users.acl)
set -eu
umask 077
data=$1
server=${REDIS_SERVER:-$(command -v valkey-server || command -v redis-server)}
if [ ! -e "$data/sentinel.conf" ]; then
  {
    echo "port 26379"
    echo "dir $data"
    # Who may ask is the network's business; a Sentinel tells where the primary is, and no more.
    echo "protected-mode no"
    echo "sentinel resolve-hostnames yes"
    echo "sentinel announce-hostnames yes"
    echo "sentinel announce-ip $ZEROCARDS_SENTINEL_NAME"
    echo "sentinel monitor redis $ZEROCARDS_REDIS_FIRST 6379 2"
    echo "sentinel auth-user redis sentinel"
    echo "sentinel auth-pass redis $ZEROCARDS_REDIS_SENTINEL_PASSWORD"
    # A room may stand still for 8 s: 5 to be sure, the rest to move.
    echo "sentinel down-after-milliseconds redis 5000"
    echo "sentinel failover-timeout redis 20000"
    echo "sentinel parallel-syncs redis 1"
  } > "$data/sentinel.conf.part"
  mv "$data/sentinel.conf.part" "$data/sentinel.conf"
fi
exec "$server" "$data/sentinel.conf" --sentinel
