#include "client/cli/output/structured.h"

#include <google/protobuf/util/json_util.h>

namespace cpsizer::cli {

nlohmann::ordered_json ToJson(const google::protobuf::Message& message) {
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text);
  // Only an Any of an unknown type has no JSON form; responses of the API use Any for error details only.
  if (!status.ok()) return {{"unprintable", message.GetTypeName()}};
  return nlohmann::ordered_json::parse(text);
}

bool IsStructured(OutputFormat format) {
  return format == OutputFormat::kJson || format == OutputFormat::kYaml;
}

void PrintStructured(const nlohmann::ordered_json& json, OutputFormat format, Screen& out) {
  out.Raw(format == OutputFormat::kYaml ? ToYaml(json) : json.dump(2, ' ', true) + "\n");
}

}  // namespace cpsizer::cli
