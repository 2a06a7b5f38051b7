// Tests which ClusterAutoscalers and MachineAutoscalers are valid: sections 1 to 4 of
// docs/reference/cluster-autoscaler.md, and the readings (interpretations of the proposal) in section 5.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

v1::ValidateConfigRequest AutoscalingRequest(const std::string& json) {
  v1::ValidateConfigRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(json, &request);
  EXPECT_TRUE(status.ok()) << status.ToString() << "\n" << json;
  return request;
}

v1::ValidateConfigRequest WithClusterSpec(absl::string_view spec) {
  return AutoscalingRequest(
      absl::StrCat(R"({"clusterAutoscaler": {"metadata": {"name": "default"}, "spec": {)", spec, "}}}"));
}

v1::ValidateConfigRequest WithMachineBounds(absl::string_view bounds) {
  return AutoscalingRequest(absl::StrCat(
      R"({"machineAutoscaler": {"spec": {"scaleTargetRef": {"apiVersion": "machine.openshift.io/v1beta1",)",
      R"("kind": "MachineSet", "name": "workers"})", bounds, "}}}"));
}

v1::ValidateConfigRequest WithTarget(absl::string_view target) {
  return AutoscalingRequest(absl::StrCat(
      R"({"machineAutoscaler": {"spec": {"minReplicas": 1, "maxReplicas": 2, "scaleTargetRef": {)", target, "}}}}"));
}

v1::ValidateConfigResponse ValidateAutoscaling(const v1::ValidateConfigRequest& request) {
  v1::ValidateConfigResponse response;
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  return response;
}

// Returns a text such as `VALUE_OUT_OF_RANGE spec.logVerbosity: -1 is below 0` for each finding.
std::vector<std::string> AutoscalingFindings(const v1::ValidateConfigRequest& request) {
  std::vector<std::string> lines;
  const v1::ValidateConfigResponse response = ValidateAutoscaling(request);
  for (const v1::Finding& finding : response.findings()) {
    lines.push_back(absl::StrCat(finding.rule(), " ", finding.path(), ": ", finding.message()));
  }
  return lines;
}

struct AutoscalingCase {
  const char* spec;
  std::vector<std::string> findings;
};

void ExpectClusterFindings(const std::vector<AutoscalingCase>& cases) {
  for (const AutoscalingCase& c : cases) EXPECT_EQ(AutoscalingFindings(WithClusterSpec(c.spec)), c.findings) << c.spec;
}

TEST(ClusterAutoscaler, Section1TheObject) {
  const v1::ValidateConfigResponse response = ValidateAutoscaling(WithClusterSpec(
      R"("resourceLimits": {"maxNodesTotal": 24, "cores": {"min": 8, "max": 128}, "memory": {"min": 4, "max": 256},
          "gpus": [{"type": "nvidia-t4", "min": 0, "max": 16}, {"type": "amd", "min": 0, "max": 4}]},
         "scaleDown": {"enabled": true, "delayAfterAdd": "10m", "delayAfterDelete": "5m", "delayAfterFailure": "30s",
          "unneededTime": "1h5.5m", "utilizationThreshold": "0.4", "cordonNodeBeforeTerminating": "Enabled"},
         "scaleUp": {"newPodScaleUpDelay": "10s"}, "maxPodGracePeriod": 600, "maxNodeProvisionTime": "15m",
         "podPriorityThreshold": -10, "balanceSimilarNodeGroups": true, "balancingIgnoredLabels": ["zone"],
         "ignoreDaemonsetsUtilization": true, "skipNodesWithLocalStorage": false, "logVerbosity": 4,
         "expanders": ["Priority", "LeastWaste", "Random"], "enforceNodeGroupMinSize": "Disabled",
         "startupTaints": ["a", "b"])"));
  EXPECT_THAT(response.findings(), IsEmpty());
  EXPECT_TRUE(response.valid());
  EXPECT_TRUE(response.decidable());
  EXPECT_THAT(AutoscalingFindings(AutoscalingRequest(R"({"clusterAutoscaler": {}})")), IsEmpty());
  EXPECT_THAT(
      AutoscalingFindings(AutoscalingRequest(
          R"({"clusterAutoscaler": {"apiVersion": "autoscaling.openshift.io/v1beta1", "kind": "Autoscaler",
                      "metadata": {"name": "other", "generation": "3"}}})")),
      ElementsAre("KIND_MISMATCH apiVersion: \"autoscaling.openshift.io/v1beta1\" is not autoscaling.openshift.io/v1",
                  "KIND_MISMATCH kind: \"Autoscaler\" is not ClusterAutoscaler",
                  "NAME_NOT_DEFAULT metadata.name: \"other\" is not \"default\""));
}

