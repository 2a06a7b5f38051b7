#!/bin/sh
# Builds the server that cpsizer-server is measured beside, once per machine, and prints the folder that holds it. The
# messages are generated from our own protos, with the generators that go.mod pins.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when the build fails.
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
