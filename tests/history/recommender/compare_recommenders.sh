#!/usr/bin/env bash
# Compares the simulated recommender with the recommender of the Vertical Pod Autoscaler on random series, and checks
# that upstream.txt has the recommendations of the recommender:
#   compare_recommenders.sh PROGRAM [SERIES [SEED]]
# PROGRAM is cpsizer_compare_recommenders. SERIES is the number of series (default 10,000), SEED the seed of the first
# one (default 1).
# Exit codes: 0 all recommendations are equal, 69 Go is missing or too old, any other code if one differs.
set -euo pipefail

folder=$(dirname "$0")
upstream=$("$folder/go-recommender/build.sh")/go-recommender
"$upstream" vectors | "$upstream" recommend | diff "$folder/upstream.txt" - >&2
"$upstream" generate "${3:-1}" "${2:-10000}" | "$upstream" recommend | "$1"