TEST(ClusterAutoscaler, Section1NumbersAndWordsOfTheSchema) {
  ExpectClusterFindings({
      {R"("logVerbosity": 0)", {}},
      {R"("logVerbosity": -1)", {"VALUE_OUT_OF_RANGE spec.logVerbosity: -1 is below 0"}},
      {R"("enforceNodeGroupMinSize": "true")",
       {"VALUE_NOT_SUPPORTED spec.enforceNodeGroupMinSize: \"true\" is not one of Enabled, Disabled"}},
      {R"("enforceNodeGroupMinSize": "")",
       {"FIELD_REQUIRED spec.enforceNodeGroupMinSize: spec has no enforceNodeGroupMinSize; write one of Enabled, "
        "Disabled"}},
      {R"("expanders": ["LeastWaste", "least-waste", ""])",
       {"VALUE_NOT_SUPPORTED spec.expanders[1]: \"least-waste\" is not one of LeastWaste, Priority, Random",
        "FIELD_REQUIRED spec.expanders[2]: spec has no expanders[2]; write one of LeastWaste, Priority, Random"}},
      {R"("expanders": ["priority"])",
       {"VALUE_NOT_SUPPORTED spec.expanders[0]: \"priority\" is not one of LeastWaste, Priority, Random"}},
      {R"("expanders": ["Random", "Priority", "Random"])",
       {"ENTRY_DUPLICATE spec.expanders[2]: \"Random\" is listed twice",
        "EXPANDER_AFTER_RANDOM spec.expanders[1]: \"Priority\" comes after \"Random\", which always chooses one node "
        "group"}},
      {R"("expanders": ["LeastWaste", "Random", "Priority"])",
       {"EXPANDER_AFTER_RANDOM spec.expanders[2]: \"Priority\" comes after \"Random\", which always chooses one node "
        "group"}},
      {R"("expanders": ["Random"])", {}},
      {R"("expanders": ["Priority", "LeastWaste", "Random"])", {}},
      {R"("startupTaints": ["a", "b", "a"])", {"ENTRY_DUPLICATE spec.startupTaints[2]: \"a\" is listed twice"}},
      {R"("scaleDown": {})", {"FIELD_REQUIRED spec.scaleDown.enabled: scaleDown has no enabled"}},
      {R"("scaleDown": {"enabled": true, "cordonNodeBeforeTerminating": "enabled"})",
       {"VALUE_NOT_SUPPORTED spec.scaleDown.cordonNodeBeforeTerminating: \"enabled\" is not one of Enabled, Disabled"}},
  });
  EXPECT_EQ(AutoscalingFindings(WithClusterSpec(R"("expanders": ["Random", "Priority", "LeastWaste", "Random"])")),
            std::vector<std::string>({"LIMIT_EXCEEDED spec.expanders: there are 4 entries, at most 3 are allowed"}));
}

