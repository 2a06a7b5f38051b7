// Tests `cpsizer machine` with files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;

constexpr char kMachineExample[] = "deploy/examples/machine";
constexpr char kAutoscaler[] = "deploy/examples/machine/autoscaler.yaml";
constexpr char kMachines[] = "deploy/examples/machine/machines.yaml";
constexpr char kMetrics[] = "deploy/examples/machine/metrics.yaml";
constexpr char kNoon[] = "2026-03-01T12:00:00Z";

// Runs the verb on the example. The time of the decision is noon.
RunResult RunAtNoon(std::vector<std::string> args) {
  args.insert(args.begin(), {"machine", "-f", kMachineExample, "--now", kNoon});
  return RunCommand(args);
}

// Runs the verb on the example and on an additional file with this text.
RunResult RunWith(const std::string& text, std::vector<std::string> args = {}) {
  const TemporaryFolder folder;
  args.insert(args.begin(), {"machine", "--now", kNoon, "-f", kMachineExample, folder.Write("more.yaml", text)});
  RunResult result = RunCommand(args);
  result.err = absl::StrReplaceAll(result.err, {{folder.PathOf("more.yaml"), "FILE"}});
  return result;
}

// Returns a NodeMetrics object of one node with a window of 30 seconds.
std::string Metrics(absl::string_view node, absl::string_view time, absl::string_view usage) {
  return absl::StrCat("apiVersion: metrics.k8s.io/v1beta1\nkind: NodeMetrics\nmetadata: {name: ", node,
                      "}\ntimestamp: ", time, "\nwindow: 30s\nusage: {", usage, "}\n");
}

TEST(MachineTest, ExampleMatchesGoldenFiles) {
  ExpectGolden("machine.txt", RunAtNoon({}).out);
  ExpectGolden("machine_wide.txt", RunAtNoon({"-o", "wide"}).out);
  ExpectGolden("machine.json", RunAtNoon({"-o", "json"}).out);
  ExpectGolden("help_machine.txt", RunCommand({"machine", "--help"}).out);
  EXPECT_EQ(RunAtNoon({"-o", "name"}).out, "m6i.2xlarge\n");
  EXPECT_EQ(RunAtNoon({}).exit_code, 0);
}

// At noon the last samples are 30 seconds old. This is within half an interval, so the window is complete. Two minutes
// later the window is incomplete.
TEST(MachineTest, TheTimeDecidesWhichSamplesCount) {
  const RunResult later = RunCommand({"machine", "-f", kMachineExample, "--now", "2026-03-01T12:02:00Z"});
  EXPECT_THAT(later.out, HasSubstr("because there is not enough data yet"));
  const RunResult stale = RunCommand({"machine", "-f", kMachineExample, "--now", "2026-03-01T12:10:00Z"});
  EXPECT_THAT(stale.out, HasSubstr("degraded: MetricsDisappeared"));
  EXPECT_EQ(stale.exit_code, 0);
}

TEST(MachineTest, AgesAndDelaysAreInWholeSeconds) {
  RunOptions options;
  options.now = absl::FromUnixSeconds(1'772'366'520) + absl::Nanoseconds(123'456'789);
  const RunResult later = RunCommand({"machine", "-f", kMachineExample}, options);
  EXPECT_THAT(later.out, HasSubstr("because there is not enough data yet"));
  EXPECT_THAT(later.out,
              ::testing::ContainsRegex("next step not before: [-0-9T:]+Z\ndecide again after: [0-9hm]+[0-9]*s?\n"));
  options.now += absl::Hours(3);
  const RunResult stale = RunCommand({"machine", "-f", kMachineExample}, options);
  EXPECT_THAT(stale.out, HasSubstr(" is 3h2m30s old"));
}

TEST(MachineTest, ANodeWithoutARoleOfTheControlPlaneDoesNotCount) {
  const RunResult result =
      RunWith("apiVersion: v1\nkind: Node\nmetadata: {name: worker-0}\nstatus: {capacity: {cpu: 64}}\n---\n" +
                  Metrics("worker-0", "2026-03-01T12:00:00Z", "cpu: 1m"),
              {"-o", "name"});
  EXPECT_EQ(result.out, "m6i.2xlarge\n");
}

TEST(MachineTest, WithoutAnyRoleAllNodesCountAndThisIsReported) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "node.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: node-1}\nstatus: {capacity: {cpu: four}}\n---\n" +
                       Metrics("node-1", "2026-03-01T12:00:00Z", "cpu: 1"));
  const TemporaryFolder other;
  const std::string machines =
      other.Write("machines.yaml",
                  "apiVersion: machine.openshift.io/v1\nkind: ControlPlaneMachineSet\nmetadata: {name: cluster}\n");
  const RunResult result = RunCommand({"machine", "--now", kNoon, "-f", kAutoscaler, machines, file});
  EXPECT_THAT(result.err, HasSubstr("no Node has the label node-role.kubernetes.io/control-plane, so all Nodes count"));
  // The error about the invalid capacity contains the place of the Node.
  EXPECT_THAT(result.err, HasSubstr("node.yaml:1:1"));
}

