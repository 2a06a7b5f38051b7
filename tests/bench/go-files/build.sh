#!/bin/sh
# Builds the tool that the command is compared with, once per machine, and prints the folder with the program. Uses the
# decision of ../go-peer, without its server.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh
. ../../testing/go_stubs.sh

decision='amount.go answer.go check.go human.go ladder.go quantity.go summary.go'

build_into() {
  source=$(mktemp -d "$1/source.XXXXXX")
  cp go.mod go.sum ./*.go ../../testing/go_measure/measure.go "$source"
  for file in $decision; do cp "../go-peer/$file" "$source"; done
  go_stubs cpsizer/tests/bench/go-peer v1 ../../../proto "$source/generators" "$source"
  rm -r "$source/generators"
  (cd "$source" && go build -o "$1/go-files" -ldflags "-s -w" .)
  rm -rf "$source"
}

# shellcheck disable=SC2046 # each file is one word
go_build_once bench-files-peer go.mod go.sum build.sh ./*.go $(printf '../go-peer/%s ' $decision) \
  ../../testing/go_measure/measure.go ../../testing/go_stubs.sh ../../../proto/cpsizer/v1/*.proto
