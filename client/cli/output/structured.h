#ifndef CPSIZER_CLIENT_CLI_OUTPUT_STRUCTURED_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_STRUCTURED_H_

#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>
#include <string>

#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// The API's JSON form of a message.
nlohmann::ordered_json ToJson(const google::protobuf::Message& message);

// Block style YAML of `json`, with the same structure and ending in a line break. Text that YAML could read as another
// type is quoted; characters outside ASCII are escaped.
std::string ToYaml(const nlohmann::ordered_json& json);

// Returns whether `format` is json or yaml.
bool IsStructured(OutputFormat format);

// Prints `json` in `format`. Requires IsStructured(format).
void PrintStructured(const nlohmann::ordered_json& json, OutputFormat format, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_STRUCTURED_H_
