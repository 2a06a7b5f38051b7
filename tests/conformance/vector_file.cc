#include "tests/conformance/vector_file.h"

#include <google/protobuf/any.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace cpsizer::conformance {
namespace {

using google::protobuf::FieldDescriptor;
// This type keeps the order in which keys are set.
using Json = nlohmann::ordered_json;

constexpr int kIndent = 1;
constexpr const char* kMethods[] = {"RecommendSize",         "BatchRecommendSize",    "ValidateConfig",
                                    "RecommendReplicas",     "ScaleCpuRequests",      "RecommendMachine",
                                    "PlanClusterAutoscaler", "BatchRecommendReplicas"};

// Fields with sentences for people.
constexpr absl::string_view kSentences[] = {"description", "message", "remedy", "summary"};
constexpr absl::string_view kMaps[] = {"annotations", "fields",   "kubeReserved",   "labels",
                                       "overhead",    "requests", "systemReserved", "usage"};

// Sorts the keys of maps, because the maps of protobuf have a different order in every process.
void SortMaps(Json& json) {
  for (auto& [key, value] : json.items()) {
    if (std::find(std::begin(kMaps), std::end(kMaps), key) != std::end(kMaps)) value = nlohmann::json(value);
    if (value.is_structured()) SortMaps(value);
  }
}

Json JsonOf(const google::protobuf::Message& message) {
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text);
  if (!status.ok()) return status.ToString();
  Json json = Json::parse(text);
  if (json.is_structured()) SortMaps(json);
  return json;
}

template <typename Message>
Json JsonOf(const Message& message) {
  return std::visit([](const auto& one) { return JsonOf(static_cast<const google::protobuf::Message&>(one)); },
                    message);
}

// Moves the sentence of one field into `sentences`.
void TakeSentence(google::protobuf::Message& message, const FieldDescriptor& field, std::set<std::string>& sentences) {
  std::string sentence = message.GetReflection()->GetString(message, &field);
  const size_t rule = field.name() == "description" ? sentence.rfind(" (") : std::string::npos;
  std::string kept = rule == std::string::npos ? "" : sentence.substr(rule + 1);
  sentences.insert(sentence.substr(0, rule));
  message.GetReflection()->SetString(&message, &field, std::move(kept));
}

void TakeSentencesOfDetail(google::protobuf::Any& detail, std::set<std::string>& sentences) {
  std::string type;
  google::protobuf::Any::ParseAnyTypeUrl(detail.type_url(), &type);
  const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  const std::unique_ptr<google::protobuf::Message> message(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
  detail.UnpackTo(message.get());
  TakeSentences(*message, sentences);
  detail.PackFrom(*message);
}

Json JsonOf(const Vector& vector, std::set<std::string>& sentences) {
  Answer answer = Ask(vector.request);
  std::visit([&](auto& message) { TakeSentences(message, sentences); }, answer);
  Json json;
  json["name"] = std::string(vector.name);
  json["rule"] = std::string(vector.rule);
  json["method"] = kMethods[vector.request.index()];
  json["request"] = JsonOf(vector.request);
  json[std::holds_alternative<google::rpc::Status>(answer) ? "error" : "response"] = JsonOf(answer);
  return json;
}

template <typename Message>
absl::StatusOr<Message> MessageOf(const Json& json) {
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(json.dump(), &message);
  if (!status.ok()) return absl::InvalidArgumentError(status.ToString());
  return message;
}

template <typename RequestMessage, typename ResponseMessage>
absl::Status Read(const Json& json, ReadVector& vector) {
  const absl::StatusOr<RequestMessage> request = MessageOf<RequestMessage>(json["request"]);
  if (!request.ok()) return request.status();
  vector.request = *request;
  if (json.contains("error")) {
    const absl::StatusOr<google::rpc::Status> error = MessageOf<google::rpc::Status>(json["error"]);
    if (!error.ok()) return error.status();
    vector.expected = *error;
    return absl::OkStatus();
  }
  const absl::StatusOr<ResponseMessage> response = MessageOf<ResponseMessage>(json["response"]);
  if (!response.ok()) return response.status();
  vector.expected = *response;
  return absl::OkStatus();
}

absl::Status Read(const Json& json, ReadVector& vector) {
  const Json method = json.value("method", "");
  if (method == kMethods[0]) return Read<v1::RecommendSizeRequest, v1::RecommendSizeResponse>(json, vector);
  if (method == kMethods[1]) return Read<v1::BatchRecommendSizeRequest, v1::BatchRecommendSizeResponse>(json, vector);
  if (method == kMethods[2]) return Read<v1::ValidateConfigRequest, v1::ValidateConfigResponse>(json, vector);
  if (method == kMethods[3]) return Read<v1::RecommendReplicasRequest, v1::RecommendReplicasResponse>(json, vector);
  if (method == kMethods[4]) return Read<v1::ScaleCpuRequestsRequest, v1::ScaleCpuRequestsResponse>(json, vector);
  if (method == kMethods[5]) return Read<v1::RecommendMachineRequest, v1::RecommendMachineResponse>(json, vector);
  if (method == kMethods[6]) {
    return Read<v1::PlanClusterAutoscalerRequest, v1::PlanClusterAutoscalerResponse>(json, vector);
  }
  if (method == kMethods[7]) {
    return Read<v1::BatchRecommendReplicasRequest, v1::BatchRecommendReplicasResponse>(json, vector);
  }
  return absl::InvalidArgumentError(absl::StrCat("there is no method ", method.dump()));
}

}  // namespace

