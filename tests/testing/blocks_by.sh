#!/bin/sh
# blocks_by.sh PAGE TEST: prints the commands of a page of the tree that say `by=TEST`; for tests that are scripts. What
# BlocksBy() of docs_blocks.h is for the others. Exit code 1 where there are none.
set -eu

awk -v by="by=$2" '
  !inside && /^ *```sh / { for (i = 2; i <= NF; ++i) if ($i == by) { wanted = found = 1 } }
  /^ *```/ { inside = !inside; if (!inside) wanted = 0; next }
  wanted
  END { exit !found }' "$(dirname "$0")/../../$1"
