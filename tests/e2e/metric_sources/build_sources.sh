#!/bin/sh
# Builds metrics-server and prometheus-adapter (the program `adapter`), and prints the path of their folder. Builds them
# only once on each machine.
#
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

build_into() {
  GOBIN=$1 go install -ldflags '-s -w' sigs.k8s.io/metrics-server/cmd/metrics-server@v0.9.0
  GOBIN=$1 go install -ldflags '-s -w' sigs.k8s.io/prometheus-adapter/cmd/adapter@v0.12.0
}

go_build_once metric-sources build_sources.sh
