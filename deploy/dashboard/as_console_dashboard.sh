#!/bin/sh
# Prints cpsizer.json as the web console of OpenShift reads it: deploy/components/console-dashboard has it.
set -eu
cd "$(dirname "$0")"
jq -f console.jq cpsizer.json
