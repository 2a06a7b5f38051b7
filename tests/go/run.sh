#!/bin/sh
# run.sh FOLDER [PACKAGE...]: runs the tests of a Go module, and of packages of other modules with the versions that it
# needs, and asks `go vet` and gofmt; with the Go and the modules that are there, for which `./dev test` has cared.
# Exit codes: 0 fine, 69 no Go that is new enough or not all modules, anything else when a test fails.
set -eu

name=$1
folder=$(cd "$(dirname "$0")/../.." && pwd)/$1
. "$(dirname "$0")/../testing/go_build.sh"
cd "$folder"
shift
need_go
export GOPROXY=off GOFLAGS=-mod=readonly
if ! missing=$(go list -deps -test ./... "$@" 2>&1 >/dev/null); then
  printf '%s\n' "$missing" >&2
  [ "${CI:-}" = true ] || no_go "the modules of $name are not there"
  exit 1
fi
unformatted=$("$(go env GOROOT)/bin/gofmt" -l .)
[ -z "$unformatted" ] || { echo "gofmt would change: $unformatted" >&2 && exit 1; }
# Also tells what the Go of go.mod does not have yet.
go vet ./...
go test -count=1 ./... "$@"
