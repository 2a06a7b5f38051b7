#!/bin/sh
# run.sh FOLDER [PACKAGE...]: runs the tests of a Go module, `go vet` and gofmt. Also runs the tests of the given
# packages of other modules, in the versions that the module requires. Uses the installed Go and the installed modules,
# which `./dev test` prepares.
# Exit codes: 0 success, 69 Go is missing or too old or not all modules are available, any other code if a test fails.
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
# `go vet` also reports features that the Go version in go.mod does not have.
go vet ./...
go test -count=1 ./... "$@"
