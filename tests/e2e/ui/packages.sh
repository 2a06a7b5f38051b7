#!/bin/sh
# Installs the npm packages with which the page is built and tested, once on each machine, and links
# client/ui/page/node_modules to them.
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

cache="${XDG_CACHE_HOME:-$HOME/.cache}/cpsizer/page"
installed="$cache/$(cat package.json package-lock.json | sha256sum | cut -c 1-16)"
if [ ! -d "$installed" ]; then
  mkdir -p "$cache"
  installing=$(mktemp -d "$cache/.installing.XXXXXX")
  trap 'rm -rf "$installing"' EXIT
  cp package.json package-lock.json .npmrc "$installing/"
  echo "Installing the packages of the page into $installed: once ..." >&2
  npm ci --prefix "$installing" --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  chmod 755 "$installing"
  # If two scripts install at the same time, the one that ends later uses the result of the other.
  mv -T "$installing" "$installed" 2>/dev/null || [ -d "$installed" ]
fi
[ "$(readlink node_modules || true)" = "$installed/node_modules" ] || { rm -rf node_modules && ln -sfn "$installed/node_modules" node_modules; }
