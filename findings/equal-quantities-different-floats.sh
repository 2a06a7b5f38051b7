#!/usr/bin/env bash
# Two equal Kubernetes quantities become two different floating-point numbers.
#
# Version: k8s.io/apimachinery v0.36.3 (Go module), Go 1.26. Seen on 2026-11-29.
#
# "4.8" and "4800m" are the same quantity: Cmp() says so, and both print as "4800m". AsApproximateFloat64() returns
# 4.800000000000001 for the first and 4.8 for the second, because it multiplies the stored digits by a power of ten, and
# the two texts are stored with different scales. For "2.3" and "2300m", both numbers are the one next to 2.3.
#
# Output seen: 4.8 is 4.800000000000001, 4800m is 4.8, equal: true.
#
# Why it matters here: kube-state-metrics converts the recommendations of VPAs with this function. A history of
# Prometheus can have 4.800000000000001 where the VPA recommends exactly 4.8, which a size of 8 x 0.6 = 4.8 holds. So
# cpsizer rounds the numbers of a history before it decides.
#
# Source: documentation of resource.Quantity, AsApproximateFloat64 ("approximate", but not for which values).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GOTOOLCHAIN=local GOFLAGS=-mod=mod
go mod init example >/dev/null 2>&1
go get k8s.io/apimachinery@v0.36.3 2>/dev/null

cat >main.go <<'END'
package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
)

func main() {
	for _, pair := range [][2]string{{"4.8", "4800m"}, {"2.3", "2300m"}} {
		a, b := resource.MustParse(pair[0]), resource.MustParse(pair[1])
		fmt.Printf("%s is %v, %s is %v, equal: %v\n", pair[0], a.AsApproximateFloat64(), pair[1], b.AsApproximateFloat64(), a.Cmp(b) == 0)
	}
}
END
seen=$(go run . 2>/dev/null)
expected='4.8 is 4.800000000000001, 4800m is 4.8, equal: true
2.3 is 2.3000000000000003, 2300m is 2.3000000000000003, equal: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-29: $expected" >&2 && exit 1; }
