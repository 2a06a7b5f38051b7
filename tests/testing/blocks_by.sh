#!/bin/sh
# blocks_by.sh PAGE TEST: prints the commands of a page that are marked with `by=TEST`. For tests that are scripts; C++
# tests use BlocksBy() of docs_blocks.h. Exits with code 1 if the page has no commands with this mark.
set -eu

awk -v by="by=$2" '
  !inside && /^ *```sh / { for (i = 2; i <= NF; ++i) if ($i == by) { wanted = found = 1 } }
  /^ *```/ { inside = !inside; if (!inside) wanted = 0; next }
  wanted
  END { exit !found }' "$(dirname "$0")/../../$1"
