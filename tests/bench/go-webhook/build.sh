#!/bin/sh
# Builds the webhook that cpsizer-webhook is measured beside, once per machine, and prints the folder that holds it.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

build_into() {
  go build -o "$1/go-webhook" -ldflags "-s -w" .
}

go_build_once bench-webhook-peer go.mod build.sh ./*.go
