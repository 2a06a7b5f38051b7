#!/bin/sh
# Downloads the modules of all Go code that the tests run.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if a module is unavailable.
set -eu

cd "$(dirname "$0")/../.."
. tests/testing/go_build.sh
need_go
for folder in client/go client/go/generate examples/operator; do (cd "$folder" && go mod download); done
