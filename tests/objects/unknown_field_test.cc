#include "client/objects/unknown_field.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/objects/field_traits.h"
#include "client/objects/file_limits.h"
#include "client/objects/message_reader.h"
#include "cpsizer/v1/validate_config.pb.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr tree::Position kInFile = {3, 1};

// Returns an object with only the field at the end of `path`, at positions of a file if `in_file`.
Node ObjectWith(const std::vector<const FieldDescriptor*>& path, absl::string_view name, bool in_file) {
  const Position position = in_file ? kInFile : Position();
  Node node;
  node.kind = NodeKind::kText;
  node.text = "1";
  node.position = position;
  std::string key(name);
  for (size_t i = path.size(); i > 0; --i) {
    Node map;
    map.kind = NodeKind::kMap;
    map.position = position;
    map.entries.push_back({key, position, std::move(node)});
    node = std::move(map);
    if (i == 1) break;
    const FieldDescriptor& parent = *path[i - 2];
    key = parent.json_name();
    if (!parent.is_repeated()) continue;
    Node list;
    list.kind = NodeKind::kList;
    list.position = position;
    list.items.push_back(std::move(node));
    node = std::move(list);
  }
  return node;
}

// Calls `visit` with the path of each field below `spec` of `kind`.
template <typename Visit>
void VisitFields(const Descriptor& type, std::vector<const FieldDescriptor*>& path, const Visit& visit) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (path.empty() && field.json_name() != "spec") continue;
    path.push_back(&field);
    if (path.size() > 1) visit(path);
    if (field.message_type() != nullptr && !field.is_map()) VisitFields(*field.message_type(), path, visit);
    path.pop_back();
  }
}

// Returns the severity of the only finding about a misspelled name of the field at the end of `path`.
v1::Severity SeverityOf(const Descriptor& kind, const std::vector<const FieldDescriptor*>& path, bool in_file) {
  const Node object = ObjectWith(path, absl::StrCat(path.back()->json_name(), "x"), in_file);
  const std::unique_ptr<google::protobuf::Message> message(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(&kind)->New());
  std::vector<FileProblem> found_problems;
  ProblemList problems("file", found_problems);
  CheckedObject found;
  EXPECT_TRUE(MessageReader(problems, found).Read(object, "", *message));
  EXPECT_THAT(found.unknown_fields, SizeIs(1)) << path.back()->full_name();
  return found.unknown_fields.empty() ? v1::SEVERITY_UNSPECIFIED : found.unknown_fields.front().severity();
}

// A field that is new in the API is decisive until it is in the table of field_traits.cc.
TEST(UnknownField, MisspelledDecisiveFieldsOfAllKindsAreErrorsInFilesOnly) {
  std::vector<std::string> warnings;
  const google::protobuf::OneofDescriptor& kinds = *v1::ValidateConfigRequest::descriptor()->FindOneofByName("config");
  for (int i = 0; i < kinds.field_count(); ++i) {
    const Descriptor& kind = *kinds.field(i)->message_type();
    std::vector<const FieldDescriptor*> path;
    VisitFields(kind, path, [&](const std::vector<const FieldDescriptor*>& fields) {
      EXPECT_EQ(SeverityOf(kind, fields, /*in_file=*/false), v1::SEVERITY_WARNING) << fields.back()->full_name();
      if (SeverityOf(kind, fields, /*in_file=*/true) == v1::SEVERITY_ERROR) return;
      const auto is_decisive = [](const FieldDescriptor* field) { return IsDecisive(*field); };
      if (std::all_of(fields.begin(), fields.end() - 1, is_decisive)) warnings.push_back(fields.back()->full_name());
    });
  }
  EXPECT_THAT(warnings, ElementsAre("cpsizer.v1.SizeConfiguration.effects",
                                    "cpsizer.v1.Management.non_request_serving_nodes_per_zone",
                                    "cpsizer.v1.ClusterSizingConfigurationSpec."
                                    "non_request_serving_nodes_buffer_per_zone"));
}

std::vector<v1::Finding> FindingsOf(absl::string_view spec) {
  const Inventory inventory = ReadObjects(absl::StrCat(
      "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\nspec: ", spec));
  EXPECT_THAT(inventory.configurations, SizeIs(1));
  return inventory.configurations.front().unknown_fields;
}

TEST(UnknownField, FieldsOfANewerVersionAreWarnings) {
  const struct {
    absl::string_view spec, path, remedy;
  } kCases[] = {
      {"{futureField: 1}", "spec.futureField",
       "Keep it if the API of the cluster has this field; otherwise remove it, or use one of sizes, concurrency, "
       "transitionDelay, nonRequestServingNodesBufferPerZone, resourceBasedAutoscaling."},
      {"{sizes: [{effects: {containerResourcePolicy: {goMemoryLimitPercent: 90}}}]}",
       "spec.sizes[0].effects.containerResourcePolicy",
       "Keep it if the API of the cluster has this field; otherwise remove it, or use one of kasGoMemLimit, "
       "controlPlanePriorityClassName, etcdPriorityClassName, APICriticalPriorityClassName, "
       "machineHealthCheckTimeout, maximumRequestsInflight, maximumMutatingRequestsInflight, resourceRequests."},
      {"{sizes: [{effects: {kasGoMemLimits: 1GiB}}]}", "spec.sizes[0].effects.kasGoMemLimits",
       "Keep it if the API of the cluster has this field; otherwise write kasGoMemLimit."},
  };
  for (const auto& test : kCases) {
    const std::vector<v1::Finding> findings = FindingsOf(test.spec);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].severity(), v1::SEVERITY_WARNING);
    EXPECT_EQ(findings[0].path(), test.path);
    EXPECT_EQ(findings[0].remedy(), test.remedy);
  }
}

