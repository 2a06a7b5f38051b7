#ifndef CPSIZER_CLIENT_CLI_OUTPUT_STRUCTURED_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_STRUCTURED_H_

#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/functional/function_ref.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// Returns the JSON form that the API defines for a message.
nlohmann::ordered_json ToJson(const google::protobuf::Message& message);

// Returns `json` as YAML in block style, with the same structure and a line break at the end. Text is quoted if YAML
// could read it as another type. Characters outside ASCII are escaped.
std::string ToYaml(const nlohmann::ordered_json& json);

// Returns whether `format` is json or yaml.
bool IsStructured(OutputFormat format);

// Prints `json` in `format`. Requires IsStructured(format).
void PrintStructured(const nlohmann::ordered_json& json, OutputFormat format, Screen& out);

// Prints a result in `format`: `json` as JSON or YAML, or calls `names` for -o name, and `table` for the other formats.
void PrintResult(OutputFormat format, Screen& out, absl::FunctionRef<nlohmann::ordered_json()> json,
                 absl::FunctionRef<void()> names, absl::FunctionRef<void(bool wide)> table);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_STRUCTURED_H_
