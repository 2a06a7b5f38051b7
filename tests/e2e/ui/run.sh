#!/usr/bin/env bash
# run.sh BIN TEST.mjs: runs a test of the page in chromium. BIN is the folder of the programs.
# Exit codes: 0 success, 69 Node or chromium is missing, any other code if a test fails.
set -euo pipefail
cd "$(dirname "$0")"

./packages.sh || exit
if ! command -v chromium >/dev/null; then
  echo "page: chromium is missing; \`./dev test\` installs it" >&2
  [ "${CI:-}" != true ] || exit 1
  exit 69
fi
export CPSIZER_BIN=$1
exec node --test --test-timeout=580000 --test-concurrency=1 --test-reporter=spec "$2"
