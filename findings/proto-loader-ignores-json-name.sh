#!/usr/bin/env bash
# Node's loader for .proto files ignores json_name, and drops such fields of a message without an error.
#
# Version: @grpc/proto-loader 0.8.1 (npm), Node 18 or newer. Seen on 2026-11-29.
#
# A field of a .proto file has a name for JSON: that of the option json_name, or else its name in camel case. Parsers of
# protobuf JSON accept this name. @grpc/proto-loader always makes the name in camel case, and does not read json_name. A
# message with the JSON name of the field is serialized without the field: there is no error and no warning.
#
# Output seen: 0 bytes for {"kubeAPIServerMemoryFraction": "0.65"}, 6 bytes for {"kubeApiServerMemoryFraction": "0.65"}.
#
# Why it matters here: many fields of cpsizer.v1 have a json_name, so that the output of `kubectl get -o json` is a
# request. A Node client that sends such an object loses fractions, and gets a decision about another configuration.
#
# Source: https://protobuf.dev/programming-guides/json/ (names of fields), README of @grpc/proto-loader (keepCase).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit @grpc/proto-loader@0.8.1 >/dev/null

cat >example.proto <<'END'
syntax = "proto3";
package example;
message Fractions {
  string kube_api_server_memory_fraction = 1 [json_name = "kubeAPIServerMemoryFraction"];
}
service Check {
  rpc Call(Fractions) returns (Fractions);
}
END
cat >example.js <<'END'
const call = require('@grpc/proto-loader').loadSync('example.proto')['example.Check'].Call;
for (const name of ['kubeAPIServerMemoryFraction', 'kubeApiServerMemoryFraction']) {
  console.log(`${name}: ${call.requestSerialize({ [name]: '0.65' }).length} bytes`);
}
END
seen=$(node example.js)
expected='kubeAPIServerMemoryFraction: 0 bytes
kubeApiServerMemoryFraction: 6 bytes'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-29: $expected" >&2 && exit 1; }
