// Tests `cpsizer validate` with a ClusterAutoscaler and MachineAutoscalers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"
#include "tests/testing/paths.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;

constexpr char kClusterAutoscalerExample[] = "deploy/examples/cluster-autoscaler/autoscaler.yaml";

// Replaces the text `from` with `to` in the example, and runs the verb on the result.
RunResult ValidateExampleWith(const std::string& from, const std::string& to) {
  std::ifstream file(testing::SourcePath(kClusterAutoscalerExample));
  const std::string example{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(example, HasSubstr(from));
  const TemporaryFolder folder;
  const std::string path = folder.Write("autoscaler.yaml", absl::StrReplaceAll(example, {{from, to}}));
  RunResult result = RunCommand({"validate", "-f", path});
  result.out = absl::StrReplaceAll(result.out, {{path, "FILE"}});
  result.err = absl::StrReplaceAll(result.err, {{path, "FILE"}});
  return result;
}

TEST(ValidateClusterAutoscalerTest, TheExampleHasNoFindings) {
  const RunResult result = RunCommand({"validate", "-f", kClusterAutoscalerExample});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("0 errors, 0 warnings, 0 notes in 1 ClusterAutoscaler and 1 MachineAutoscaler"));
}

// Writes a MachineSet with these annotations, and runs the verb on it and on `more`.
RunResult ValidateMachineSet(const std::string& annotations, const std::string& more = "") {
  const TemporaryFolder folder;
  const std::string path = folder.Write(
      "set.yaml",
      absl::StrCat("apiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata:\n  name: workers\n  "
                   "namespace: openshift-machine-api\n  annotations:\n",
                   annotations, "---\n", more));
  RunResult result = RunCommand({"validate", "-f", path});
  result.out = absl::StrReplaceAll(result.out, {{path, "FILE"}});
  return result;
}

