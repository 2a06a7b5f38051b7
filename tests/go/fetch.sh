#!/bin/sh
# Fetches the modules of everything in Go that the tests run.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when a module cannot be had.
set -eu

cd "$(dirname "$0")/../.."
. tests/testing/go_build.sh
need_go
for folder in client/go client/go/generate examples/operator; do (cd "$folder" && go mod download); done
