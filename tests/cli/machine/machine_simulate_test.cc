// Tests `cpsizer machine simulate`: the decisions about a series, and each error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/machine/machine_simulation.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kExample[] = "deploy/examples/machine";
constexpr char kExampleLoad[] = "deploy/examples/machine-series/load.csv";
constexpr char kExampleUtilization[] = "deploy/examples/machine-series/utilization.csv";

std::vector<std::string> WithCapacities(std::vector<std::string> flags) {
  flags.insert(flags.end(), {"--capacity=small=4,16Gi", "--capacity=medium=8,32Gi", "--capacity=large=16,64Gi"});
  return flags;
}

// Returns an autoscaler for OpenStack with three sizes. The windows of its triggers are 10 minutes long.
std::string Autoscaler(absl::string_view up, absl::string_view down, absl::string_view more = "") {
  return absl::StrCat(
      "apiVersion: machine.openshift.io/v1alpha1\nkind: ControlPlaneMachineSetAutoscaler\nmetadata: {name: cluster}\n"
      "spec:\n  machineConfiguration: {machineType: machines_v1beta1_machine_openshift_io, "
      "machines_v1beta1_machine_openshift_io: {machineConfigurations: {platform: OpenStack, openstack: [{weight: 9, "
      "flavor: large}, {weight: 1, flavor: small}, {weight: 4, flavor: medium}]}}}\n  scaleUp: {triggers: [",
      up, "]}\n  scaleDown: {triggers: [", down, "]}\n", more);
}

constexpr char kCpuAbove80[] = "{type: cpu, cpu: {value: 80, timeWindow: 10m}}";
constexpr char kCpuBelow40[] = "{type: cpu, cpu: {value: 40, timeWindow: 10m}}";
constexpr char kLoadAbove2[] =
    "{type: prometheus, prometheus: {serverAddress: 'https://thanos:9091', query: load, threshold: 2}}";

std::string CpuAutoscaler() {
  return Autoscaler(kCpuAbove80, kCpuBelow40);
}

std::string Machines(absl::string_view size, absl::string_view spec = "replicas: 3, state: Active") {
  return absl::StrCat(
      "---\napiVersion: machine.openshift.io/v1\nkind: ControlPlaneMachineSet\nmetadata: {name: cluster, generation: "
      "7}\n"
      "spec: {",
      spec,
      ", template: {machines_v1beta1_machine_openshift_io: {failureDomains: {platform: OpenStack}, spec: "
      "{providerSpec: "
      "{value: {flavor: ",
      size, "}}}}}}\n");
}

// Writes `series` and `objects` to files and runs a simulation with these files. A rollout takes no time, unless
// `flags` contain --rollout.
RunResult SimulateMachines(const std::string& series, const std::string& objects, std::vector<std::string> flags = {}) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("objects.yaml", objects);
  const std::string csv = folder.Write("series.csv", series);
  flags.insert(flags.begin(), {"machine", "simulate", "-f", file, "--series", csv, "--rollout=0s"});
  RunResult result = RunCommand(flags);
  result.err = absl::StrReplaceAll(result.err, {{csv, "series.csv"}, {file, "objects.yaml"}});
  return result;
}

// Returns the changes of the size with their times, such as `1h10m medium`.
std::vector<std::string> Changes(const std::string& series, const std::string& objects,
                                 std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"-o", "name"});
  const RunResult result = SimulateMachines(series, objects, std::move(flags));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return absl::StrSplit(result.out, '\n', absl::SkipEmpty());
}

nlohmann::json Decisions(const std::string& series, const std::string& objects, std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"-o", "json"});
  const RunResult result = SimulateMachines(series, objects, std::move(flags));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return nlohmann::json::parse(result.out)["decisions"];
}

// Returns a text `TIME REASON` for each decision.
std::vector<std::string> Reasons(const nlohmann::json& decisions) {
  std::vector<std::string> reasons;
  for (const auto& decision : decisions) {
    reasons.push_back(absl::StrCat(std::string(decision["time"]), " ",
                                   std::string(decision["reason"]).substr(sizeof("MACHINE_REASON_") - 1)));
  }
  return reasons;
}

