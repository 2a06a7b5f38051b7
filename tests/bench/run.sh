#!/bin/sh
# Builds and runs the benchmarks:
#   run.sh [decision|calls|overload|files|history|sidecar|webhook] [--rounds N] [--clusters N]
# `decision`, `calls`, `files` and `history` use --rounds (default 9). A round of `calls` takes about half a minute, and
# the measurement of memory takes another minute. `files` and `sidecar` use --clusters (default 10,000, for which
# `sidecar` needs ten minutes). `sidecar` needs Go for the real API server and for the controller that the sidecar is
# compared with; `files` and `history` need Go for the tools that the command is compared with. `decision` needs Go for
# its comparison.
set -eu

cd "$(dirname "$0")/../.."

usage() {
  echo "Usage: ./dev bench [decision|calls|overload|files|history|sidecar|webhook] [--rounds N] [--clusters N]" >&2
  exit 2
}

# is_count TEXT: returns whether TEXT is a number above zero.
is_count() {
  case "$1" in
    '' | *[!0-9]* | 0*) return 1 ;;
  esac
}

# wanted BENCHMARK: returns whether this benchmark must run.
wanted() { [ "$which" = all ] || [ "$which" = "$1" ]; }

which=all
rounds=9
clusters=10000
while [ $# -gt 0 ]; do
  case "$1" in
    decision | calls | overload | files | history | sidecar | webhook) which=$1 ;;
    --rounds=*) rounds=${1#--rounds=} ;;
    --rounds)
      [ $# -ge 2 ] || usage
      shift
      rounds=$1
      ;;
    --clusters=*) clusters=${1#--clusters=} ;;
    --clusters)
      [ $# -ge 2 ] || usage
      shift
      clusters=$1
      ;;
    *) usage ;;
  esac
  shift
done
is_count "$rounds" && is_count "$clusters" || usage

jobs=$(nproc)
release=build/release
shared=build/bench-shared

cmake --preset release >/dev/null
if wanted decision; then
  cmake --build "$release" -j "$jobs" --target cpsizer_decision_bench
  echo "== The decision alone"
  "$release/bin/cpsizer_decision_bench" --benchmark_min_time=0.2 --benchmark_filter='-^Compared'
  go=0
  peer=$(tests/bench/go-decisions/build.sh) || go=$?
  # 69 means that Go is missing or too old. Then there is nothing to compare with.
  [ "$go" = 0 ] || [ "$go" = 69 ] || exit "$go"
  if [ "$go" = 0 ]; then
    echo "== The decision alone, compared with the decisions of HyperShift and kube-controller-manager in Go"
    tests/bench/go-decisions/compare.sh "$rounds" "$release/bin/cpsizer_decision_bench" "$peer/go-decisions"
  fi
fi

if wanted calls; then
  # Builds the echo server of the case E: optimized, with the shared libraries of the distribution and malloc of the C
  # library.
  cmake --preset dev -B "$shared" -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" >/dev/null
  cmake --build "$shared" -j "$jobs" --target cpsizer_echo_server
  cmake --build "$release" -j "$jobs" --target cpsizer-server cpsizer_echo_server cpsizer_call_bench
  go=0
  peer=$(tests/bench/go-peer/build.sh) || go=$?
  # 69 means that Go is missing or too old. The benchmark reports this.
  [ "$go" = 0 ] || [ "$go" = 69 ] || exit "$go"
  echo "== Calls, compared with an echo of the same bytes (E: shared libraries, malloc of the C library) and a Go server"
  "$release/bin/cpsizer_call_bench" --rounds "$rounds" --server "$release/bin/cpsizer-server" \
    --echo "$shared/bin/cpsizer_echo_server" --echo-built-as-ours "$release/bin/cpsizer_echo_server" \
    ${peer:+--go-peer "$peer/go-peer"}
fi

if wanted overload; then
  cmake --build "$release" -j "$jobs" --target cpsizer-server cpsizer_overload_bench
  echo "== Unary calls above the capacity of the server"
  "$release/bin/cpsizer_overload_bench" --server "$release/bin/cpsizer-server"
fi

if wanted files; then
  go=0
  peer=$(tests/bench/go-files/build.sh) || go=$?
  # 69 means that Go is missing or too old. Then there is nothing to compare with, and no program that writes the files.
  [ "$go" = 0 ] || [ "$go" = 69 ] || exit "$go"
  if [ "$go" = 0 ]; then
    cmake --build "$release" -j "$jobs" --target cpsizer
    fleet=$(mktemp -d)
    trap 'rm -rf "$fleet"' EXIT
    "$peer/go-files" generate "$clusters" "$fleet"
    echo "== The command on files of $clusters clusters, compared with a Go tool that makes the same decisions"
    "$peer/go-files" compare "$rounds" "$release/bin/cpsizer" "$fleet"
  fi
fi

if wanted history; then
  go=0
  peer=$(tests/history/recommender/go-recommender/build.sh) || go=$?
  # 69 means that Go is missing or too old. Then there is nothing to compare with, and no program that writes the history.
  [ "$go" = 0 ] || [ "$go" = 69 ] || exit "$go"
  if [ "$go" = 0 ]; then
    cmake --build "$release" -j "$jobs" --target cpsizer
    history=$(mktemp -d)
    trap 'rm -rf "$history" ${fleet:+"$fleet"}' EXIT
    "$peer/go-recommender" history 100 30 >"$history/usage.csv"
    echo "== cpsizer replay of 100 clusters over 30 days, compared with a Go loop with the same recommender"
    "$peer/go-recommender" compare "$rounds" "$release/bin/cpsizer" deploy/examples/fleet/clustersizingconfiguration.yaml \
      "$history/usage.csv"
    peer=$(tests/bench/go-requests/build.sh)
    "$peer/go-requests" generate 100 14 "$history/requests"
    echo "== cpsizer fit --requests of 10 containers of 100 clusters over 14 days, compared with a Go tool that finds the same peaks"
    "$peer/go-requests" compare "$rounds" "$release/bin/cpsizer" "$history/requests"
  fi
fi

if wanted webhook; then
  go=0
  peer=$(tests/bench/go-webhook/build.sh) || go=$?
  # 69 means that Go is missing or too old.
  [ "$go" = 0 ] || [ "$go" = 69 ] || exit "$go"
  cmake --build "$release" -j "$jobs" --target cpsizer-webhook cpsizer_webhook_bench
  echo "== The webhook on one core at a fixed rate, compared with a webhook in Go"
  "$release/bin/cpsizer_webhook_bench" ${peer:+--go-peer "$peer/go-webhook"}
fi

if wanted sidecar; then
  tools=0
  CPSIZER_TOOLS_DIR=$(tests/e2e/build_tools.sh) || tools=$?
  [ "$tools" = 0 ] || { echo "The sidecar is not measured." >&2 && exit "$tools"; }
  export CPSIZER_TOOLS_DIR
  peer=$(tests/bench/go-controller/build.sh)
  cmake --build "$release" -j "$jobs" --target cpsizer-server cpsizer-sidecar cpsizer_sidecar_bench
  echo "== The sidecar with a service on a Unix socket, compared with a controller-runtime controller that decides by itself"
  "$release/bin/cpsizer_sidecar_bench" --clusters "$clusters" --sidecar "$release/bin/cpsizer-sidecar" \
    --service "$release/bin/cpsizer-server" --peer "$peer/go-controller"
fi
