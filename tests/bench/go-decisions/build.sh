#!/bin/sh
# Builds the program with the decisions of HyperShift and kube-controller-manager, once per machine, and prints the
# folder with the program.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

build_into() {
  go build -o "$1/go-decisions" -ldflags "-s -w" .
}

go_build_once bench-decisions-peer go.mod go.sum build.sh ./*.go
