#include "client/cli/output/configuration_manifest.h"

#include <utility>
#include <vector>

#include "client/cli/output/structured.h"
#include "client/objects/hypershift.h"
#include "google/protobuf/message.h"

namespace cpsizer::cli {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Replaces the texts of numbers of 64 bits in `json`, the JSON of `message`, by numbers.
void SetNumbers(const Message& message, nlohmann::ordered_json& json) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* const field : fields) {
    const auto member = json.find(field->json_name());
    if (member == json.end() || field->is_map()) continue;
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_INT64 && !field->is_repeated()) {
      *member = reflection.GetInt64(message, field);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && !field->is_repeated()) {
      SetNumbers(reflection.GetMessage(message, field), *member);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
        SetNumbers(reflection.GetRepeatedMessage(message, field, i), (*member)[static_cast<size_t>(i)]);
      }
    }
  }
}

}  // namespace

v1::ClusterSizingConfiguration AsWritten(const v1::ClusterSizingConfiguration& config) {
  v1::ClusterSizingConfiguration written = config;
  written.clear_status();
  if (!config.has_metadata()) return written;
  v1::ObjectMeta metadata;
  metadata.set_name(config.metadata().name());
  const auto& annotations = config.metadata().annotations();
  const auto fractions = annotations.find(objects::kFractionsAnnotation);
  if (fractions != annotations.end()) (*metadata.mutable_annotations())[fractions->first] = fractions->second;
  *written.mutable_metadata() = std::move(metadata);
  return written;
}

nlohmann::ordered_json ManifestJson(const v1::ClusterSizingConfiguration& config) {
  nlohmann::ordered_json json = ToJson(config);
  SetNumbers(config, json);
  for (int i = 0; i < config.spec().sizes_size(); ++i) {
    const v1::SizeConfiguration& size = config.spec().sizes(i);
    if (!size.has_criteria()) continue;
    nlohmann::ordered_json& criteria = json["spec"]["sizes"][static_cast<size_t>(i)]["criteria"];
    criteria = {{"from", size.criteria().from()}};
    if (size.criteria().has_to()) criteria["to"] = size.criteria().to();
  }
  return json;
}

}  // namespace cpsizer::cli