void TakeSentences(google::protobuf::Message& answer, std::set<std::string>& sentences) {
  if (auto* detail = dynamic_cast<google::protobuf::Any*>(&answer)) return TakeSentencesOfDetail(*detail, sentences);
  const google::protobuf::Reflection& reflection = *answer.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(answer, &fields);
  for (const FieldDescriptor* field : fields) {
    const bool is_message = field->message_type() != nullptr && !field->is_map();
    if (is_message && !field->is_repeated()) {
      TakeSentences(*reflection.MutableMessage(&answer, field), sentences);
    } else if (is_message) {
      for (int i = 0; i < reflection.FieldSize(answer, field); ++i) {
        TakeSentences(*reflection.MutableRepeatedMessage(&answer, field, i), sentences);
      }
    } else if (std::find(std::begin(kSentences), std::end(kSentences), field->name()) != std::end(kSentences)) {
      TakeSentence(answer, *field, sentences);
    }
  }
}

void ReadJson(const std::string& json, google::protobuf::Message& message) {
  const auto status = google::protobuf::util::JsonStringToMessage(json, &message);
  EXPECT_TRUE(status.ok()) << status.ToString() << "\n" << json;
}

std::vector<VectorFile> VectorFiles() {
  std::vector<VectorFile> files;
  std::set<std::string> sentences;
  for (const Subject& subject : Subjects()) {
    Json json = Json::array();
    for (const Vector& vector : subject.vectors()) json.push_back(JsonOf(vector, sentences));
    files.push_back({std::string(subject.file), json.dump(kIndent) + "\n"});
  }
  Json rules;
  for (const DecisionRule& rule : DecisionRules()) rules[std::string(rule.id)] = std::string(rule.meaning);
  files.push_back({"rules.json", rules.dump(kIndent) + "\n"});
  files.push_back({"sentences.json", Json(sentences).dump(kIndent) + "\n"});
  return files;
}

absl::StatusOr<std::vector<ReadVector>> ReadVectors(absl::string_view text) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_array()) return absl::InvalidArgumentError("this is not a list of vectors");
  std::vector<ReadVector> vectors;
  for (const Json& item : json) {
    ReadVector vector;
    vector.name = item.value("name", "");
    if (absl::Status status = Read(item, vector); !status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(vector.name, ": ", status.message()));
    }
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

}  // namespace cpsizer::conformance
