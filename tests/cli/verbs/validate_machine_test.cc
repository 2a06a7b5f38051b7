// Tests `cpsizer validate` with autoscalers of control plane machines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kExample[] = "deploy/examples/machines/autoscaler.yaml";

// The example in the enhancement proposal that docs/reference/machine-autoscaler.md describes, with the spellings and
// numbers of the proposal.
constexpr char kProposal[] = R"(apiVersion: machine.openshift.io/v1alpha1
kind: ControlPlaneMachineSetAutoscaler
metadata: {name: cluster, namespace: openshift-machine-api}
spec:
  machineConfiguration:
    machineType: machines_v1beta1_machine_openshift_io
    machines_v1beta1_machine_openshift_io:
      platform: aws
      aws:
        - {weight: 1, instanceSize: r4.large}
        - {weight: 2, instanceSize: r4.xlarge}
  scaleUp:
    stabilizationWindow: 120m
    triggers:
      - {type: cpu, cpu: {value: 80, timeWindow: 30m}}
      - triggerType: Prometheus
        prometheus: {serverAddress: "https://thanos:9091", query: up, threshold: 0.5, authModes: "tls, bearer"}
        authenticationRef: thanos
  scaleDown:
    stabilizationWindow: 120m
    triggerPolicy: all
    triggers:
      - {type: cpu, cpu: {value: 30.5, timeWindow: 30m}}
---
apiVersion: machine.openshift.io/v1alpha1
kind: ControlPlaneMachineSetAutoscalingTriggerAuthentication
metadata: {name: thanos, namespace: openshift-machine-api}
spec:
  secretTargetRef: {parameter: bearer, name: thanos-token, key: token}
)";

RunResult ValidateMachineText(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("machines.yaml", text);
  RunResult result = RunCommand({"validate", "-f", file});
  result.out = absl::StrReplaceAll(result.out, {{file, "FILE"}});
  result.err = absl::StrReplaceAll(result.err, {{file, "FILE"}});
  return result;
}

TEST(ValidateMachineTest, TheExampleHasNoFindings) {
  const RunResult result = RunCommand({"validate", "-f", kExample});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("0 errors, 0 warnings, 0 notes in 1 ControlPlaneMachineSetAutoscaler and 1 "
                                    "ControlPlaneMachineSetAutoscalingTriggerAuthentication"));
}

// Tests the readings A-18 to A-20 and A-28 of docs/reference/machine-autoscaler.md.
TEST(ValidateMachineTest, FilesMayWriteNamesNumbersAndSingleEntriesWithoutTheirWrapping) {
  const RunResult result = ValidateMachineText(kProposal);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(ValidateMachineTest, FindingsHaveTheirPlace) {
  const RunResult result =
      ValidateMachineText(absl::StrReplaceAll(kProposal, {{"weight: 2", "weight: 1"},
                                                          {"parameter: bearer", "parameter: pin"},
                                                          {"authenticationRef: thanos", "authenticationRef: T_"}}));
  EXPECT_EQ(result.exit_code, 1);
  ExpectGolden("validate_machine.txt", result.out);
}

struct BadMachineCase {
  const char* name;
  const char* from;
  const char* to;
  int exit_code;
  const char* message;
};

TEST(ValidateMachineTest, InvalidInputIsOneClearFinding) {
  const BadMachineCase cases[] = {
      {"an unknown platform", "platform: aws", "platform: oracle", 1, "VALUE_NOT_SUPPORTED at 8:17"},
      {"the same weight", "weight: 2", "weight: 1", 1, "WEIGHT_DUPLICATE at 11:20"},
      {"a fractional weight", "weight: 2", "weight: 1.5", 1, "1.5 is a number but not a whole number"},
      {"a weight that is text", "weight: 2", "weight: two", 1, "is text where a whole number is expected"},
      {"a negative window", "{value: 80, timeWindow: 30m}", "{value: 80, timeWindow: -30m}", 1,
       "VALUE_OUT_OF_RANGE at 15:"},
      {"text where a number belongs", "value: 80", "value: much", 1, "NUMBER_MALFORMED at 15:"},
      {"a misspelt field", "timeWindow: 30m}}\n      - tr", "timewindow: 30m}}\n      - tr", 1, "Write timeWindow."},
      {"a list where a reference belongs", "authenticationRef: thanos", "authenticationRef: [thanos]", 1,
       "is a list where"},
  };
  for (const BadMachineCase& c : cases) {
    const RunResult result = ValidateMachineText(absl::StrReplaceAll(kProposal, {{c.from, c.to}}));
    EXPECT_EQ(result.exit_code, c.exit_code) << c.name << result.out << result.err;
    EXPECT_THAT(result.out + result.err, HasSubstr(c.message)) << c.name;
  }
}

TEST(ValidateMachineTest, AnotherVersionIsNotRead) {
  EXPECT_THAT(ValidateMachineText(absl::StrReplaceAll(kProposal, {{"v1alpha1", "v1"}})).err,
              AllOf(StartsWith("error: FILE:1:1: "), HasSubstr("use machine.openshift.io/v1alpha1")));
}

}  // namespace
}  // namespace cpsizer::cli