// Warnings do not prevent a decision, so they must not use up the places of errors.
TEST(UnknownField, AnErrorReplacesAWarningIfThereAreTooMany) {
  std::string spec = "{";
  for (size_t i = 0; i < kMaxUnknownFields; ++i) absl::StrAppend(&spec, "future", i, ": 1, ");
  absl::StrAppend(&spec, "resourceBasedAutoscaling: {kubeApiServerMemoryFraction: '0.5'}}");
  const std::vector<v1::Finding> findings = FindingsOf(spec);
  ASSERT_THAT(findings, SizeIs(kMaxUnknownFields));
  EXPECT_EQ(findings.back().path(), "spec.resourceBasedAutoscaling.kubeApiServerMemoryFraction");
  EXPECT_EQ(findings.back().severity(), v1::SEVERITY_ERROR);
  std::vector<v1::Finding> errors(kMaxUnknownFields, findings.back());
  EXPECT_EQ(AddReaderFinding(Rule::kFieldUnknown, v1::SEVERITY_ERROR, "spec.a", errors), nullptr);
  EXPECT_THAT(errors, SizeIs(kMaxUnknownFields));
}

TEST(UnknownField, AFieldOfAnotherLevelIsAnError) {
  const std::vector<v1::Finding> findings =
      FindingsOf("{sizes: [{name: a, kubeAPIServerCPUFraction: 0.5, memory: 8Gi}], kubeAPIServerCPUFraction: 0.5}");
  ASSERT_THAT(findings, SizeIs(3));
  EXPECT_EQ(findings[0].severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(findings[0].path(), "spec.sizes[0].kubeAPIServerCPUFraction");
  EXPECT_EQ(findings[1].severity(), v1::SEVERITY_ERROR) << "a common name, but a field of the capacity has it";
  EXPECT_EQ(findings[1].remedy(), "Write it as spec.sizes[0].capacity.memory.");
  EXPECT_EQ(findings[2].severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(findings[0].remedy(), "Write it as spec.sizes[0].capacity.kubeAPIServerCPUFraction.");
  EXPECT_EQ(findings[2].remedy(), "Write it as spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction.");
}

TEST(UnknownField, TheEndOfTheNameOfADecisiveFieldIsAnError) {
  const std::vector<v1::Finding> findings = FindingsOf("{sizes: [{name: a, capacity: {memoryFraction: 0.5, gpu: 1}}]}");
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_EQ(findings[0].severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(findings[0].remedy(), "Write kubeAPIServerMemoryFraction.");
}

TEST(UnknownField, AFieldOfAnotherLevelIsAnErrorInEachCaseAndBelowEachField) {
  const std::vector<v1::Finding> findings = FindingsOf(
      "{sizes: [{name: a, effects: {kubeAPIServerCPUFraction: 0.5, newEffect: 1}}], kubeApiServerCpuFraction: 0.5}");
  ASSERT_THAT(findings, SizeIs(3));
  EXPECT_EQ(findings[0].severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(findings[0].remedy(), "Write it as spec.sizes[0].capacity.kubeAPIServerCPUFraction.");
  EXPECT_EQ(findings[1].severity(), v1::SEVERITY_WARNING) << "a field of another version";
  EXPECT_EQ(findings[2].severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(findings[2].remedy(), "Write it as spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction.");
}

TEST(UnknownField, ANameSimilarToAFieldOfAnotherVersionIsAnError) {
  constexpr absl::string_view kAll[] = {"maxReplicas"};
  constexpr absl::string_view kDecisive[] = {"maxReplicas", "metrics"};
  std::vector<v1::Finding> findings;
  const Entry entry = {"metric", kInFile, Node()};
  const v1::Finding* const finding = AddUnknownField(entry, "spec", "spec", {kAll, kDecisive}, findings);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(finding->remedy(), "Write metrics.");
}

TEST(UnknownField, KubeletConfigHasFindingsOnlyForSimilarNames) {
  const auto findings = [](absl::string_view kubelet_config) {
    const KindSet kinds = {ObjectKind::kKubeletConfig};
    const Inventory inventory = ReadObjects(
        absl::StrCat("apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\nspec: {kubeletConfig: {",
                     kubelet_config, "}}"),
        kinds);
    return inventory.cpu.kubelet_configs.front().unknown_fields;
  };
  EXPECT_THAT(findings("maxPods: 500, qosReserved: {memory: 50%}"), IsEmpty());
  const std::vector<v1::Finding> misspelled = findings("systemReservd: {cpu: 1}");
  ASSERT_THAT(misspelled, SizeIs(1));
  EXPECT_EQ(misspelled[0].severity(), v1::SEVERITY_ERROR);
  EXPECT_EQ(misspelled[0].remedy(), "Write systemReserved.");
}

}  // namespace
}  // namespace cpsizer::objects