TEST(MachineSimulateTest, ExamplesMatchGoldenFiles) {
  for (const char* format : {"table", "wide", "name"}) {
    const RunResult result =
        RunCommand({"machine", "simulate", "-f", kExample, "--series", kExampleLoad, "--capacity=m6i.xlarge=4,16Gi",
                    "--capacity=m6i.2xlarge=8,32Gi", "--capacity=m6i.4xlarge=16,64Gi", "-o", format});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    ExpectGolden(absl::StrCat("machine_simulate.", format, ".txt"), result.out);
  }
  ExpectGolden("machine_simulate_utilization.txt",
               RunCommand({"machine", "simulate", "-f", kExample, "--series", kExampleUtilization}).out);
}

TEST(MachineSimulateTest, StructuredOutputMatchesGoldenFiles) {
  for (const char* format : {"json", "yaml"}) {
    const RunResult result =
        SimulateMachines("time,cpu\n0s,50%\n20m,90%\n1h,90%\n", CpuAutoscaler() + Machines("small"), {"-o", format});
    EXPECT_EQ(result.exit_code, 0);
    ExpectGolden(absl::StrCat("machine_simulate.", format, ".txt"), result.out);
  }
}

TEST(MachineSimulateTest, ARisingLoadStepsUpAfterTheWindowAndNotAgainBeforeTheDelay) {
  // The first window is full after 10 samples. After that, the next decision follows after syncPeriod, whose default is
  // 30 minutes.
  const std::string series = "time,cpu\n0s,90%\n4h,90%\n";
  EXPECT_THAT(Changes(series, CpuAutoscaler() + Machines("small")), ElementsAre("9m medium", "2h9m large"));
  EXPECT_THAT(Changes("time,cpu\n0s,50%\n20m,90%\n1h,90%\n", CpuAutoscaler() + Machines("small")),
              ElementsAre("39m medium"));
  EXPECT_THAT(Changes("time,cpu\n0s,80%\n4h,80%\n", CpuAutoscaler() + Machines("small")), IsEmpty())
      << "equality meets no trigger";
}

TEST(MachineSimulateTest, AFallingLoadStepsDownAfterTheDelayOfTheStepUp) {
  const std::string objects = Autoscaler(kCpuAbove80, kCpuBelow40, "  syncPeriod: 10m\n") + Machines("small");
  EXPECT_THAT(Changes("time,cpu\n0s,90%\n30m,30%\n6h,30%\n", objects), ElementsAre("9m medium", "2h9m small"));
  const RunResult result = SimulateMachines("time,cpu\n0s,90%\n30m,30%\n6h,30%\n", objects);
  EXPECT_THAT(result.out, HasSubstr("cooling down"));
  EXPECT_THAT(result.out,
              HasSubstr("the size changed 2 times in 37 decisions and reversed direction once; 4h at small; 2h at "
                        "medium.\n"));
}

TEST(MachineSimulateTest, ARolloutReplacesMachinesEvenlyAndRestartsTheirWindows) {
  const std::string objects = Autoscaler(kCpuAbove80, kCpuBelow40, "  syncPeriod: 10m\n") + Machines("small");
  const nlohmann::json decisions =
      Decisions("time,cpu\n0s,90%\n1h10m,90%\n", objects, {"--rollout=30m", "--sample-interval=1m"});
  std::vector<std::string> updated;
  for (const auto& decision : decisions) {
    updated.push_back(absl::StrCat(std::string(decision["time"]), " ", int{decision["updatedMachines"]}));
  }
  // Machines are replaced at 19m, 29m and 39m. Each new node needs 10 samples before its window is full.
  EXPECT_THAT(updated, ElementsAre("0s 3", "9m 3", "19m 1", "29m 2", "39m 3", "49m 3", "59m 3", "1h9m 3"));
  EXPECT_THAT(Reasons(decisions),
              ElementsAre("0s INSUFFICIENT_DATA", "9m TRIGGERED", "19m INSUFFICIENT_DATA", "29m INSUFFICIENT_DATA",
                          "39m INSUFFICIENT_DATA", "49m COOLING_DOWN", "59m COOLING_DOWN", "1h9m COOLING_DOWN"));
  EXPECT_EQ(decisions[2]["size"], "medium");
}

