#!/bin/sh
# Builds the example, once per machine, and prints its folder.
# Exit codes: 0 success, 69 no Go that is new enough, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../tests/testing/go_build.sh

build_into() {
  go build -o "$1/" -ldflags "-s -w" .
}

go_build_once example-operator go.mod go.sum ./*.go ../../client/go/go.mod ../../client/go/*/*.go ../../client/go/*/*/*.go
