#!/usr/bin/env bash
# A policy in Rego that reads Kubernetes memory with units.parse_bytes takes thousandths of bytes for megabytes.
#
# Version: github.com/open-policy-agent/opa v1.10.1, k8s.io/apimachinery v0.34.1, Go 1.26. Seen on 2026-11-30.
#
# Rego has two functions for amounts with a unit. units.parse_bytes ignores upper and lower case, so `m` is mega there,
# and milli in Kubernetes. units.parse reads `m` as milli, but like units.parse_bytes it has no value at all for the units
# n and u of Kubernetes: a rule that denies objects by such a quantity is undefined, so it denies nothing.
#
# Output seen: 128974848m is 128974.848 for Kubernetes and 128974848000000 for units.parse_bytes.
#
# Why it matters here: the API server writes a fraction of a byte with the unit m, so the averages of memory in the status
# of a HorizontalPodAutoscaler and the demands that cpsizer returns (44667659878400m) have it. A policy that compares them
# with capacities must use units.parse, and must have a rule for the undefined result.
#
# Source: https://www.openpolicyagent.org/docs/policy-reference/builtins/units,
# https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.go <<'END'
package main

import (
	"context"
	"fmt"

	"github.com/open-policy-agent/opa/v1/rego"
	"k8s.io/apimachinery/pkg/api/resource"
)

func value(function, text string) string {
	results, err := rego.New(rego.Query(fmt.Sprintf("x := %s(%q)", function, text))).Eval(context.Background())
	if err != nil || len(results) == 0 {
		return "undefined"
	}
	return fmt.Sprint(results[0].Bindings["x"])
}

func main() {
	for _, text := range []string{"128974848m", "1500u", "1Gi", "500M"} {
		quantity := resource.MustParse(text)
		fmt.Printf("%s: Kubernetes %s, units.parse_bytes %s, units.parse %s\n", text, quantity.AsDec(),
			value("units.parse_bytes", text), value("units.parse", text))
	}
}
END
go mod init finding >/dev/null 2>&1
go get github.com/open-policy-agent/opa@v1.10.1 k8s.io/apimachinery@v0.34.1 >/dev/null 2>&1
go mod tidy >/dev/null 2>&1
seen=$(go run .)
expected='128974848m: Kubernetes 128974.848, units.parse_bytes 128974848000000, units.parse 128974.8480000000
1500u: Kubernetes 0.001500, units.parse_bytes undefined, units.parse undefined
1Gi: Kubernetes 1073741824, units.parse_bytes 1073741824, units.parse 1073741824
500M: Kubernetes 500000000, units.parse_bytes 500000000, units.parse 500000000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-30: $expected" >&2 && exit 1; }
