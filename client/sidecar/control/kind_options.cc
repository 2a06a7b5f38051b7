#include "client/sidecar/control/kind_options.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

namespace cpsizer::sidecar {

absl::Status SetText(absl::string_view text, std::string& value) {
  if (text.empty()) return absl::InvalidArgumentError("the value is empty; give one, or leave it out");
  value = std::string(text);
  return absl::OkStatus();
}

absl::Status SetChecked(absl::string_view text, absl::Status (*check)(absl::string_view), std::string& value) {
  if (absl::Status status = check(text); !status.ok()) return status;
  return SetText(text, value);
}

void AddFields(const google::protobuf::Message& request_options, std::vector<LogField>& settings) {
  using Field = google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& reflection = *request_options.GetReflection();
  std::vector<const Field*> fields;
  reflection.ListFields(request_options, &fields);
  for (const Field* field : fields) {
    std::string value;
    if (field->cpp_type() == Field::CPPTYPE_STRING) {
      value = reflection.GetString(request_options, field);  // PrintFieldValueToString() would add quotes
    } else {
      google::protobuf::TextFormat::PrintFieldValueToString(request_options, field, /*index=*/-1, &value);
    }
    settings.push_back({field->json_name(), std::move(value)});
  }
}

std::string SwitchText(bool value) {
  return value ? "true" : "false";
}

}  // namespace cpsizer::sidecar
