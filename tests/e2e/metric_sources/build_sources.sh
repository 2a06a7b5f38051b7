#!/bin/sh
# Builds the sources of sources.txt, and prints the path of their folder: metrics-server and adapter, which is
# prometheus-adapter. Builds them only once on each machine.
#
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../testing/go_build.sh

build_into() {
  build_modules sources.txt "$1"
}

go_build_once metric-sources sources.txt
