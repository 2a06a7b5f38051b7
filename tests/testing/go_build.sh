# Test scripts source this file in the folder of a Go module. Builds programs once per machine, with the installed Go.

readonly NO_GO=69
readonly OLDEST_GO_MINOR=26

# no_go REASON: prints the reason, and exits with NO_GO.
no_go() {
  echo "$(basename "$0"): $1; this needs Go 1.$OLDEST_GO_MINOR or newer." >&2
  exit "$NO_GO"
}

# need_go: exits with NO_GO if the installed Go is missing or too old. Prevents Go from downloading another toolchain.
need_go() {
  export GOTOOLCHAIN=local CGO_ENABLED=0
  command -v go >/dev/null || no_go "go is not on the PATH"
  version=$(GO111MODULE=off go env GOVERSION)
  minor=$(printf '%s\n' "$version" | sed -n 's/^go1\.\([0-9][0-9]*\).*/\1/p')
  [ "${minor:-0}" -ge "$OLDEST_GO_MINOR" ] || no_go "$version is too old"
}

# go_build_once NAME SOURCE...: prints the folder with the output of `build_into FOLDER`. Calls build_into only if these
# sources have no folder yet. Exits with NO_GO if Go is missing or too old.
go_build_once() {
  cache="${XDG_CACHE_HOME:-$HOME/.cache}/cpsizer/$1"
  name=$1
  shift
  key=$(cat "$@" | sha256sum | cut -c 1-16)
  built="$cache/$key"
  if [ ! -d "$built" ]; then
    need_go
    mkdir -p "$cache"
    building=$(mktemp -d "$cache/.building.XXXXXX")
    trap 'rm -rf "$building"' EXIT
    echo "Building $name into $built: some minutes, once ..." >&2
    build_into "$building"
    chmod 755 "$building"
    # If two builds run at the same time, the build that ends later keeps the result of the other build.
    mv -T "$building" "$built" 2>/dev/null || [ -d "$built" ]
  fi
  printf '%s\n' "$built"
}

# build_modules FILE FOLDER: builds the programs of FILE into FOLDER. Each line of FILE has a Go module, its version, its
# checksum, the folder of a program in it, and the build tags of its releases, if any. Builds each program in a copy of
# its module, because `replace` directives count only in the main module. Unlike `go install`, this needs no list of
# versions from the module proxy.
build_modules() {
  while read -r module version sum program tags; do
    downloaded=$(cd / && go mod download -json "$module@$version")
    printf '%s\n' "$downloaded" | grep -qF "\"Sum\": \"$sum\"" || { echo "$module $version has another checksum" >&2 && return 1; }
    source=$2/source
    cp -r "$(printf '%s\n' "$downloaded" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')" "$source"
    chmod -R u+w "$source"
    (cd "$source" && go build -mod=mod -p 2 -tags "$tags" -ldflags '-s -w' -o "$2/" "./$program")
    rm -rf "$source"
  done <"$1"
}
