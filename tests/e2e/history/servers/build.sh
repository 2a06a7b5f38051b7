#!/bin/sh
# Builds the servers of servers.txt, and prints the path of their folder: thanos, victoria-metrics and
# kube-state-metrics. Builds them only once on each machine. Without its tag, a Thanos builds but panics when it
# responds.
#
# Exit codes: 0 success, 69 Go is missing or too old, any other code if the build fails.
set -eu

cd "$(dirname "$0")"
. ../../../testing/go_build.sh

build_into() {
  build_modules servers.txt "$1"
}

go_build_once history-servers servers.txt
