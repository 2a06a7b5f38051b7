#!/bin/sh
# Builds the server that cpsizer-server is compared with, once per machine, and prints the folder with the program.
# Generates the messages from the protos of cpsizer, with the versions of the generators in go.mod.
# The program is built twice: the second build uses a CPU profile of the first (profile-guided optimization).
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh
. ../../testing/go_stubs.sh

build_into() {
  source=$(mktemp -d "$1/source.XXXXXX")
  cp go.mod go.sum ./*.go "$source"
  go_stubs cpsizer/tests/bench/go-peer v1 ../../../proto "$source/generators" "$source"
  rm -r "$source/generators"
  (
    cd "$source"
    go build -o "$1/go-peer" -ldflags "-s -w" .
    "$1/go-peer" profile.pprof
    go build -o "$1/go-peer" -ldflags "-s -w" -pgo profile.pprof .
  )
  rm -rf "$source"
}

go_build_once bench-call-peer go.mod go.sum build.sh ./*.go ../../testing/go_stubs.sh ../../../proto/cpsizer/v1/*.proto
