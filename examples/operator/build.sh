#!/bin/sh
# Builds the example, once per machine, and prints the folder with the program.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../tests/testing/go_build.sh

build_into() {
  go build -o "$1/" -ldflags "-s -w" .
}

go_build_once example-operator go.mod go.sum ./*.go ../../client/go/go.mod ../../client/go/*/*.go ../../client/go/*/*/*.go