TEST(ClusterAutoscaler, Section2Limits) {
  ExpectClusterFindings({
      {R"("resourceLimits": {"maxNodesTotal": 0, "cores": {"min": 0, "max": 0}})", {}},
      {R"("resourceLimits": {"maxNodesTotal": -1})",
       {"VALUE_OUT_OF_RANGE spec.resourceLimits.maxNodesTotal: -1 is below 0"}},
      {R"("resourceLimits": {"cores": {"min": 8, "max": 7}, "memory": {"min": -1, "max": -2}})",
       {"VALUE_OUT_OF_RANGE spec.resourceLimits.cores.max: max 7 is below min 8",
        "VALUE_OUT_OF_RANGE spec.resourceLimits.memory.min: -1 is below 0",
        "VALUE_OUT_OF_RANGE spec.resourceLimits.memory.max: -2 is below 0"}},
      {R"("resourceLimits": {"cores": {"min": 1, "max": 0}, "gpus": [{"type": "a", "min": 2, "max": 1}]})",
       {"VALUE_OUT_OF_RANGE spec.resourceLimits.cores.max: max 0 is below min 1",
        "VALUE_OUT_OF_RANGE spec.resourceLimits.gpus[0].max: max 1 is below min 2"}},
      {R"("resourceLimits": {"cores": {}, "memory": {"max": 3}})",
       {"FIELD_REQUIRED spec.resourceLimits.cores.min: cores has no min",
        "FIELD_REQUIRED spec.resourceLimits.cores.max: cores has no max",
        "FIELD_REQUIRED spec.resourceLimits.memory.min: memory has no min"}},
      {R"("resourceLimits": {"gpus": [{"type": "a", "min": 0, "max": 1}, {"type": "", "min": 0, "max": 0}]})",
       {"FIELD_REQUIRED spec.resourceLimits.gpus[1].type: gpus has no type",
        "VALUE_OUT_OF_RANGE spec.resourceLimits.gpus[1].max: 0 is below 1"}},
      {R"("resourceLimits": {"gpus": [{"type": "a:b", "min": 3, "max": 2}]})",
       {"GPU_TYPE_UNUSABLE spec.resourceLimits.gpus[0].type: \"a:b\" has a colon",
        "VALUE_OUT_OF_RANGE spec.resourceLimits.gpus[0].max: max 2 is below min 3"}},
      {R"("resourceLimits": {"gpus": [{"type": "nvidia.com/gpu", "min": 0, "max": 1}]})",
       {"GPU_TYPE_NOT_LABEL spec.resourceLimits.gpus[0].type: \"nvidia.com/gpu\" is not a valid label value"}},
      {R"("resourceLimits": {"gpus": [{"type": "nvidia.com/gpu", "min": 4, "max": 2}]})",
       {"VALUE_OUT_OF_RANGE spec.resourceLimits.gpus[0].max: max 2 is below min 4",
        "GPU_TYPE_NOT_LABEL spec.resourceLimits.gpus[0].type: \"nvidia.com/gpu\" is not a valid label value"}},
  });
}

TEST(ClusterAutoscaler, Section2Durations) {
  const auto add = [](absl::string_view text) {
    return AutoscalingFindings(
        WithClusterSpec(absl::StrCat(R"("scaleDown": {"enabled": true, "delayAfterAdd": ")", text, "\"}")));
  };
  for (const char* text : {"0s", "10m", "1h30m", "1.5h", ".5s", "5.s", "+10s", "100ms", "1\u00B5s", "2540400h"}) {
    EXPECT_THAT(add(text), IsEmpty()) << text;
  }
  for (const char* text : {"", "10", "10 m", "1d", "soon", "m", "1h-3m", "99999999h"}) {
    EXPECT_THAT(add(text), ElementsAre(absl::StrCat("DURATION_MALFORMED spec.scaleDown.delayAfterAdd: \"", text,
                                                    "\" is not a duration")));
  }
  EXPECT_THAT(add("0"), ElementsAre("DURATION_MALFORMED spec.scaleDown.delayAfterAdd: \"0\" has no unit"));
  EXPECT_THAT(add("-1ns"), ElementsAre("VALUE_OUT_OF_RANGE spec.scaleDown.delayAfterAdd: -1ns is negative"));
  // Settings of the scale-down are validated even if scale-down is disabled.
  EXPECT_THAT(AutoscalingFindings(WithClusterSpec(
                  R"("scaleDown": {"enabled": false, "delayAfterAdd": "-1s", "delayAfterDelete": "-2s",
                      "delayAfterFailure": "-3s", "unneededTime": "-4s"}, "scaleUp": {"newPodScaleUpDelay": "-5s"})")),
              ElementsAre("VALUE_OUT_OF_RANGE spec.scaleDown.delayAfterAdd: -1s is negative",
                          "VALUE_OUT_OF_RANGE spec.scaleDown.delayAfterDelete: -2s is negative",
                          "VALUE_OUT_OF_RANGE spec.scaleDown.delayAfterFailure: -3s is negative",
                          "VALUE_OUT_OF_RANGE spec.scaleDown.unneededTime: -4s is negative",
                          "VALUE_OUT_OF_RANGE spec.scaleUp.newPodScaleUpDelay: -5s is negative"));
}

