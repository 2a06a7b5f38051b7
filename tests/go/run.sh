#!/bin/sh
# run.sh FOLDER: runs the tests of a Go module as its developers do, and what `go vet` and gofmt have to say; with the Go and
# the modules that are there, for which `./dev test` has cared.
# Exit codes: 0 fine, 69 no Go that is new enough or not all modules, anything else when a test fails.
set -eu

folder=$(cd "$(dirname "$0")/../.." && pwd)/$1
. "$(dirname "$0")/../testing/go_build.sh"
cd "$folder"
need_go
export GOPROXY=off GOFLAGS=-mod=readonly
if ! missing=$(go list -deps -test ./... 2>&1 >/dev/null); then
  printf '%s\n' "$missing" >&2
  [ "${CI:-}" = true ] || no_go "the modules of $1 are not there"
  exit 1
fi
unformatted=$("$(go env GOROOT)/bin/gofmt" -l .)
[ -z "$unformatted" ] || { echo "gofmt would change: $unformatted" >&2 && exit 1; }
# Also tells what the Go of go.mod does not have yet.
go vet ./...
go test -count=1 ./...
