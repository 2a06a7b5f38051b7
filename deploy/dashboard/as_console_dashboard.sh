#!/bin/sh
# Prints cpsizer.json in the form of the web console of OpenShift, for deploy/components/console-dashboard.
set -eu
cd "$(dirname "$0")"
jq -f console.jq cpsizer.json
