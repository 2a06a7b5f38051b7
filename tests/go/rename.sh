#!/bin/sh
# Renames the Go modules in a copy of the tree, builds them there, and restores their names.
# Exit codes: 0 success, 69 Go is missing or too old or not all modules are available, any other code if a step fails.
set -eu

tree=$(cd "$(dirname "$0")/../.." && pwd)
. "$tree/tests/testing/go_build.sh"
need_go
export GOPROXY=off GOFLAGS=-mod=readonly
(cd "$tree/examples/operator" && go list -deps -test ./... >/dev/null 2>&1) || {
  [ "${CI:-}" = true ] || no_go "the modules of examples/operator are not there"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/copy"
(cd "$tree" && git ls-files -z --cached --others --exclude-standard | tar -c --ignore-failed-read --null -T - -f -) |
  tar -x -C "$folder/copy" -f -
cp -r "$folder/copy" "$folder/original"
cd "$folder/copy"

fail() { echo "rename.sh: $1" >&2 && exit 1; }
for bad in '' cpsizer cpsizer/cpsizer https://git.example.com/cpsizer 'git.example.com/a b' git.example.com/; do
  status=0
  client/go/rename.sh "$bad" 2>/dev/null || status=$?
  [ "$status" = 2 ] || fail "\"$bad\" ended with $status"
done
diff -r "$folder/original" . || fail "a path that is not one changed files"

old=$(sed -n 's#^module \(.*\)/client/go$#\1#p' client/go/go.mod)
new=git.example.com/Platform/cpsizer
client/go/rename.sh "$new"
! grep -rnI -e "$old/client/go" -e "$old/examples/operator" . || fail "files above have the old path"
for module in client/go examples/operator; do
  [ "$(cd "$module" && go list -m)" = "$new/$module" ] || fail "$module has another path"
  (cd "$module" && go vet ./... && go build -o /dev/null ./...)
done
unformatted=$("$(go env GOROOT)/bin/gofmt" -l client/go examples/operator)
[ -z "$unformatted" ] || fail "gofmt would change: $unformatted"
grep -q "go_package = \"$new/client/go/cpsizer/v1\"" proto/cpsizer/v1/meta.proto ||
  fail "the protos have another package"

client/go/rename.sh "$old"
# Ignores the line with the version of protoc, because another version may change only this line.
diff -r -I '^//.*protoc  *v' "$folder/original" . || fail "renaming back gives other files"
