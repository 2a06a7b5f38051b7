#include "client/webhook/validated_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/tree/node_json.h"
#include "tests/webhook/review_bodies.h"

namespace cpsizer::webhook {
namespace {

using ::cpsizer::testing::MachineAutoscalerOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Config = v1::ValidateConfigRequest::ConfigCase;

absl::optional<ValidationInput> Ask(absl::string_view api_version, absl::string_view kind,
                                    const nlohmann::json& object = nlohmann::json::object()) {
  return MakeValidationInput(api_version, kind, tree::FromJson(object));
}

absl::optional<ValidationInput> AskAbout(const nlohmann::json& machine_autoscaler) {
  return Ask("autoscaling.openshift.io/v1beta1", "MachineAutoscaler", machine_autoscaler);
}

// Returns the only finding of the reader.
v1::Finding OnlyFinding(const ValidationInput& input) {
  EXPECT_THAT(input.findings, SizeIs(1));
  return input.findings.empty() ? v1::Finding() : input.findings.front();
}

TEST(ValidatedKindsTest, EveryKindHasItsOwnRequest) {
  const struct {
    absl::string_view api_version, kind;
    Config config;
  } kCases[] = {
      {"scheduling.hypershift.openshift.io/v1alpha1", "ClusterSizingConfiguration",
       Config::kClusterSizingConfiguration},
      {"autoscaling/v2", "HorizontalPodAutoscaler", Config::kHorizontalPodAutoscaler},
      {"autoscaling/v1", "HorizontalPodAutoscaler", Config::kHorizontalPodAutoscaler},
      {"machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscaler", Config::kControlPlaneMachineSetAutoscaler},
      {"machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
       Config::kControlPlaneMachineSetAutoscalingTriggerAuthentication},
      {"autoscaling.openshift.io/v1", "ClusterAutoscaler", Config::kClusterAutoscaler},
      {"autoscaling.openshift.io/v1beta1", "MachineAutoscaler", Config::kMachineAutoscaler},
      {"config.openshift.io/v1", "Infrastructure", Config::kInfrastructure},
      {"machineconfiguration.openshift.io/v1", "KubeletConfig", Config::kKubeletConfig},
  };
  for (const auto& test : kCases) {
    const absl::optional<ValidationInput> input = Ask(test.api_version, test.kind);
    ASSERT_TRUE(input.has_value()) << test.kind;
    EXPECT_EQ(input->request.config_case(), test.config) << test.kind;
    EXPECT_LT(KindIndex(test.kind), kOtherKind);
  }
}

// The oneofs for the new object and for the old object must have the same kinds.
TEST(ValidatedKindsTest, EveryKindCanBeAnOldObject) {
  const auto& fields = *v1::ValidateConfigRequest::descriptor()->FindOneofByName("config");
  const auto& old_fields = *v1::ConfigOldObject::descriptor()->FindOneofByName("config");
  ASSERT_EQ(fields.field_count(), old_fields.field_count());
  for (int i = 0; i < fields.field_count(); ++i) {
    EXPECT_EQ(fields.field(i)->number(), old_fields.field(i)->number());
    EXPECT_EQ(fields.field(i)->name(), old_fields.field(i)->name());
    ASSERT_EQ(fields.field(i)->message_type(), old_fields.field(i)->message_type());
    ValidationInput old, input;
    v1::ValidateConfigRequest::GetReflection()->MutableMessage(&old.request, fields.field(i));
    AddOldObject(old, input);
    EXPECT_EQ(static_cast<int>(input.request.old_config().config_case()), fields.field(i)->number());
  }
}

TEST(ValidatedKindsTest, OtherKindsAndVersionsAreNotValidated) {
  EXPECT_FALSE(Ask("v1", "Pod").has_value());
  EXPECT_FALSE(Ask("hypershift.openshift.io/v1beta1", "HostedCluster").has_value());
  EXPECT_FALSE(Ask("autoscaling.openshift.io/v2", "MachineAutoscaler").has_value());
  EXPECT_FALSE(Ask("scheduling.hypershift.openshift.io/v1", "ClusterSizingConfiguration").has_value());
  EXPECT_EQ(KindIndex("Pod"), kOtherKind);
  EXPECT_EQ(KindIndex("other"), kOtherKind);
  EXPECT_EQ(KindIndex(""), kOtherKind);
}

TEST(ValidatedKindsTest, AnUnknownFieldIsAWarning) {
  nlohmann::json object = MachineAutoscalerOf(1, 2);
  object["spec"]["newField"] = 1;
  const absl::optional<ValidationInput> input = AskAbout(object);
  const v1::Finding finding = OnlyFinding(*input);
  EXPECT_EQ(finding.rule(), "FIELD_UNKNOWN");
  EXPECT_EQ(finding.severity(), v1::SEVERITY_WARNING);
  EXPECT_EQ(finding.path(), "spec.newField");
  EXPECT_TRUE(input->readable);
}

TEST(ValidatedKindsTest, AValueOfTheWrongTypeIsAnError) {
  nlohmann::json object = MachineAutoscalerOf(1, 2);
  object["spec"]["minReplicas"] = "many";
  const absl::optional<ValidationInput> input = AskAbout(object);
  EXPECT_FALSE(input->readable);
  const v1::Finding finding = OnlyFinding(*input);
  EXPECT_EQ(finding.rule(), "FIELD_TYPE_MISMATCH");
  EXPECT_EQ(finding.severity(), v1::SEVERITY_ERROR);
  EXPECT_THAT(finding.message(), HasSubstr("minReplicas"));
}

TEST(ValidatedKindsTest, AValueOfTheWrongTypeWithAClearMeaningIsRead) {
  nlohmann::json object = MachineAutoscalerOf(5, 2);
  object["spec"]["minReplicas"] = "5";
  const absl::optional<ValidationInput> input = AskAbout(object);
  EXPECT_TRUE(input->readable);
  const v1::Finding finding = OnlyFinding(*input);
  EXPECT_EQ(finding.rule(), "FIELD_TYPE_MISMATCH");
  EXPECT_EQ(finding.path(), "spec.minReplicas");
  EXPECT_EQ(input->request.machine_autoscaler().spec().min_replicas(), 5) << "so that the other findings are found";
}

TEST(ValidatedKindsTest, AGoodObjectHasNoFindingsOfTheReader) {
  const auto input = AskAbout(MachineAutoscalerOf(1, 2));
  EXPECT_THAT(input->findings, IsEmpty());
  EXPECT_EQ(input->request.machine_autoscaler().spec().max_replicas(), 2);
}

}  // namespace
}  // namespace cpsizer::webhook
