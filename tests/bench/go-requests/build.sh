#!/bin/sh
# Builds the tool that `cpsizer fit --requests` is compared with, once per machine, and prints the folder with the program.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

build_into() {
  source=$(mktemp -d "$1/source.XXXXXX")
  cp go.mod ./*.go ../../testing/go_measure/measure.go "$source"
  (cd "$source" && go build -o "$1/go-requests" -ldflags "-s -w" .)
  rm -rf "$source"
}

go_build_once bench-requests-peer go.mod build.sh ./*.go ../../testing/go_measure/measure.go
