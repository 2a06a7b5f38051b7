#!/usr/bin/env bash
# The JavaScript client of Kubernetes cannot read a quantity with a fraction and a unit, such as 1.5Gi.
#
# Version: @kubernetes/client-node 1.4.0 (npm), Node 20. Seen on 2026-11-30.
#
# quantityToScalar() converts a quantity to a number. If the quantity has a unit from k or Ki on, the function makes a
# BigInt of its digits, so it throws a SyntaxError if there is a decimal point. The API server accepts such quantities
# and stores them as they are written. Without a unit and with the units n, u and m the result is a Number, otherwise it
# is a BigInt: an expression with both throws a TypeError.
#
# Output seen: 1.5Gi and 2.5k throw, 1536Mi is a BigInt, 1.5 and 1536e6 are Numbers.
#
# Why it matters here: capacities and demands have fractions, such as a demand of 41.6Gi or 0.5Gi. A program in
# JavaScript that compares them with what cpsizer returns must not use this function. The API of cpsizer returns exact
# quantities with the unit m, such as 44667659878400m, which the function reads as a Number.
#
# Source: https://github.com/kubernetes-client/javascript (src/util.ts),
# https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ (a decimal point is allowed).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit @kubernetes/client-node@1.4.0 >/dev/null

cat >read.mjs <<'END'
import { quantityToScalar } from '@kubernetes/client-node/dist/util.js';
for (const quantity of ['1.5Gi', '2.5k', '1536Mi', '1.5', '1536e6']) {
  try {
    const value = quantityToScalar(quantity);
    console.log(`${quantity}: ${typeof value} ${value}`);
  } catch (error) {
    console.log(`${quantity}: ${error.name}`);
  }
}
END
seen=$(node read.mjs)
expected='1.5Gi: SyntaxError
2.5k: SyntaxError
1536Mi: bigint 1610612736
1.5: number 1.5
1536e6: number 1536000000'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-30: $expected" >&2 && exit 1; }
