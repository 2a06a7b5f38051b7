#!/bin/sh
# rename.sh REPOSITORY: changes the path of the Go modules of this repository, so that it can be hosted elsewhere.
# REPOSITORY is the repository as in `go get`, such as git.example.com/platform/cpsizer. Changes the modules, imports,
# protos, scripts and pages that contain the old path, and generates the stubs again. Needs protoc.
# Exit codes: 0 success, 2 not a path, 69 Go is missing or too old, any other code if a file cannot be changed.
set -eu

new=${1:-}
# The first element must have a dot; without a dot, Go searches the standard library.
printf '%s\n' "$new" | grep -Eqx '[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+' || {
  echo "rename.sh: \"$new\" is not the path of a repository; write one such as git.example.com/platform/cpsizer" >&2
  exit 2
}
cd "$(dirname "$0")"
. ../../tests/testing/go_build.sh
need_go
old=$(sed -n 's#^module \(.*\)/client/go$#\1#p' go.mod | sed 's#[.]#\\.#g')
cd ../..
modules='\(client/go\|examples/operator\)'
grep -rlI --exclude-dir=.git --exclude-dir=build -e "$old/$modules" . | while read -r file; do
  sed -i "s#$old/$modules#$new/\\1#g" "$file"
done
# Sorts the imports by their paths.
"$(go env GOROOT)/bin/gofmt" -w client/go examples/operator
client/go/generate/generate.sh
