#!/usr/bin/env bash
set -euo pipefail

# Builds the image, copies the configuration to the host and restarts the shop there.

host="${1:-}"
if [ -z "$host" ]; then
  exit 1
fi

version="$(git describe --tags --always)"
image="registry.cornershop.example/shop:$version"

docker build --tag "$image" .
docker push "$image"

scp -o StrictHostKeyChecking=no config/shop.json "deploy@$host:/srv/shop/config/shop.json"
ssh "deploy@$host" "docker pull $image && docker stop shop || true"
ssh "deploy@$host" "docker run --detach --rm --name shop --publish 8080:8080 $image"

for attempt in 1 2 3 4 5; do
  if curl --silent --fail "http://$host:8080/health" > /dev/null; then
    echo "version $version is up on $host"
    exit 0
  fi
  sleep "$attempt"
done

echo "the shop on $host does not answer after 15 seconds; see: ssh deploy@$host docker logs shop" >&2
exit 1