// A Go duration may have a sign, and a number without a digit before or after the point. The schema of
// maxNodeProvisionTime does not accept these forms.
TEST(ClusterAutoscaler, Section1MaxNodeProvisionTime) {
  const auto provision = [](absl::string_view text) {
    return AutoscalingFindings(WithClusterSpec(absl::StrCat(R"("maxNodeProvisionTime": ")", text, "\"")));
  };
  for (const char* text : {"15m", "1h30m", "0.5h", "0s", "1\u00B5s", "3us2ns"}) {
    EXPECT_THAT(provision(text), IsEmpty()) << text;
  }
  for (const char* text : {"-15m", "+15m", ".5h", "5.h", "0", "1\u03BCs"}) {
    EXPECT_THAT(provision(text), ElementsAre(absl::StrCat("DURATION_MALFORMED spec.maxNodeProvisionTime: \"", text,
                                                          "\" is not a duration without a sign, such as 1h30m")));
  }
  for (const char* text : {"15", "15 m", "soon", "99999999h", ""}) EXPECT_THAT(provision(text), SizeIs(1)) << text;
}

TEST(ClusterAutoscaler, Section2UtilizationThreshold) {
  const auto threshold = [](absl::string_view text) {
    return AutoscalingFindings(
        WithClusterSpec(absl::StrCat(R"("scaleDown": {"enabled": true, "utilizationThreshold": ")", text, "\"}")));
  };
  const std::string path = "spec.scaleDown.utilizationThreshold: ";
  for (const char* text : {"0.4", "0.000001", "0.999", "00.5", "+0.5", "0.5e-1", "0.0_1", ".0_1", "0_0.5", "0.1e-0_1",
                           "0x1p-2", "0X1P-0_2"}) {
    EXPECT_THAT(threshold(text), IsEmpty()) << text;
  }
  for (const char* text : {"0", "0.0", "1", "1.0", "10.5", "-0.5", "+10.05", "inf", "0x1p1"}) {
    EXPECT_THAT(threshold(text),
                ElementsAre(absl::StrCat("VALUE_OUT_OF_RANGE ", path, text, " is not above 0 and below 1")));
  }
  for (const char* text : {"", "half", "0,5", "0.5 ", " 0.5", "+-0.5", "40%", "nan", "0._5", "0.5_", "_0.5", "0.5__1",
                           "0x0.8", "0.0_e-1"}) {
    EXPECT_THAT(threshold(text), ElementsAre(::testing::StartsWith("NUMBER_MALFORMED " + path))) << text;
  }
  for (const char* text : {".5", "5e-1", "0x_1p-2"}) {
    EXPECT_THAT(threshold(text),
                ElementsAre(absl::StrCat("NUMBER_MALFORMED ", path, "\"", text,
                                         "\" does not begin with 0., as the schema of the object requires")));
  }
}

TEST(ClusterAutoscaler, Section2ListsAreBounded) {
  const struct {
    const char* path;
    void (*add)(v1::ClusterAutoscalerSpec& spec, const std::string& text);
  } kLists[] = {
      {"spec.resourceLimits.gpus",
       [](v1::ClusterAutoscalerSpec& spec, const std::string& text) {
         v1::ClusterAutoscalerGpuLimit& gpu = *spec.mutable_resource_limits()->add_gpus();
         gpu.set_type(text);
         gpu.set_min(0);
         gpu.set_max(1);
       }},
      {"spec.balancingIgnoredLabels",
       [](v1::ClusterAutoscalerSpec& spec, const std::string& text) { spec.add_balancing_ignored_labels(text); }},
      {"spec.startupTaints",
       [](v1::ClusterAutoscalerSpec& spec, const std::string& text) { spec.add_startup_taints(text); }},
  };
  for (const auto& list : kLists) {
    v1::ValidateConfigRequest request = WithClusterSpec(R"("balanceSimilarNodeGroups": true)");
    v1::ClusterAutoscalerSpec& spec = *request.mutable_cluster_autoscaler()->mutable_spec();
    for (int i = 0; i < kMaxClusterAutoscalerEntries; ++i) list.add(spec, absl::StrCat("e", i));
    EXPECT_THAT(AutoscalingFindings(request), IsEmpty()) << list.path;
    list.add(spec, "last");
    EXPECT_THAT(
        AutoscalingFindings(request),
        ElementsAre(absl::StrCat("LIMIT_EXCEEDED ", list.path, ": there are 1001 entries, at most 1000 are allowed")));
  }
}

