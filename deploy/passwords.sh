#!/bin/sh
# Prints passwords for NATS, Redis and Grafana as an environment file: for Docker Compose as deploy/.env, for Kubernetes
# as the file that `kubectl create secret generic zerocards --from-env-file=…` reads. New ones at every call.
set -eu
umask 077
for name in NATS_GAME NATS_GATEWAY NATS_LOBBY NATS_BOTS \
  REDIS_GAME REDIS_GATEWAY REDIS_LOBBY REDIS_REPLICA REDIS_SENTINEL GRAFANA; do
  # A letter first: NATS reads the value as a piece of its configuration.
  echo "ZEROCARDS_${name}_PASSWORD=x$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')"
done
