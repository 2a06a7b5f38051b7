#!/bin/sh
# Builds the programs that tests/e2e/tools pins, once per machine, and prints the folder that holds them: grpcurl, etcd,
# kube-apiserver, and kubectl where the machine has none.
# Exit codes: 0 fine, 69 no Go that is new enough, anything else when the build fails.
set -eu

readonly NO_GO=69
readonly OLDEST_GO_MINOR=26

no_go() {
  echo "build_tools.sh: $1; the end-to-end tools need Go 1.$OLDEST_GO_MINOR or newer." >&2
  exit "$NO_GO"
}

cd "$(dirname "$0")/tools"
key=$(sha256sum go.sum | cut -c 1-16)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/cpsizer/tools"
tools="$cache/$key"

if [ ! -d "$tools" ]; then
  # The toolchain that is there, never one from the network.
  export GOTOOLCHAIN=local CGO_ENABLED=0
  command -v go >/dev/null || no_go "go is not on the PATH"
  version=$(GO111MODULE=off go env GOVERSION)
  minor=$(printf '%s\n' "$version" | sed -n 's/^go1\.\([0-9][0-9]*\).*/\1/p')
  [ "${minor:-0}" -ge "$OLDEST_GO_MINOR" ] || no_go "$version is too old"

  mkdir -p "$cache"
  building=$(mktemp -d "$cache/.building.XXXXXX")
  trap 'rm -rf "$building"' EXIT
  echo "Building the end-to-end tools into $tools: some minutes, once ..." >&2
  kubernetes=$(go list -m -f '{{.Version}}' k8s.io/kubernetes)
  kubectl=
  command -v kubectl >/dev/null || kubectl=k8s.io/kubernetes/cmd/kubectl
  # Without symbols the programs are a third smaller; the version is what the API server says at /version.
  # shellcheck disable=SC2086 # kubectl may be nothing
  go build -o "$building/" -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$kubernetes" \
    github.com/fullstorydev/grpcurl/cmd/grpcurl go.etcd.io/etcd/server/v3 k8s.io/kubernetes/cmd/kube-apiserver $kubectl
  mv "$building/server" "$building/etcd"
  chmod 755 "$building"
  # Whoever comes second keeps what the first one built.
  mv -T "$building" "$tools" 2>/dev/null || [ -d "$tools" ]
fi
printf '%s\n' "$tools"
