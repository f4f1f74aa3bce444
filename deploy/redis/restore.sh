#!/bin/sh
# Lays a backup into the empty data directory of a Redis that does not run. The server that starts there next has the
# rooms as they were.
#
#   restore.sh FOLDER/rooms-… DATA
set -eu
umask 077
backup=$1 data=$2
[ -d "$backup/appendonlydir" ] || { echo "$backup is no backup" >&2; exit 1; }
[ -z "$(ls -A "$data")" ] || { echo "$data is not empty: move what is there away first" >&2; exit 1; }
cp -R "$backup/appendonlydir" "$data/"
