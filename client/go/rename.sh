#!/bin/sh
# rename.sh REPOSITORY: gives the Go modules of this repository another path, for those who host it elsewhere. REPOSITORY is the
# repository as `go get` names it, such as git.example.com/platform/cpsizer. Changes the modules, imports, protos, scripts and
# pages that name the old path, and writes the stubs again. Needs protoc.
# Exit codes: 0 fine, 2 not a path, 69 no Go that is new enough, anything else when a file cannot be changed.
set -eu

new=${1:-}
# The first element has a point: without one Go looks in its own library.
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
# Imports are in the order of their paths.
"$(go env GOROOT)/bin/gofmt" -w client/go examples/operator
client/go/generate/generate.sh