TEST(MachineSimulateTest, AStepIsNotMadeWhileMachinesAreReplaced) {
  // The rollout takes long, and there is no delay. Therefore the first new node has samples for the whole window of
  // the trigger before the last node is replaced.
  const std::string objects =
      absl::StrReplaceAll(CpuAutoscaler(), {{"scaleUp: {", "scaleUp: {scaleUpDelay: 0s, "}}) + Machines("small");
  const std::vector<std::string> reasons = Reasons(Decisions("time,cpu\n0s,90%\n4h,90%\n", objects, {"--rollout=3h"}));
  EXPECT_THAT(reasons, Contains("39m ROLLOUT_IN_PROGRESS"));
  const RunResult result = SimulateMachines("time,cpu\n0s,90%\n4h,90%\n", objects, {"--rollout=3h", "-o", "name"});
  EXPECT_EQ(result.out, "9m medium\n3h19m large\n");
  EXPECT_THAT(result.err, HasSubstr("the delay of 0m is below 60m"));
}

TEST(MachineSimulateTest, AmountsFallWithALargerSizeAndPercentagesDoNot) {
  const std::string objects = CpuAutoscaler() + Machines("small");
  // A usage of 3.6 CPUs is 90 % of 4 CPUs, and 45 % of 8 CPUs.
  EXPECT_THAT(Changes("time,cpu\n0s,3600m\n6h,3600m\n", objects, WithCapacities({})), ElementsAre("9m medium"));
  EXPECT_THAT(Changes("time,total cpu\n0s,10800m\n6h,10800m\n", objects, WithCapacities({})), ElementsAre("9m medium"));
  EXPECT_THAT(Changes("time,cpu\n0s,90%\n6h,90%\n", objects), ElementsAre("9m medium", "2h9m large"));
  const nlohmann::json decisions = Decisions("time,total cpu\n0s,10800m\n1h,10800m\n", objects, WithCapacities({}));
  EXPECT_EQ(decisions[1]["triggers"][0]["observed"], "90");
  EXPECT_EQ(decisions[2]["triggers"][0]["observed"], "45");
}

TEST(MachineSimulateTest, ATotalIsDividedAmongTheMachinesOfTheSet) {
  const std::string series = "time,total cpu\n0s,17\n1h,17\n";
  EXPECT_THAT(Changes(series, CpuAutoscaler() + Machines("small", "replicas: 5, state: Active"), WithCapacities({})),
              ElementsAre("9m medium"));
  EXPECT_THAT(Changes("time,total cpu\n0s,10\n1h,10\n", CpuAutoscaler() + Machines("small", "state: Active"),
                      WithCapacities({})),
              ElementsAre("9m medium"))
      << "three without a number";
  EXPECT_THAT(Changes("time,total cpu\n0s,10\n1h,10\n",
                      CpuAutoscaler() + Machines("small", "replicas: 5, state: Active"), WithCapacities({})),
              IsEmpty());
}

TEST(MachineSimulateTest, MemoryIsComparedWithTheMemoryOfTheSize) {
  const std::string objects =
      Autoscaler("{type: memory, memory: {value: 80, timeWindow: 10m}}", "") + Machines("small");
  EXPECT_THAT(Changes("time,memory\n0s,13Gi\n6h,13Gi\n", objects, WithCapacities({})), ElementsAre("9m medium"));
  EXPECT_THAT(Changes("time,total memory,cpu\n0s,36Gi,99%\n6h,36Gi,99%\n", objects, WithCapacities({})), IsEmpty());
}

