#!/bin/sh
# Builds the servers of servers.txt, and prints the path of their folder: thanos and victoria-metrics. Each line of the
# file has a Go module, its version, its checksum, the folder of a program in it, and the build tags of its releases.
# Without its tag, a Thanos builds but panics when it responds. Builds them only once on each machine.
#
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../../testing/go_build.sh

# Builds each program in a copy of its module, because `replace` directives count only in the main module.
build_into() {
  while read -r module version sum program tags; do
    downloaded=$(cd / && go mod download -json "$module@$version")
    printf '%s\n' "$downloaded" | grep -qF "\"Sum\": \"$sum\"" || { echo "$module $version has another checksum" >&2 && return 1; }
    source=$1/source
    cp -r "$(printf '%s\n' "$downloaded" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')" "$source"
    chmod -R u+w "$source"
    (cd "$source" && go build -mod=mod -p 2 -tags "$tags" -ldflags '-s -w' -o "$1/" "./$program")
    rm -rf "$source"
  done <servers.txt
}

go_build_once history-servers servers.txt
