// The shipped CRDs have exactly the fields of the messages that mirror them.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/parse_value.h"
#include "client/kube/read_file.h"
#include "client/tree/node_json.h"
#include "tests/lint/api.h"
#include "tests/testing/json.h"
#include "tests/testing/paths.h"

namespace cpsizer::lint {
namespace {

using ::cpsizer::kube::Find;
using ::cpsizer::kube::Json;
using ::cpsizer::kube::TextAt;
using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::testing::UnorderedElementsAreArray;

constexpr char kPath[] = "deploy/crds/clustersizingconfigurations.yaml";
constexpr size_t kMaxBytes = size_t{1} << 20;

std::string TypeOf(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_INT64:
      return "integer";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "boolean";
    default:
      return "string";
  }
}

// Appends texts such as "sizes[].name string", one for each field of the message.
void CrdAppendLeaves(const Descriptor& message, const std::string& prefix, std::vector<std::string>& leaves) {
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    const std::string path = absl::StrCat(prefix, field.json_name(), field.is_repeated() ? "[]" : "");
    if (field.message_type() != nullptr) {
      CrdAppendLeaves(*field.message_type(), path + ".", leaves);
    } else {
      leaves.push_back(absl::StrCat(path, " ", TypeOf(field)));
    }
  }
}

// Appends texts in the same format for a schema. A quantity (int-or-string in the schema) is appended as a string,
// because it is a string in the protobuf message.
void CrdAppendLeaves(const Json& schema, const std::string& path, std::vector<std::string>& leaves) {
  if (schema.contains("properties")) {
    for (const auto& [name, property] : schema["properties"].items()) {
      CrdAppendLeaves(property, absl::StrCat(path, path.empty() ? "" : ".", name), leaves);
    }
  } else if (schema.contains("items")) {
    CrdAppendLeaves(schema["items"], path + "[]", leaves);
  } else {
    const bool is_quantity = schema.value("x-kubernetes-int-or-string", false);
    leaves.push_back(absl::StrCat(path, " ", is_quantity ? "string" : TextAt(schema, {"type"})));
  }
}

Json ReadCrd(const std::string& path) {
  const auto text = kube::ReadFile(testing::SourcePath(path), kMaxBytes);
  EXPECT_TRUE(text.ok()) << text.status();
  if (!text.ok()) return {};
  const auto value = kube::ParseValue(*text);
  EXPECT_TRUE(value.ok()) << path << ": " << value.status();
  return value.ok() ? Json(tree::ToJson(*value)) : Json();
}

std::vector<std::string> LeavesOf(const Json& crd, const char* part) {
  std::vector<std::string> leaves;
  const Json& version = Find(crd, {"spec", "versions"})[0];
  CrdAppendLeaves(Find(version, {"schema", "openAPIV3Schema", "properties", part}), "", leaves);
  return leaves;
}

struct MirroredCrd {
  const char* path;
  const char* part;
  const char* message;
};

class MirroredCrdTest : public ::testing::TestWithParam<MirroredCrd> {};

INSTANTIATE_TEST_SUITE_P(Lint, MirroredCrdTest,
                         ::testing::Values(MirroredCrd{kPath, "spec", "ClusterSizingConfigurationSpec"},
                                           MirroredCrd{kPath, "status", "ClusterSizingConfigurationStatus"},
                                           MirroredCrd{"deploy/crds/cluster-autoscaler/clusterautoscalers.yaml", "spec",
                                                       "ClusterAutoscalerSpec"},
                                           MirroredCrd{"deploy/crds/cluster-autoscaler/machineautoscalers.yaml", "spec",
                                                       "MachineAutoscalerSpec"},
                                           MirroredCrd{"deploy/crds/cluster-autoscaler/machineautoscalers.yaml",
                                                       "status", "MachineAutoscalerStatus"}),
                         [](const auto& info) { return std::string(info.param.message); });

TEST_P(MirroredCrdTest, HasTheFieldsOfTheMessage) {
  std::vector<std::string> expected;
  CrdAppendLeaves(ApiMessage(GetParam().message), "", expected);
  EXPECT_THAT(LeavesOf(ReadCrd(GetParam().path), GetParam().part), UnorderedElementsAreArray(expected));
}

// The API server applies the defaults of fields only if their parent exists. The operator reads an absent parent as a
// limit of 0 and as no delay.
TEST(CrdTest, ParentsOfDefaultsHaveADefault) {
  const Json crd = ReadCrd(kPath);
  const Json& version = Find(crd, {"spec", "versions"})[0];
  const Json& spec = Find(version, {"schema", "openAPIV3Schema", "properties", "spec", "properties"});
  int parents = 0;
  for (const auto& [name, field] : spec.items()) {
    if (!field.contains("properties")) continue;
    for (const Json& inner : field["properties"]) {
      if (!inner.contains("default")) continue;
      EXPECT_EQ(field.value("default", Json()), Json::object()) << name;
      EXPECT_FALSE(field.contains("required")) << name << ": the API server refuses a default without required fields";
      ++parents;
      break;
    }
  }
  EXPECT_EQ(parents, 2);
}

// A rule about a quantity exceeds the cost limit of the API server if the schema does not limit the length of the
// quantity.
TEST(CrdTest, EveryQuantityHasABoundAndARule) {
  const Json crd = ReadCrd(kPath);
  std::vector<const Json*> open = {&crd};
  int quantities = 0;
  while (!open.empty()) {
    const Json& schema = *open.back();
    open.pop_back();
    for (const Json& child : schema) {
      if (child.is_structured()) open.push_back(&child);
    }
    if (!schema.is_object() || !schema.contains("x-kubernetes-int-or-string")) continue;
    ++quantities;
    EXPECT_EQ(kube::NumberAt(schema, {"maxLength"}), 64) << schema;
    EXPECT_TRUE(schema.contains("x-kubernetes-validations")) << schema;
  }
  EXPECT_EQ(quantities, 10);
}

}  // namespace
}  // namespace cpsizer::lint