TEST(ClusterAutoscaler, Section2AllGpusAreCheckedUpToTheLimit) {
  v1::ValidateConfigRequest request = WithClusterSpec("");
  v1::ClusterAutoscalerResourceLimits& limits =
      *request.mutable_cluster_autoscaler()->mutable_spec()->mutable_resource_limits();
  for (int i = 0; i < kMaxClusterAutoscalerEntries; ++i) limits.add_gpus()->set_type("a");
  EXPECT_THAT(AutoscalingFindings(request), SizeIs(2 * kMaxClusterAutoscalerEntries)) << "min and max of each";
}

TEST(ClusterAutoscaler, WarnsAboutSettingsWithoutEffect) {
  const auto without = [](absl::string_view field, absl::string_view why) {
    return absl::StrCat("SETTING_WITHOUT_EFFECT spec.", field, ": it has no effect, because ", why);
  };
  const std::string off = "scaleDown is not enabled";
  EXPECT_THAT(
      AutoscalingFindings(WithClusterSpec(
          R"("scaleDown": {"enabled": false, "delayAfterAdd": "1s", "delayAfterDelete": "1s",
                      "delayAfterFailure": "1s", "unneededTime": "1s", "utilizationThreshold": "0.5",
                      "cordonNodeBeforeTerminating": "Enabled"}, "balancingIgnoredLabels": ["zone"])")),
      ElementsAre(without("scaleDown.delayAfterAdd", off), without("scaleDown.delayAfterDelete", off),
                  without("scaleDown.delayAfterFailure", off), without("scaleDown.unneededTime", off),
                  without("scaleDown.utilizationThreshold", off), without("scaleDown.cordonNodeBeforeTerminating", off),
                  without("balancingIgnoredLabels", "balanceSimilarNodeGroups is not true")));
  EXPECT_THAT(AutoscalingFindings(WithClusterSpec(R"("scaleDown": {"enabled": false})")), IsEmpty());
}

TEST(ClusterAutoscaler, ReadingsOfSection5) {
  const auto scale_down = [](absl::string_view field) {
    return WithClusterSpec(absl::StrCat(R"("scaleDown": {"enabled": true, )", field, "}"));
  };
  const struct {
    const char* reading;
    v1::ValidateConfigRequest request;
    std::vector<std::string> rules;
  } kReadings[] = {
      {"CA-1", WithClusterSpec(R"("resourceLimits": {"maxNodesTotal": 0})"), {}},
      {"CA-2", WithMachineBounds(R"(, "minReplicas": 2, "maxReplicas": 2)"), {"MIN_EQUALS_MAX"}},
      {"CA-3",
       WithTarget(R"("apiVersion": "machine.openshift.io/v1beta1", "kind": "Machine", "name": "a")"),
       {"TARGET_NOT_MACHINE_SET"}},
      {"CA-4", WithTarget(R"("kind": "MachineSet", "name": "a")"), {"TARGET_NOT_MACHINE_SET"}},
      {"CA-5",
       WithClusterSpec(R"("resourceLimits": {"gpus": [{"type": "a:b", "min": 0, "max": 1}]})"),
       {"GPU_TYPE_UNUSABLE"}},
      {"CA-6", scale_down(R"("utilizationThreshold": "0x1p-2")"), {}},
      {"CA-7", WithClusterSpec(R"("scaleDown": {"enabled": false, "unneededTime": "5m"})"), {"SETTING_WITHOUT_EFFECT"}},
      {"CA-8", WithClusterSpec(R"("balancingIgnoredLabels": ["zone"])"), {"SETTING_WITHOUT_EFFECT"}},
      {"CA-9", WithClusterSpec(R"("maxPodGracePeriod": -1, "podPriorityThreshold": -10)"), {}},
      {"CA-10", AutoscalingRequest(R"({"clusterAutoscaler": {"spec": {}}})"), {}},
  };
  for (const auto& reading : kReadings) {
    std::vector<std::string> rules;
    const v1::ValidateConfigResponse response = ValidateAutoscaling(reading.request);
    for (const v1::Finding& finding : response.findings()) rules.push_back(finding.rule());
    EXPECT_EQ(rules, reading.rules) << reading.reading;
  }
}

