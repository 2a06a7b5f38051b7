#!/bin/sh
# Installs the npm packages with which the page is built and tested, if client/ui/page/node_modules does not have them.
# Exit codes: 0 success, 69 Node or npm is missing or too old, any other code if the packages are unavailable.
set -eu

readonly NO_NODE=69
readonly OLDEST_NODE=20

# no_node REASON: prints the reason, and exits with NO_NODE.
no_node() {
  echo "page: $1; this needs Node $OLDEST_NODE or newer, with npm." >&2
  exit "$NO_NODE"
}

cd "$(dirname "$0")/../../../client/ui/page"
command -v node >/dev/null || no_node "node is not on the PATH"
command -v npm >/dev/null || no_node "npm is not on the PATH"
version=$(node --version)
major=${version#v}
[ "${major%%.*}" -ge "$OLDEST_NODE" ] || no_node "node $version is too old"

# Tests run this script at the same time. npm writes the file of the test last.
exec 9<package-lock.json
flock 9
[ node_modules/.package-lock.json -nt package-lock.json ] ||
  npm ci --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error >&2
