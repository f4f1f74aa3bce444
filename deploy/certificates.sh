#!/bin/sh
# Makes an authority of our own, and a certificate of its for each service and server, in folders under FOLDER: each
# holds ca.pem, cert.pem and key.pem. Called again it keeps the authority and renews the certificates.
#
#   certificates.sh FOLDER [DAYS]        DAYS that the certificates last; 90
#
# A service's name is in its certificate: by it the others know whom they answer (ZEROCARDS_GAME_PEERS, _LOBBY_PEERS).
# FOLDER is for its owner alone; a container sees only its own folder within.
set -eu
folder=$1 days=${2:-90}
umask 077
mkdir -p "$folder/authority"
authority="$folder/authority"
if [ ! -f "$authority/key.pem" ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=0cards!" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign \
    -keyout "$authority/key.pem" -out "$authority/ca.pem" 2>/dev/null
fi
for name in gateway game lobby bots ops nats redis; do
  mkdir -p "$folder/$name"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" \
    -keyout "$folder/$name/key.pem" -out "$folder/$name/request.pem" 2>/dev/null
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$name" \
    | openssl x509 -req -in "$folder/$name/request.pem" -days "$days" -extfile /dev/stdin \
      -CA "$authority/ca.pem" -CAkey "$authority/key.pem" -CAcreateserial -out "$folder/$name/cert.pem" 2>/dev/null
  rm "$folder/$name/request.pem"
  cp "$authority/ca.pem" "$folder/$name/ca.pem"
  # Containers run as nobody who exists here.
  chmod 755 "$folder/$name"
  chmod 644 "$folder/$name"/*.pem
done
