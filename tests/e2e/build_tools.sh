#!/bin/sh
# Usage: build_tools.sh [1.37]
#
# Builds the programs whose versions tests/e2e/tools specifies, and prints the path of their folder: grpcurl, etcd,
# etcdutl, kube-apiserver, kube-controller-manager, hpa-decisions, and hpa-decisions-1.37, which is the same program with
# the code of Kubernetes v1.37. Builds them only once on each machine. If the machine has no kubectl that supports
# kustomize 5, builds kubectl too. With the argument 1.37, kube-apiserver and kube-controller-manager are of this version.
#
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")/tools"
. ../../testing/go_build.sh

# build_kubernetes FOLDER GO_MOD PROGRAM...: builds programs with the version of k8s.io/kubernetes in GO_MOD. Without
# symbols, they are a third smaller. The API server returns the version at /version.
build_kubernetes() {
  folder=$1 mod=$2
  shift 2
  kubernetes=$(go list -modfile="$mod" -m -f '{{.Version}}' k8s.io/kubernetes)
  go build -modfile="$mod" -o "$folder/" -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$kubernetes" \
    k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager "$@"
}

build_tools() {
  kubectl=
  kubectl version --client 2>/dev/null | grep -q '^Kustomize Version: v5' || kubectl=k8s.io/kubernetes/cmd/kubectl
  # shellcheck disable=SC2086 # $kubectl may be empty
  build_kubernetes "$1" go.mod github.com/fullstorydev/grpcurl/cmd/grpcurl go.etcd.io/etcd/etcdutl/v3 \
    go.etcd.io/etcd/server/v3 ./hpa-decisions $kubectl
  mv "$1/server" "$1/etcd"
  go build -modfile=kubernetes-1.37.mod -o "$1/hpa-decisions-1.37" -ldflags '-s -w' ./hpa-decisions
}

if [ "${1-}" = 1.37 ]; then
  tools=$(../build_tools.sh)
  build_into() {
    cp "$tools"/* "$1/"
    build_kubernetes "$1" kubernetes-1.37.mod
  }
  go_build_once tools-1.37 go.sum kubernetes-1.37.sum
else
  build_into() { build_tools "$1"; }
  go_build_once tools go.sum kubernetes-1.37.sum hpa-decisions/*.go
fi
