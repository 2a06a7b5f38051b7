#!/bin/sh
# Builds the controller with which cpsizer-sidecar is compared, once per machine, and prints its folder.
# Exit codes: 0 success, 69 no Go that is new enough, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

build_into() {
  go build -o "$1/" -ldflags "-s -w" .
}

go_build_once bench-peer go.mod go.sum ./*.go
