#!/bin/sh
# Builds the program with the recommender of the Vertical Pod Autoscaler, once per machine, and prints the folder with
# the program.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../../testing/go_build.sh

measure=../../../testing/go_measure/measure.go

build_into() {
  source=$(mktemp -d "$1/source.XXXXXX")
  cp go.mod go.sum ./*.go "$measure" "$source"
  (cd "$source" && go build -o "$1/go-recommender" -ldflags "-s -w" .)
  rm -rf "$source"
}

go_build_once go-recommender go.mod go.sum build.sh ./*.go "$measure"
