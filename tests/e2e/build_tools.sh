#!/bin/sh
# Builds the programs whose versions tests/e2e/tools specifies, and prints the path of their folder: grpcurl, etcd,
# etcdutl, kube-apiserver, kube-controller-manager, hpa-decisions, and hpa-decisions-1.37, which is the same program with
# the code of Kubernetes v1.37. Builds them only once on each machine. If the machine has no kubectl that supports
# kustomize 5, builds kubectl too.
#
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")/tools"
. ../../testing/go_build.sh

build_into() {
  kubernetes=$(go list -m -f '{{.Version}}' k8s.io/kubernetes)
  kubectl=
  kubectl version --client 2>/dev/null | grep -q '^Kustomize Version: v5' || kubectl=k8s.io/kubernetes/cmd/kubectl
  # Without symbols, the programs are a third smaller. The API server returns the version at /version.
  # shellcheck disable=SC2086 # $kubectl may be empty
  go build -o "$1/" -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$kubernetes" \
    github.com/fullstorydev/grpcurl/cmd/grpcurl go.etcd.io/etcd/etcdutl/v3 go.etcd.io/etcd/server/v3 \
    k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager ./hpa-decisions $kubectl
  mv "$1/server" "$1/etcd"
  go build -modfile=kubernetes-1.37.mod -o "$1/hpa-decisions-1.37" -ldflags '-s -w' ./hpa-decisions
}

go_build_once tools go.sum kubernetes-1.37.sum hpa-decisions/*.go
