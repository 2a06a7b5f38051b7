#include "client/cli/output/structured.h"

#include <google/protobuf/util/json_util.h>

namespace cpsizer::cli {

nlohmann::ordered_json ToJson(const google::protobuf::Message& message) {
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text);
  // The conversion fails only for an Any of an unknown type. Responses of the API contain Any only in error details.
  if (!status.ok()) return {{"unprintable", message.GetTypeName()}};
  return nlohmann::ordered_json::parse(text);
}

bool IsStructured(OutputFormat format) {
  return format == OutputFormat::kJson || format == OutputFormat::kYaml;
}

void PrintStructured(const nlohmann::ordered_json& json, OutputFormat format, Screen& out) {
  out.Raw(format == OutputFormat::kYaml ? ToYaml(json) : json.dump(2, ' ', true) + "\n");
}

void PrintResult(OutputFormat format, Screen& out, absl::FunctionRef<nlohmann::ordered_json()> json,
                 absl::FunctionRef<void()> names, absl::FunctionRef<void(bool wide)> table) {
  if (IsStructured(format)) {
    PrintStructured(json(), format, out);
  } else if (format == OutputFormat::kName) {
    names();
  } else {
    table(format == OutputFormat::kWide);
  }
}

}  // namespace cpsizer::cli