TEST(MachineAutoscaler, Section3TheObject) {
  v1::ValidateConfigRequest request = WithMachineBounds(R"(, "minReplicas": 0, "maxReplicas": 12)");
  request.mutable_machine_autoscaler()->mutable_metadata()->set_generation(4);
  const v1::ValidateConfigResponse response = ValidateAutoscaling(request);
  EXPECT_THAT(response.findings(), IsEmpty());
  EXPECT_TRUE(response.valid());
  EXPECT_TRUE(response.decidable());
  EXPECT_EQ(response.config_generation(), 4);
  request.mutable_machine_autoscaler()->set_api_version("autoscaling.openshift.io/v1");
  request.mutable_machine_autoscaler()->set_kind("ClusterAutoscaler");
  EXPECT_THAT(AutoscalingFindings(request), SizeIs(2));
  EXPECT_THAT(AutoscalingFindings(AutoscalingRequest(R"({"machineAutoscaler": {}})")),
              ElementsAre("FIELD_REQUIRED spec.minReplicas: spec has no minReplicas",
                          "FIELD_REQUIRED spec.maxReplicas: spec has no maxReplicas",
                          "FIELD_REQUIRED spec.scaleTargetRef: spec has no scaleTargetRef"));
}

TEST(MachineAutoscaler, Section4Bounds) {
  const std::vector<AutoscalingCase> cases = {
      {R"(, "minReplicas": 1, "maxReplicas": 1)",
       {"MIN_EQUALS_MAX spec.maxReplicas: minReplicas and maxReplicas are both 1"}},
      {R"(, "minReplicas": 3, "maxReplicas": 2)",
       {"MAX_REPLICAS_BELOW_MIN spec.maxReplicas: maxReplicas 2 is below minReplicas 3"}},
      {R"(, "minReplicas": 2, "maxReplicas": 1)",
       {"MAX_REPLICAS_BELOW_MIN spec.maxReplicas: maxReplicas 1 is below minReplicas 2"}},
      {R"(, "minReplicas": -1, "maxReplicas": 2)", {"VALUE_OUT_OF_RANGE spec.minReplicas: -1 is below 0"}},
      {R"(, "minReplicas": 0, "maxReplicas": 0)", {"VALUE_OUT_OF_RANGE spec.maxReplicas: 0 is below 1"}},
      {R"(, "minReplicas": -1, "maxReplicas": -2)",
       {"VALUE_OUT_OF_RANGE spec.minReplicas: -1 is below 0", "VALUE_OUT_OF_RANGE spec.maxReplicas: -2 is below 1"}},
  };
  for (const AutoscalingCase& c : cases) {
    EXPECT_EQ(AutoscalingFindings(WithMachineBounds(c.spec)), c.findings) << c.spec;
  }
}

TEST(MachineAutoscaler, Section4Target) {
  EXPECT_THAT(AutoscalingFindings(WithTarget(R"("kind": "MachineSet", "name": "a")")),
              ElementsAre("TARGET_NOT_MACHINE_SET spec.scaleTargetRef.apiVersion: \"\" is not "
                          "machine.openshift.io/v1beta1"));
  EXPECT_THAT(AutoscalingFindings(
                  WithTarget(R"("apiVersion": "machine.openshift.io/v1", "kind": "MachineDeployment", "name": "")")),
              ElementsAre("TARGET_NOT_MACHINE_SET spec.scaleTargetRef.apiVersion: \"machine.openshift.io/v1\" is not "
                          "machine.openshift.io/v1beta1",
                          "TARGET_NOT_MACHINE_SET spec.scaleTargetRef.kind: \"MachineDeployment\" is not MachineSet",
                          "FIELD_REQUIRED spec.scaleTargetRef.name: scaleTargetRef has no name"));
  EXPECT_THAT(AutoscalingFindings(WithTarget(
                  R"("apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": "No_Name")")),
              SizeIs(1));
}

}  // namespace
}  // namespace cpsizer
