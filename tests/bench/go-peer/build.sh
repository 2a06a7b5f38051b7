#!/bin/sh
# Builds the server with which cpsizer-server is compared, once per machine, and prints its folder. The messages are
# generated from the cpsizer protos, with the generators that go.mod pins.
# Exit codes: 0 success, 69 no Go that is new enough, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh
. ../../testing/go_stubs.sh

build_into() {
  source=$(mktemp -d "$1/source.XXXXXX")
  cp go.mod go.sum ./*.go "$source"
  go_stubs cpsizer/tests/bench/go-peer v1 ../../../proto "$source/generators" "$source"
  rm -r "$source/generators"
  (cd "$source" && go build -o "$1/go-peer" -ldflags "-s -w" .)
  rm -rf "$source"
}

go_build_once bench-call-peer go.mod go.sum build.sh ./*.go ../../testing/go_stubs.sh ../../../proto/cpsizer/v1/*.proto
