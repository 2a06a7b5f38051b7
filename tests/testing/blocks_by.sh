#!/bin/sh
# blocks_by.sh PAGE TEST: prints the commands of a page that are marked with `by=TEST`; for tests that are scripts.
# Other tests use BlocksBy() of docs_blocks.h. Exit code 1 if there are no such commands.
set -eu

awk -v by="by=$2" '
  !inside && /^ *```sh / { for (i = 2; i <= NF; ++i) if ($i == by) { wanted = found = 1 } }
  /^ *```/ { inside = !inside; if (!inside) wanted = 0; next }
  wanted
  END { exit !found }' "$(dirname "$0")/../../$1"
