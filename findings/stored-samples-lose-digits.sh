#!/usr/bin/env bash
# VictoriaMetrics returns another number than the one that was stored, from the 13th digit on.
#
# Version: github.com/VictoriaMetrics/VictoriaMetrics v1.148.9 (Go module). Seen on 2026-11-30.
#
# It stores a sample as a decimal number with an exponent, and keeps fewer digits of some numbers than a float64 has:
# 3.3333333333333335 has 13 digits afterwards, and 4.800000000000001 is 4.8. Other numbers change in the last digit, such
# as 1234567890.123456. The import reports no error. Prometheus returns each of these numbers as it was stored.
#
# Output seen: 4.800000000000001 is 4.8, 3.3333333333333335 is 3.333333333333, 1234567890.123456 is 1234567890.1234562.
#
# Why it matters here: kube-state-metrics exports a recommendation of 4.8 CPUs as 4.800000000000001 (see
# equal-quantities-different-floats.sh). The history of one cluster then has 4.800000000000001 in Prometheus and 4.8 in
# VictoriaMetrics, and a size that holds 4.8 CPUs exactly would be enough with one of them only. So cpsizer rounds the
# numbers of a history before it decides, and compares the servers after rounding.
#
# Source: import and query API of VictoriaMetrics (/api/v1/import/prometheus, /api/v1/query); lib/decimal of its code.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; wait; rm -rf "$folder"' EXIT
cd "$folder"
export GOTOOLCHAIN=local GOBIN=$folder
go install -tags=netgo github.com/VictoriaMetrics/VictoriaMetrics/app/victoria-metrics@v1.148.9 2>/dev/null

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url=http://127.0.0.1:$port
./victoria-metrics -storageDataPath=data -httpListenAddr="127.0.0.1:$port" >log 2>&1 &
server=$!
curl -sf --retry 60 --retry-connrefused --retry-delay 1 --noproxy '*' "$url/health" >/dev/null

now=$(date +%s)
for value in 4.8 4.800000000000001 3.3333333333333335 1234567890.123456; do
  echo "sample{written=\"$value\"} $value ${now}000"
done | curl -sf --noproxy '*' --data-binary @- "$url/api/v1/import/prometheus"
curl -sf --noproxy '*' "$url/internal/force_flush"
seen=$(curl -sf --noproxy '*' "$url/api/v1/query?query=sample&time=$now&nocache=1" |
  python3 -c '
import json, sys
samples = json.load(sys.stdin)["data"]["result"]
print("\n".join(sorted(s["metric"]["written"] + " is " + s["value"][1] for s in samples)))')
expected='1234567890.123456 is 1234567890.1234562
3.3333333333333335 is 3.333333333333
4.8 is 4.8
4.800000000000001 is 4.8'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-30: $expected" >&2 && exit 1; }
