#!/bin/sh
# Runs the commands of client/go/README.md, with the first code block of the page, and the commands of
# examples/operator/README.md. They run in a folder next to a copy of the repository. The repository in the module path
# is a local repository with the tag of a release.
# Exit codes: 0 success, 69 Go is missing or too old, any other code if a command fails or the code does not compile.
set -eu

tree=$(cd "$(dirname "$0")/../.." && pwd)
. "$tree/tests/testing/go_build.sh"
need_go
folder=$(mktemp -d)
machine=$(go env GOMODCACHE)
repository=$(sed -n 's#^module \(.*\)/client/go$#\1#p' "$tree/client/go/go.mod")
# Removes the client that the page of the example adds to the cache of this machine, because it is not a release.
clean() {
  rm -rf "$folder" "$machine/$repository/client/go@v0.1.0" "$machine/cache/download/$repository/client/go/@v"
}
trap clean EXIT

host() {
  mkdir -p "$folder/origin/client"
  cp -r "$tree/client/go" "$tree/LICENSE" "$folder/origin/client/"
  git init -q "$folder/origin"
  cd "$folder/origin"
  git add -A
  git -c user.name=test -c user.email=test@example.com commit -q -m release
  git tag client/go/v0.1.0
}
(host)
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.file://$folder/origin.insteadOf" GIT_CONFIG_VALUE_0="https://$repository"
# Go reads modules from the cache of this machine. If a module is missing there, Go reads it from the proxy. Go reads
# the client from the local repository. Go writes to a separate module cache, so that the client is not added to the
# cache of the machine. The checksum database may be unreachable.
GOPROXY="file://$machine/cache/download,$(go env GOPROXY)"
export GOPROXY GONOPROXY="$repository" GOMODCACHE="$folder/modules" GOSUMDB=off GOFLAGS="-mod=mod -modcacherw"

# Prints the first code block of the page.
code() {
  awk '$0 == "```go" && !seen { inside = seen = 1; next } $0 == "```" { inside = 0 } inside' "$tree/client/go/README.md"
}

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

# The example has many modules, so it uses the modules that this machine has already compiled. goindex=0, because Go
# stores the list of a module's files by its path, and this version of the client can have other files in each run.
export GOPROXY="file://$folder/modules/cache/download,off" GONOPROXY=none GOMODCACHE="$machine" GOFLAGS=-modcacherw
export GODEBUG=goindex=0
cd "$folder"
commands=$("$tree/tests/testing/blocks_by.sh" examples/operator/README.md tests/go/readme.sh)
sh -euc "$commands"
