#!/bin/sh
# Compares the decisions of cpsizer with those of go-decisions, and prints a table:
#   compare.sh ROUNDS CPSIZER_DECISION_BENCH GO_DECISIONS
# A round runs each program once. Ratios are taken within a round; the table has the medians of the rounds.
set -eu

here=$(dirname "$0")
rounds=$1
ours=$2
theirs=$3
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

for _ in $(seq "$rounds"); do
  "$ours" --benchmark_filter='^Compared' --benchmark_min_time=0.05 --benchmark_out="$results/ours" \
    --benchmark_out_format=json >"$results/table" || { cat "$results/table" >&2 && exit 1; }
  "$theirs" >"$results/theirs"
  jq -s 'map(.benchmarks[])' "$results/ours" "$results/theirs" >>"$results/rounds"
done
jq -r -s -f "$here/table.jq" "$results/rounds"
