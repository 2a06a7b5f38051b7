#!/bin/sh
# Builds the server that cpsizer-server is measured beside, once per machine, and prints the folder that holds it. The
# messages are generated from our own protos, with the generators that go.mod pins.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

protos=$(cd ../../../proto && ls cpsizer/v1/*.proto)

# generate INTO: the package v1, from a copy of the module.
generate() {
  go build -o "$1/" google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
  set -- "$1" --go_opt=module=cpsizer/tests/bench/go-peer --go-grpc_opt=module=cpsizer/tests/bench/go-peer
  for proto in $protos; do
    set -- "$@" "--go_opt=M$proto=cpsizer/tests/bench/go-peer/v1" "--go-grpc_opt=M$proto=cpsizer/tests/bench/go-peer/v1"
  done
  into=$1
  shift
  status=google.golang.org/genproto/googleapis/rpc/status
  # shellcheck disable=SC2086 # one word for each proto
  PATH="$into:$PATH" protoc -I ../../../proto --go_out="$into" --go-grpc_out="$into" \
    "--go_opt=Mgoogle/rpc/status.proto=$status" "--go-grpc_opt=Mgoogle/rpc/status.proto=$status" "$@" $protos
}

build_into() {
  source=$(mktemp -d "$1/source.XXXXXX")
  cp go.mod go.sum ./*.go "$source"
  generate "$source"
  (cd "$source" && go build -o "$1/go-peer" -ldflags "-s -w" .)
  rm -rf "$source"
}

# shellcheck disable=SC2046 # the paths have no spaces
go_build_once bench-call-peer go.mod go.sum build.sh ./*.go $(printf '../../../proto/%s ' $protos)
