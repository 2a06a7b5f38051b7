# Sourced by other scripts. Generates Go messages and stubs of proto/cpsizer/v1. The caller chooses the package: the
# option M of protoc overrides go_package.

# go_stubs MODULE FOLDER PROTOS GENERATORS INTO: writes the package MODULE/FOLDER to INTO/FOLDER. PROTOS is the folder
# of the protos. Builds the generators in the folder GENERATORS, with the versions in the go.mod of the current folder.
go_stubs() {
  package=$1/$2
  protos=$3
  generators=$4
  into=$5
  go build -o "$generators/" google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
  set -- "module=$1"
  files=$(cd "$protos" && ls cpsizer/v1/*.proto)
  for file in $files; do set -- "$@" "M$file=$package"; done
  options=$(printf '%s,' "$@")
  # shellcheck disable=SC2086 # each proto is one word
  PATH="$generators:$PATH" protoc -I "$protos" --go_out="$into" --go_opt="${options%,}" \
    --go-grpc_out="$into" --go-grpc_opt="${options%,}" $files
}
