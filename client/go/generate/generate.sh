#!/bin/sh
# Generates the messages and stubs of client/go from proto/cpsizer/v1. With --check, only checks whether the existing
# messages and stubs are current.
# Exit codes: 0 success, 1 not current, 69 Go is missing or too old, any other code on failure.
set -eu

cd "$(dirname "$0")"
. ../../../tests/testing/go_build.sh
. ../../../tests/testing/go_stubs.sh

module=$(sed -n 's/^module //p' ../go.mod)

build_into() {
  go_stubs "$module" cpsizer/v1 ../../../proto "$1/generators" "$1"
  rm -r "$1/generators"
}

made=$(go_build_once go-stubs ../go.mod go.mod go.sum generate.sh ../../../tests/testing/go_stubs.sh \
  ../../../proto/cpsizer/v1/*.proto)
case "${1:-}" in
  '') rm -f ../cpsizer/v1/*.pb.go && mkdir -p ../cpsizer/v1 && cp "$made"/cpsizer/v1/*.pb.go ../cpsizer/v1/ ;;
  # Ignores the line with the version of protoc, because another version may change only this line.
  --check)
    diff -r -q -I '^//.*protoc  *v' "$made/cpsizer/v1" ../cpsizer/v1 >&2 || {
      echo "client/go/cpsizer/v1 is stale. Run ./dev stubs and commit what it writes." >&2
      exit 1
    }
    ;;
  *)
    echo "generate.sh takes --check, or nothing" >&2
    exit 2
    ;;
esac