TEST(MachineSimulateTest, SizesOfVSphereAndNutanixHaveTheirCapacity) {
  const std::string vsphere =
      "apiVersion: machine.openshift.io/v1alpha1\nkind: ControlPlaneMachineSetAutoscaler\nmetadata: {name: cluster}\n"
      "spec: {machineConfiguration: {machineType: machines_v1beta1_machine_openshift_io, "
      "machines_v1beta1_machine_openshift_io: {platform: VSphere, vsphere: [{weight: 1, numCPUs: 4, memoryMiB: 16384}, "
      "{weight: 2, numCPUs: 8, memoryMiB: 32768}]}}, scaleUp: {triggers: [{type: cpu, cpu: {value: 80, timeWindow: "
      "10m}}, {type: memory, memory: {value: 80, timeWindow: 10m}}]}}\n---\n"
      "apiVersion: machine.openshift.io/v1\nkind: ControlPlaneMachineSet\nmetadata: {name: cluster}\n"
      "spec: {replicas: 3, state: Active, template: {machines_v1beta1_machine_openshift_io: {failureDomains: "
      "{platform: "
      "VSphere}, spec: {providerSpec: {value: {numCPUs: 4, memoryMiB: 16384, diskGiB: 120}}}}}}\n";
  EXPECT_THAT(Changes("time,cpu,memory\n0s,3600m,1Gi\n6h,3600m,1Gi\n", vsphere),
              ElementsAre("9m numCPUs 8, memoryMiB 32768"));
  EXPECT_THAT(Changes("time,cpu,memory\n0s,1,13Gi\n6h,1,13Gi\n", vsphere),
              ElementsAre("9m numCPUs 8, memoryMiB 32768"));
  const std::string nutanix = absl::StrReplaceAll(
      vsphere, {{"VSphere", "Nutanix"},
                {"vsphere", "nutanix"},
                {"numCPUs: 4, memoryMiB: 16384", "vcpuSockets: 2, vcpusPerSocket: 2, memorySize: 16Gi"},
                {"numCPUs: 8, memoryMiB: 32768", "vcpuSockets: 4, vcpusPerSocket: 2, memorySize: 32Gi"},
                {", diskGiB: 120", ""}});
  EXPECT_THAT(Changes("time,cpu,memory\n0s,3600m,13Gi\n6h,3600m,13Gi\n", nutanix),
              ElementsAre("9m vcpuSockets 4, vcpusPerSocket 2, memorySize 32Gi"));
  EXPECT_THAT(
      SimulateMachines("time,cpu,memory\n0s,1,1Gi\n", vsphere, {"--capacity=a=1,1Gi"}).err,
      HasSubstr("--capacity: \"a=1,1Gi\" is not needed, because each size of the autoscaler specifies its capacity"));
}

TEST(MachineSimulateTest, TheResultsOfQueriesComeFromTheirColumns) {
  const std::string objects = Autoscaler(absl::StrCat(kCpuAbove80, ", ", kLoadAbove2), "") + Machines("small");
  const std::string series = "time,cpu,scaleUp[1]\n0s,50%,1.5\n20m,50%,\n50m,50%,2.5\n2h,50%,NaN\n";
  EXPECT_THAT(Changes(series, objects), ElementsAre("1h9m medium"));
  const nlohmann::json decisions = Decisions(series, objects);
  EXPECT_EQ(decisions[1]["triggers"][1]["state"], "MACHINE_TRIGGER_STATE_NOT_MET");
  EXPECT_EQ(decisions[2]["triggers"][1]["state"], "MACHINE_TRIGGER_STATE_IGNORED");
  EXPECT_THAT(SimulateMachines(series, objects).out, AllOf(HasSubstr("QUERY"), HasSubstr("2.5")));
}

TEST(MachineSimulateTest, AValueThatIsMissingForLongIsAMetricThatDisappeared) {
  const std::string series = "time,cpu\n0s,90%\n5m,\n1h,\n";
  EXPECT_THAT(Reasons(Decisions(series, CpuAutoscaler() + Machines("small"))),
              ElementsAre("0s INSUFFICIENT_DATA", "9m INSUFFICIENT_DATA", "10m METRICS_ERROR", "40m METRICS_ERROR"));
}

TEST(MachineSimulateTest, TimesHaveTheFormOfTheSeries) {
  const std::string objects = CpuAutoscaler() + Machines("small");
  EXPECT_THAT(Changes("time,cpu\n0,90%\n3600,90%\n", objects), ElementsAre("540 medium"));
  EXPECT_THAT(Changes("time,cpu\n2026-03-01T12:00:00+01:00,90%\n2026-03-01T13:00:00+01:00,90%\n", objects),
              ElementsAre("2026-03-01T11:09:00Z medium"));
  const RunResult wide = SimulateMachines("time,cpu\n0s,90%\n1h,90%\n", objects, {"-o", "wide"});
  EXPECT_THAT(wide.out, HasSubstr("the delay after the last change ends at 2h9m."));
}

TEST(MachineSimulateTest, StatusInTheFilesIsIgnored) {
  const std::string objects = CpuAutoscaler() + "status: {lastScaleUpTime: '2026-03-01T11:00:00Z'}\n" +
                              Machines("small") + "status: {observedGeneration: 1, updatedReplicas: 1}\n";
  EXPECT_THAT(Changes("time,cpu\n0s,90%\n1h,90%\n", objects), ElementsAre("9m medium"));
}

