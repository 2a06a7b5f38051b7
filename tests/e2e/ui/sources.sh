#!/usr/bin/env bash
# Checks the sources of the page: types, unit tests, and that the bundle that is checked in equals what they build.
# Exit codes: 0 success, 69 Node is missing or too old, any other code if a check fails.
set -euo pipefail
cd "$(dirname "$0")/../../.."

tests/e2e/ui/packages.sh || exit
cd client/ui/page
npm run --silent check
npm run --silent test
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
CPSIZER_PAGE_OUT=$built npm run --silent build
diff -r --brief dist "$built" ||
  { echo "client/ui/page/dist is stale: run \`./dev page\`, and commit what it writes" >&2 && exit 1; }
