#!/bin/sh
# Builds and runs the benchmarks:
#   run.sh [decision|calls] [--rounds N]
# The calls alone take --rounds (9; each takes about half a minute).
set -eu

cd "$(dirname "$0")/../.."

usage() {
  echo "Usage: ./dev bench [decision|calls] [--rounds N]" >&2
  exit 2
}

which=all
rounds=9
while [ $# -gt 0 ]; do
  case "$1" in
    decision | calls) which=$1 ;;
    --rounds=*) rounds=${1#--rounds=} ;;
    --rounds)
      [ $# -ge 2 ] || usage
      shift
      rounds=$1
      ;;
    *) usage ;;
  esac
  shift
done
case "$rounds" in
  '' | *[!0-9]* | 0*) usage ;;
esac

jobs=$(nproc)
release=build/release
shared=build/bench-shared

cmake --preset release >/dev/null
if [ "$which" != calls ]; then
  cmake --build "$release" -j "$jobs" --target cpsizer_decision_bench
  echo "== The decision alone"
  "$release/bin/cpsizer_decision_bench" --benchmark_min_time=0.2
fi

if [ "$which" != decision ]; then
  # E, what ours is compared with: the distribution's shared libraries and the C library's malloc, optimized.
  cmake --preset dev -B "$shared" -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" >/dev/null
  cmake --build "$shared" -j "$jobs" --target cpsizer_echo_server
  cmake --build "$release" -j "$jobs" --target cpsizer-server cpsizer_echo_server cpsizer_call_bench
  echo "== Calls, beside an echo of the same bytes (E: shared libraries, malloc of the C library)"
  "$release/bin/cpsizer_call_bench" --rounds "$rounds" --server "$release/bin/cpsizer-server" \
    --echo "$shared/bin/cpsizer_echo_server" --echo-built-as-ours "$release/bin/cpsizer_echo_server"
fi