TEST(MachineSimulateTest, TableShowsChangesAndWideShowsAll) {
  const std::string objects = CpuAutoscaler() + Machines("small");
  const auto rows = [](const std::string& out) {
    return static_cast<std::vector<std::string>>(absl::StrSplit(out.substr(0, out.find("\n\n")), '\n')).size();
  };
  const std::string series = "time,cpu\n0s,50%\n72h,50%\n";
  const RunResult table = SimulateMachines(series, objects, {"--sample-interval=5m"});
  EXPECT_EQ(rows(table.out), 3u) << table.out;
  EXPECT_THAT(table.out,
              HasSubstr("the size changed 0 times in 145 decisions and reversed direction 0 times; 72h at small.\n"));
  EXPECT_EQ(rows(SimulateMachines(series, objects, {"--sample-interval=5m", "-o", "wide"}).out), 146u);
}

TEST(MachineSimulateTest, ChartShowsTheRankOfTheSizeByWeight) {
  const RunResult result =
      SimulateMachines("time,cpu\n0s,90%\n6h,90%\n", CpuAutoscaler() + Machines("medium"), {"--sample-interval=2m"});
  EXPECT_THAT(result.out,
              HasSubstr("size from 0s to 6h; # set, . required by the triggers; 1: small; 2: medium; 3: large\n3 |"));
}