TEST(MachineTest, ASecondSetOfMachinesIsRefused) {
  const RunResult result = RunWith("apiVersion: machine.openshift.io/v1\nkind: ControlPlaneMachineSet\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("contain 2 objects of kind ControlPlaneMachineSet; keep one of them"));
}

TEST(MachineTest, MissingObjectsAreReported) {
  RunResult result = RunCommand({"machine", "-f", kMachines, kMetrics});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("contain no ControlPlaneMachineSetAutoscaler that can be read"));
  result = RunCommand({"machine", "-f", kAutoscaler, kMetrics});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("contain no ControlPlaneMachineSet that can be read"));
}

TEST(MachineTest, ErrorsHaveTheirPlaceInTheFiles) {
  const RunResult result = RunWith(Metrics("master-0", "2026-03-01T11:59:00Z", "cpu: much"));
  EXPECT_NE(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("FILE:1:1"));
  EXPECT_THAT(result.err, HasSubstr("much"));
  EXPECT_EQ(result.out, "");
}

TEST(MachineTest, AFieldThatIsMisspeltIsAnError) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("autoscaler.yaml",
                   "apiVersion: machine.openshift.io/v1alpha1\nkind: ControlPlaneMachineSetAutoscaler\n"
                   "metadata: {name: cluster}\nspec: {scaleup: {}}\n");
  const RunResult result = RunCommand({"machine", "--now", kNoon, "-f", file, kMachines, kMetrics});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("scaleUp"));
}

TEST(MachineTest, AValueOfAFlagThatCannotBeReadIsAUsageError) {
  const struct {
    std::vector<std::string> args;
    const char* error;
  } kCases[] = {
      {{"--now", "noon"}, "--now"},
      {{"--sample-interval", "1"}, "--sample-interval"},
      {{"--query", "scaleUp=1"},
       "--query: \"scaleUp=1\" is not the result of a query; write one such as scaleUp[1]=0.4"},
      {{"--query", "scaleUp[0]=high"},
       "--query: \"scaleUp[0]=high\": \"high\" is not a number; write the result of the query of scaleUp[0] such as "
       "scaleUp[0]=0.4, or scaleUp[0]= for no result"},
      {{"--query", "scaleUp[0]=1"},
       "--query: \"scaleUp[0]=1\": spec.scaleUp.triggers has no query at index 0; "
       "give the index of a trigger of the type prometheus"},
  };
  for (const auto& c : kCases) {
    std::vector<std::string> args = {"machine", "-f", kMachineExample};
    args.insert(args.end(), c.args.begin(), c.args.end());
    const RunResult result = RunCommand(args);
    EXPECT_EQ(result.exit_code, 2) << c.error;
    EXPECT_THAT(result.err, HasSubstr(c.error));
  }
}

TEST(MachineTest, ResultsOfQueriesAreGivenByFlag) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "autoscaler.yaml",
      "apiVersion: machine.openshift.io/v1alpha1\nkind: ControlPlaneMachineSetAutoscaler\n"
      "metadata: {name: cluster}\nspec:\n"
      "  machineConfiguration: {machineType: machines_v1beta1_machine_openshift_io, "
      "machines_v1beta1_machine_openshift_io: {machineConfigurations: {platform: AWS, aws: "
      "[{weight: 1, instanceType: m6i.xlarge}, {weight: 2, instanceType: m6i.2xlarge}]}}}\n"
      "  scaleUp: {triggers: [{type: prometheus, prometheus: {serverAddress: 'https://thanos:9091', query: load, "
      "threshold: 0.5}}]}\n");
  const auto run = [&](const std::string& query) {
    std::vector<std::string> args = {"machine", "--now", kNoon, "-f", file, kMachines};
    if (!query.empty()) args.insert(args.end(), {"--query", query});
    return RunCommand(args).out;
  };
  EXPECT_THAT(run("scaleUp[0]=0.6"), HasSubstr("prometheus: 0.6 is above 0.5"));
  EXPECT_THAT(run("scaleUp[0]=0.5"), HasSubstr("the triggers of neither direction are met"));
  EXPECT_THAT(run("scaleUp[0]="), HasSubstr("the query has no result, which the trigger ignores"));
  EXPECT_THAT(run(""), HasSubstr("the query was not sent yet"));
}

TEST(MachineTest, WarningsAreReportedAndFailOnRequest) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "machines.yaml",
      "apiVersion: machine.openshift.io/v1\nkind: ControlPlaneMachineSet\nmetadata: {name: cluster}\n"
      "spec: {replicas: 3, template: {machines_v1beta1_machine_openshift_io: {spec: {providerSpec: {value: "
      "{kind: AWSMachineProviderConfig, instanceType: m6i.xlarge}}}}}}\n");
  RunResult result = RunCommand({"machine", "--now", kNoon, "-f", kAutoscaler, file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("the state is Inactive"));
  result = RunCommand({"machine", "--now", kNoon, "-f", kAutoscaler, file, "--fail-on", "warning"});
  EXPECT_EQ(result.exit_code, 1);
}

}  // namespace
}  // namespace cpsizer::cli
