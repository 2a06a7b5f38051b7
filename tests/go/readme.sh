#!/bin/sh
# Takes the Go client into a module of its own as client/go/README.md says, with the code that stands there first.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when a command fails or the code does not compile.
set -eu

tree=$(cd "$(dirname "$0")/../.." && pwd)
. "$tree/tests/testing/go_build.sh"
need_go
export GOPROXY=off GOFLAGS=-mod=mod

# block FENCE: the lines of the first block of the page that begins so.
block() {
  awk -v fence="\`\`\`$1" '$0 == fence && !seen { inside = seen = 1; next } $0 == "```" { inside = 0 } inside' \
    "$tree/client/go/README.md"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$tree" "$folder/cpsizer"
mkdir "$folder/operator"
cd "$folder/operator"
{ echo "package sizing" && echo && block go; } >sizing.go
unformatted=$("$(go env GOROOT)/bin/gofmt" -l .)
[ -z "$unformatted" ] || { echo "gofmt would change the code of the page" >&2 && exit 1; }
go mod init example.org/operator 2>/dev/null
block "sh by=tests/go/readme.sh" >take.sh
grep -q 'cpsizer/client/go' take.sh || { echo "the page has no command that takes the client" >&2 && exit 1; }
sh -eu take.sh
go vet ./...