TEST(ValidateClusterAutoscalerTest, BoundsOfAMachineSetThatLoseAllNodeGroupsAreAWarning) {
  const std::string bound = "    machine.openshift.io/cluster-api-autoscaler-node-group-";
  const RunResult result = ValidateMachineSet(absl::StrCat(bound, "min-size: \"1\"\n"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("FILE: MachineSet openshift-machine-api/workers"));
  EXPECT_THAT(result.out, HasSubstr("warning NODE_GROUP_BOUNDS_INVALID"));
  EXPECT_THAT(result.out, HasSubstr("loses all node groups"));
  EXPECT_THAT(ValidateMachineSet(absl::StrCat(bound, "min-size: \"3\"\n", bound, "max-size: \"2\"\n")).out,
              HasSubstr("warning NODE_GROUP_BOUNDS_INVALID at 8:"));
  const RunResult fine = ValidateMachineSet(absl::StrCat(bound, "min-size: \"1\"\n", bound, "max-size: \"6\"\n"));
  EXPECT_THAT(fine.out, HasSubstr("0 errors, 0 warnings, 0 notes in 1 MachineSet")) << fine.err;
}

TEST(ValidateClusterAutoscalerTest, AnUnreadableCapacityOfATargetIsAWarning) {
  const std::string cpu = "    capacity.cluster-autoscaler.kubernetes.io/cpu: abc\n";
  const RunResult alone = ValidateMachineSet(cpu);
  EXPECT_THAT(alone.out, ::testing::Not(HasSubstr("NODE_GROUP_CAPACITY_INVALID"))) << "it is not a node group";
  const RunResult bounded = ValidateMachineSet(
      cpu,
      "apiVersion: autoscaling.openshift.io/v1beta1\nkind: MachineAutoscaler\nmetadata: {name: workers, namespace: "
      "openshift-machine-api}\nspec:\n  minReplicas: 0\n  maxReplicas: 6\n  scaleTargetRef: {apiVersion: "
      "machine.openshift.io/v1beta1, kind: MachineSet, name: workers}\n");
  EXPECT_EQ(bounded.exit_code, 0) << bounded.err;
  EXPECT_THAT(bounded.out, HasSubstr("warning NODE_GROUP_CAPACITY_INVALID at 7:"));
  EXPECT_THAT(bounded.out, HasSubstr("1 MachineAutoscaler and 1 MachineSet"));
}

// OpenShift's documentation has memory in GiB without a unit, and users write a unit.
TEST(ValidateClusterAutoscalerTest, AValueOfTheWrongTypeDoesNotHideOtherFindings) {
  const TemporaryFolder folder;
  const std::string path = folder.Write(
      "ca.yaml",
      "apiVersion: autoscaling.openshift.io/v1\nkind: ClusterAutoscaler\nmetadata: {name: my-autoscaler}\nspec:\n"
      "  resourceLimits: {cores: {min: 128, max: 8}, memory: {min: 4Gi, max: 1536Mi}}\n  expanders: [least-waste]\n");
  const RunResult result = RunCommand({"validate", "-f", path});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  for (const char* finding :
       {"FIELD_TYPE_MISMATCH at 5:61", "The unit is GiB: write 4.", "FIELD_TYPE_MISMATCH at 5:71",
        "Write a whole number of GiB.", "NAME_NOT_DEFAULT at 3:", "VALUE_NOT_SUPPORTED at 6:", "5 errors"}) {
    EXPECT_THAT(result.out, HasSubstr(finding));
  }
}

TEST(ValidateClusterAutoscalerTest, AnEmptyMachineSetNeedsItsCapacity) {
  const std::string autoscaler =
      "apiVersion: autoscaling.openshift.io/v1beta1\nkind: MachineAutoscaler\nmetadata: {name: workers, namespace: "
      "openshift-machine-api}\nspec:\n  minReplicas: 0\n  maxReplicas: 6\n  scaleTargetRef: {apiVersion: "
      "machine.openshift.io/v1beta1, kind: MachineSet, name: workers}\n";
  EXPECT_THAT(ValidateMachineSet("    other: a\n", autoscaler).out, HasSubstr("warning NODE_GROUP_CAPACITY_MISSING"));
  EXPECT_THAT(
      ValidateMachineSet("    other: a\n", absl::StrReplaceAll(autoscaler, {{"minReplicas: 0", "minReplicas: 1"}})).out,
      HasSubstr("0 warnings"));
}

TEST(ValidateClusterAutoscalerTest, FindingsHaveTheirPlace) {
  const struct {
    const char* from;
    const char* to;
    int exit_code;
    const char* message;
  } kCases[] = {
      {"name: default", "name: other", 1, "NAME_NOT_DEFAULT at 6:9"},
      {"maxNodesTotal: 24", "maxNodesTotal: -1", 1, "VALUE_OUT_OF_RANGE at 10:20"},
      {"maxNodesTotal: 24", "maxNodesTotal: 3000000000", 1, "not a whole number from -2147483648 to 2147483647"},
      {"delayAfterAdd: 10m", "delayAfterAdd: 600", 1, "Write numbers with units, such as 30s"},
      {"delayAfterAdd: 10m", "delayAfterAdd: \"600\"", 1, "DURATION_MALFORMED at 23:20"},
      {"utilizationThreshold: \"0.4\"", "utilizationThreshold: 0.4", 1, "Quote it: \"0.4\"."},
      {"unneededTime: 5m", "uneededTime: 5m", 1, "Write unneededTime."},
      {"expanders:\n    - LeastWaste", "expanders:\n    - Cheapest", 1, "VALUE_NOT_SUPPORTED at 30:7"},
      {"- LeastWaste\n    - Random", "- Random\n    - LeastWaste", 1, "EXPANDER_AFTER_RANDOM at 31:7"},
      {"maxReplicas: 12", "maxReplicas: 0", 1, "VALUE_OUT_OF_RANGE at 41:16"},
      {"kind: MachineSet", "kind: MachineDeployment", 1, "TARGET_NOT_MACHINE_SET at 44:11"},
      {"autoscaling.openshift.io/v1\n", "autoscaling.openshift.io/v2\n", 2, "use autoscaling.openshift.io/v1"},
  };
  for (const auto& c : kCases) {
    const RunResult result = ValidateExampleWith(c.from, c.to);
    EXPECT_EQ(result.exit_code, c.exit_code) << c.to << result.out << result.err;
    EXPECT_THAT(result.out + result.err, HasSubstr(c.message)) << c.to;
  }
}

// The files may have only some MachineSets, but one without a MachineAutoscaler is probably meant.
TEST(ValidateClusterAutoscalerTest, AMissingMachineSetIsAWarningIfAnotherOneIsFree) {
  const std::string autoscaler =
      "apiVersion: autoscaling.openshift.io/v1beta1\nkind: MachineAutoscaler\nmetadata: {name: workers, namespace: "
      "openshift-machine-api}\nspec:\n  minReplicas: 1\n  maxReplicas: 6\n  scaleTargetRef: {apiVersion: "
      "machine.openshift.io/v1beta1, kind: MachineSet, name: workers3}\n";
  const RunResult missing = ValidateMachineSet("    other: a\n", autoscaler);
  EXPECT_EQ(missing.exit_code, 0) << missing.err;
  const std::string out = absl::StrReplaceAll(missing.out, {{"\n    ", " "}});
  EXPECT_THAT(out, HasSubstr("warning TARGET_NOT_FOUND at 15:"));
  EXPECT_THAT(out, HasSubstr("the files have no MachineSet \"workers3\", and the MachineSet \"workers\" is the target "
                             "of no MachineAutoscaler"));
  const std::string other = absl::StrReplaceAll(autoscaler, {{"name: workers3", "name: workers"}});
  EXPECT_THAT(ValidateMachineSet("    other: a\n", other).out, HasSubstr("0 warnings"));
  const std::string both =
      absl::StrCat(autoscaler, "---\n", absl::StrReplaceAll(other, {{"{name: workers,", "{name: b,"}}));
  EXPECT_THAT(ValidateMachineSet("    other: a\n", both).out, HasSubstr("0 warnings"));
}

// The API server cannot detect that two MachineAutoscalers have the same target. The operator reports an error for all
// of them except one.
TEST(ValidateClusterAutoscalerTest, TwoAutoscalersOfOneTargetAreAnErrorForBoth) {
  const char kBounds[] = R"(---
apiVersion: autoscaling.openshift.io/v1beta1
kind: MachineAutoscaler
metadata: {name: NAME, namespace: SPACE}
spec:
  minReplicas: 1
  maxReplicas: 2
  scaleTargetRef: {apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, name: TARGET}
)";
  const auto of = [&](const char* name, const char* name_space, const char* target) {
    return absl::StrReplaceAll(kBounds, {{"NAME", name}, {"SPACE", name_space}, {"TARGET", target}});
  };
  const TemporaryFolder folder;
  const std::string path =
      folder.Write("autoscalers.yaml", of("a", "one", "set") + of("b", "two", "set") + of("c", "one", "another"));
  const RunResult result = RunCommand({"validate", "-f", path});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("the same MachineSet is the target of two/b"));
  EXPECT_THAT(result.out, HasSubstr("the same MachineSet is the target of one/a"));
  EXPECT_THAT(result.out, HasSubstr("2 errors, 0 warnings, 0 notes in 3 MachineAutoscalers"));
}

}  // namespace
}  // namespace cpsizer::cli