TEST(MachineSimulateTest, WarningsAboutTheObjectsAreReported) {
  const RunResult result = SimulateMachines("time,cpu\n0s,90%\n1h,90%\n",
                                            CpuAutoscaler() + Machines("small", "replicas: 3, state: Inactive"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("warning: objects.yaml:"));
  EXPECT_THAT(result.err, HasSubstr("the state is Inactive"));
  EXPECT_THAT(result.out, HasSubstr("machine set inactive"));
}

struct SeriesCase {
  absl::string_view name;
  std::string series;
  std::string err;
};

TEST(MachineSimulateTest, ErrorsInASeriesHaveTheirPlace) {
  std::string many = "time,cpu,scaleUp[1]\n";
  for (size_t i = 0; i <= kMaxSeriesRows; ++i) absl::StrAppend(&many, i, ",50%,1\n");
  const SeriesCase cases[] = {
      {"nothing", "", "error: series.csv: is empty; the first line must be a header, such as time,cpu,scaleUp[1]\n"},
      {"no rows", "time,cpu,scaleUp[1]\n", "error: series.csv: has a header and no rows; add one for each time\n"},
      {"no time", "cpu,scaleUp[1]\n", "error: series.csv:1:1: there is no column time; write time,cpu,scaleUp[1]\n"},
      {"no column of a resource", "time,scaleUp[1]\n",
       "error: series.csv:1:1: there is no column cpu, which a trigger needs; write time,cpu,scaleUp[1]\n"},
      {"no column of a query", "time,total cpu\n",
       "error: series.csv:1:1: there is no column scaleUp[1], which a trigger needs; write time,cpu,scaleUp[1]\n"},
      {"misspelt", "time,cpu,scaleup[1]\n",
       "error: series.csv:1:10: \"scaleup[1]\" is not a column of the autoscaler; its columns are time, cpu, memory, "
       "scaleUp[1], and \"total cpu\" and \"total memory\" for the usage of all nodes; did you mean \"scaleUp[1]\"?\n"},
      {"a trigger that is not a query", "time,cpu,scaleUp[0]\n", "\"scaleUp[0]\" is not a column of the autoscaler"},
      {"a total of a query", "time,cpu,total scaleUp[1]\n", "\"total scaleUp[1]\" is not a column of the autoscaler"},
      {"twice", "time,cpu,cpu\n", "error: series.csv:1:10: \"cpu\" occurs twice; leave one out\n"},
      {"in two columns", "time,cpu,total cpu\n",
       "error: series.csv:1:10: \"total cpu\" is given in total and for each node; leave one out\n"},
      {"too few", "time,cpu,scaleUp[1]\n0,1\n",
       "error: series.csv:2:1: there are 2 values and 3 columns; leave a value empty where nothing was measured\n"},
      {"text", "time,cpu,scaleUp[1]\n0,much,1\n",
       "error: series.csv:2:3: cpu: \"much\" is not a number with an optional suffix; write an amount such as 1800m, "
       "or 85% of the capacity\n"},
      {"text in a total", "time,total memory,cpu,scaleUp[1]\n0,12GB,1,1\n",
       "error: series.csv:2:3: total memory: \"12GB\" has an invalid suffix (allowed: n u m k M G T "
       "P "
       "E, Ki Mi Gi Ti Pi Ei); write an amount such as 12Gi\n"},
      {"a percentage of all", "time,total cpu,scaleUp[1]\n0,80%,1\n",
       "error: series.csv:2:3: total cpu: \"80%\" is a percentage, and a total is an amount; write an amount such as "
       "1800m, or leave out the word total\n"},
      {"a large percentage", "time,cpu,scaleUp[1]\n0,1001%,1\n",
       "error: series.csv:2:3: cpu: \"1001%\" is not a percentage from 0 to 1000\n"},
      {"a negative amount", "time,cpu,scaleUp[1]\n0,-1,1\n",
       "error: series.csv:2:3: cpu: \"-1\" is negative; write an amount such as 1800m, or 85% of the capacity\n"},
      {"more CPUs than a sample can have", "time,cpu,scaleUp[1]\n0,9223372036854775808n,1\n",
       "error: series.csv:2:3: cpu: \"9223372036854775808n\" is more than 9.2 billion CPUs; write an amount such as "
       "1800m, or 85% of the capacity\n"},
      {"text for a query", "time,cpu,scaleUp[1]\n0,1,high\n",
       "error: series.csv:2:5: scaleUp[1]: \"high\" is not a number; write the result of the query such as 0.4, or "
       "leave it empty\n"},
      {"an unsupported form of time", "time,cpu,scaleUp[1]\nnoon,1,1\n",
       "error: series.csv:2:1: time: \"noon\" is not a time"},
      {"back in time", "time,cpu,scaleUp[1]\n15,1,1\n15,1,1\n",
       "error: series.csv:3:1: time: \"15\" is not after the previous row; order the rows by time\n"},
      {"too many rows", many, "error: series.csv:10002:1: is after row 10000, the limit of a series; shorten it\n"},
  };
  const std::string objects = Autoscaler(absl::StrCat(kCpuAbove80, ", ", kLoadAbove2), kCpuBelow40) + Machines("small");
  for (const SeriesCase& test : cases) {
    SCOPED_TRACE(test.name);
    const RunResult result = SimulateMachines(test.series, objects);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST(MachineSimulateTest, AmountsNeedTheCapacityOfEachSizeThatIsReached) {
  const std::string objects = CpuAutoscaler() + Machines("small");
  const std::string series = "time,cpu\n0s,3600m\n1h,3600m\n";
  const struct {
    std::vector<std::string> flags;
    std::string err;
  } kCases[] = {
      {{},
       "error: --capacity: the series has amounts, and the capacity of small is not known; give it, such as --capacity "
       "small=4,16Gi, or write percentages\n"},
      {{"--capacity=small=4,16Gi"}, "error: --capacity: the series has amounts, and the capacity of medium is not"},
      {{"--capacity=small=4"},
       "error: --capacity: \"small=4\" is not the capacity of a size; write one such as m6i.xlarge=4,16Gi\n"},
      {{"--capacity=4,16Gi"}, "error: --capacity: \"4,16Gi\" is not the capacity of a size"},
      {{"--capacity=small=4,16Gi,1"}, "error: --capacity: \"small=4,16Gi,1\" is not the capacity of a size"},
      {{"--capacity=small=0,16Gi"}, "error: --capacity: \"small=0,16Gi\" is not the capacity of a size"},
      {{"--capacity=small=4,16GB"}, "error: --capacity: \"small=4,16GB\" is not the capacity of a size"},
      {{"--capacity=small=10G,16Gi"},
       "error: --capacity: \"small=10G,16Gi\" has more than 9.2 billion CPUs; write one such as m6i.xlarge=4,16Gi\n"},
      {{"--capacity=smal=4,16Gi"},
       "error: --capacity: \"smal=4,16Gi\" is not for a size of the autoscaler; sizes: small, medium, large; did you "
       "mean \"small\"?\n"},
      {{"--capacity=small=4,16Gi", "--capacity=small=4,16Gi"},
       "error: --capacity: \"small=4,16Gi\" is the second capacity of small; leave one out\n"},
  };
  for (const auto& c : kCases) {
    const RunResult result = SimulateMachines(series, objects, c.flags);
    EXPECT_EQ(result.exit_code, 2) << c.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(c.err));
  }
  EXPECT_THAT(Changes(series, objects, {"--capacity=small=4,16Gi", "--capacity=medium=8,32Gi"}),
              ElementsAre("9m medium"))
      << "the largest size is not reached";
  EXPECT_THAT(Changes(series, absl::StrReplaceAll(objects, {{"small", "\"a = b\""}}),
                      {"--capacity=A = b=4,16Gi", "--capacity=medium=8,32Gi"}),
              ElementsAre("9m medium"));
}

TEST(MachineSimulateTest, WorkIsBounded) {
  const std::string objects = CpuAutoscaler() + Machines("small");
  RunResult result = SimulateMachines("time,cpu\n0s,50%\n8000h,50%\n", objects, {"--sample-interval=30s"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "error: --sample-interval: with 30s the 3 nodes have more than 2000000 samples over the series, the limit "
            "of a simulation; make it longer, or shorten the series\n");
  result = SimulateMachines("time,cpu\n0s,50%\n250h,50%\n",
                            Autoscaler(kCpuAbove80, "", "  syncPeriod: 200h\n") + Machines("small"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "error: --sample-interval: a decision would need more than the 20000 samples of a resource that a request "
            "can have; make it longer than 1m, or shorten the windows of the triggers and spec.syncPeriod of the "
            "autoscaler\n");
  result = SimulateMachines("time,scaleUp[0]\n0s,1\n3h,1\n",
                            Autoscaler(kLoadAbove2, "", "  syncPeriod: 1s\n") + Machines("small"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "error: series.csv: there are more than 10000 decisions before its end, the limit of a simulation; "
            "shorten the series, or make spec.syncPeriod of the autoscaler longer\n");
}

TEST(MachineSimulateTest, ErrorsOfFilesAndFlagsHaveHints) {
  const std::string series = "time,cpu\n0s,50%\n";
  const std::string objects = CpuAutoscaler() + Machines("small");
  const struct {
    std::string objects;
    std::vector<std::string> flags;
    int exit_code;
    std::string err;
  } kCases[] = {
      {CpuAutoscaler(), {}, 2, "the files of -f contain no ControlPlaneMachineSet that can be read"},
      {Machines("small"), {}, 2, "the files of -f contain no ControlPlaneMachineSetAutoscaler that can be read"},
      {objects + Machines("small"), {}, 2, "contain 2 objects of kind ControlPlaneMachineSet; keep one of them"},
      {CpuAutoscaler() + Machines("huge"), {}, 1, "error: the machines have none of the sizes of the autoscaler"},
      {CpuAutoscaler() + Machines("small", "replicas: 1000, state: Active"),
       {},
       2,
       "spec.replicas: 1000 is not a number of machines from 1 to 100; write 3 or 5\n"},
      {CpuAutoscaler() + Machines("small", "replicas: 0"), {}, 2, "spec.replicas: 0 is not a number of machines"},
      {absl::StrReplaceAll(objects, {{"value: 80", "value: 180"}}), {}, 1, "error: objects.yaml:"},
      {objects, {"--sample-interval=0s"}, 2, "error: --sample-interval: the value is not above 0; write one such as"},
      {objects, {"--sample-interval=10m"}, 1, "timeWindow"},
      {objects, {"--rollout=25h"}, 2, "--rollout"},
      {objects, {"--series=nosuch.csv"}, 2, "error: nosuch.csv: cannot be opened"},
      {objects, {"--server=127.0.0.1:1"}, 3, "error: cannot reach a server at 127.0.0.1:1: "},
  };
  for (const auto& c : kCases) {
    const RunResult result = SimulateMachines(series, c.objects, c.flags);
    EXPECT_EQ(result.exit_code, c.exit_code) << c.err << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(c.err));
  }
  EXPECT_EQ(RunCommand({"machine", "simulate", "--series", kExampleLoad}).err,
            "error: say which file to read with -f PATH; -f - reads standard input\n");
  EXPECT_EQ(RunCommand({"machine", "simulate", "-f", kExample}).err,
            "error: say which file to read with --series PATH; --series - reads standard input\n");
}

}  // namespace
}  // namespace cpsizer::cli
