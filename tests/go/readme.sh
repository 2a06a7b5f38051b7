#!/bin/sh
# Takes the Go client into a module of its own as client/go/README.md says, with the code that stands there first.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when a command fails or the code does not compile.
set -eu

tree=$(cd "$(dirname "$0")/../.." && pwd)
. "$tree/tests/testing/go_build.sh"
need_go
# A module that the cache lacks comes from the proxy; the database of sums may be out of reach.
export GOSUMDB=off GOFLAGS=-mod=mod

# The first code of the page.
code() {
  awk '$0 == "```go" && !seen { inside = seen = 1; next } $0 == "```" { inside = 0 } inside' "$tree/client/go/README.md"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$tree" "$folder/cpsizer"
mkdir "$folder/operator"
cd "$folder/operator"
{ echo "package sizing" && echo && code; } >sizing.go
unformatted=$("$(go env GOROOT)/bin/gofmt" -l .)
[ -z "$unformatted" ] || { echo "gofmt would change the code of the page" >&2 && exit 1; }
go mod init example.org/operator 2>/dev/null
commands=$("$tree/tests/testing/blocks_by.sh" client/go/README.md tests/go/readme.sh)
sh -euc "$commands"
go vet ./...
