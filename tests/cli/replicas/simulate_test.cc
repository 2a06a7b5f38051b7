#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/replicas/series.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kDeployment[] = "deploy/examples/replicas/deployment.yaml";
constexpr char kSeries[] = "deploy/examples/replicas/series.csv";

std::string SimulateAutoscaler(absl::string_view metrics, absl::string_view more = "") {
  return absl::StrCat(
      "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web, namespace: "
      "shop}\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n"
      "  maxReplicas: 10\n  metrics: ",
      metrics, "\n", more);
}

constexpr char kUtilization[] =
    "[{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]";

// Writes `series` and `autoscaler` to files and runs a simulation with these files.
RunResult Simulate(const std::string& series, const std::string& autoscaler, std::vector<std::string> flags = {}) {
  const TemporaryFolder folder;
  const std::string hpa = folder.Write("hpa.yaml", autoscaler);
  const std::string csv = folder.Write("series.csv", series);
  flags.insert(flags.begin(), {"replicas", "simulate", "-f", hpa, "--series", csv});
  RunResult result = RunCommand(flags);
  const auto at = [](std::string& text, const std::string& path, const char* name) {
    for (size_t place = text.find(path); place != std::string::npos; place = text.find(path)) {
      text.replace(place, path.size(), name);
    }
  };
  at(result.err, csv, "series.csv");
  at(result.err, hpa, "hpa.yaml");
  return result;
}

// Returns the desired number of replicas after each row of the series.
std::vector<std::string> Desired(const std::string& series, const std::string& autoscaler,
                                 std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"-o", "name"});
  const RunResult result = Simulate(series, autoscaler, std::move(flags));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> desired;
  for (const absl::string_view line : absl::StrSplit(result.out, '\n', absl::SkipEmpty())) {
    desired.emplace_back(line.substr(line.find(' ') + 1));
  }
  return desired;
}

TEST(SimulateTest, MatchesGoldenFiles) {
  for (const char* format : {"table", "wide", "json", "yaml", "name"}) {
    const RunResult result = RunCommand({"replicas", "simulate", "-f", kReplicas, "-f", kDeployment, "--series",
                                         kReplicasLoad, "--pod-start=30s", "-o", format});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    ExpectGolden(absl::StrCat("simulate_load.", format, ".txt"), result.out);
  }
  ExpectGolden("simulate_series.txt", RunCommand({"replicas", "simulate", "-f", kReplicas, "--series", kSeries}).out);
}

TEST(SimulateTest, ValuesArePerPodAndATotalIsShared) {
  const std::string hpa = SimulateAutoscaler(
      "[{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, "
      "averageValue: 10}}}]");
  // The series contains the value per pod, which is always 20. Therefore the number of replicas doubles at each row.
  EXPECT_THAT(Desired("time,hits\n0,20\n15,20\n30,20\n", hpa), ElementsAre("2", "4", "8"));
  // The series contains the total of all pods, which is 20. Therefore two pods are enough.
  EXPECT_THAT(Desired("time,total hits\n0,20\n15,20\n30,20\n", hpa), ElementsAre("2", "2", "2"));
}

TEST(SimulateTest, PercentagesAreOfWhatTheManifestRequests) {
  const std::string deployment =
      "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, selector: {matchLabels: "
      "{app: web}}, template: {spec: {containers: [{name: app, resources: {requests: {cpu: 200m}}}, {name: log, "
      "resources: {limits: {cpu: 100m}}}]}}}\n";
  const std::string hpa = SimulateAutoscaler(kUtilization);
  EXPECT_THAT(Desired("time,cpu\n0,100%\n", hpa), ElementsAre("2")) << "from minReplicas";
  EXPECT_THAT(Desired("time,cpu\n0,100%\n", hpa + deployment), ElementsAre("4")) << "from the manifest";
  EXPECT_THAT(Desired("time,cpu\n0,300m\n", hpa + deployment), ElementsAre("4"));
  EXPECT_THAT(Desired("time,total cpu\n0,600m\n", hpa + deployment), ElementsAre("4"));
  EXPECT_THAT(Desired("time,total cpu\n0,200%\n", hpa + deployment), ElementsAre("4"));
  // The target is 50 %. A usage of 55 % is within the tolerance, and 56 % is not. This shows that percentages are not
  // rounded.
  EXPECT_THAT(Desired("time,cpu\n0,55%\n", hpa + deployment), ElementsAre("2"));
  EXPECT_THAT(Desired("time,cpu\n0,56%\n", hpa + deployment), ElementsAre("3"));
}

TEST(SimulateTest, MeasuresSingleContainers) {
  const std::string hpa = SimulateAutoscaler(
      "[{type: ContainerResource, containerResource: {name: cpu, container: app, target: {type: Utilization, "
      "averageUtilization: 50}}}, {type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: "
      "1}}}, {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 1Gi}}}]");
  EXPECT_THAT(Desired("time,cpu/app,cpu,memory\n0,50%,1,1Gi\n", hpa), ElementsAre("1"));
  EXPECT_THAT(Desired("time,cpu/app,cpu,memory\n0,100%,1,1Gi\n", hpa), ElementsAre("2"));
  EXPECT_THAT(Desired("time,cpu/app,cpu,memory\n0,50%,3,1Gi\n", hpa), ElementsAre("3"));
  EXPECT_THAT(Desired("time,cpu/app,cpu,memory\n0,50%,1,4Gi\n", hpa), ElementsAre("4"));
}

TEST(SimulateTest, ObjectAndExternalMetricsAreOneValue) {
  const std::string hpa = SimulateAutoscaler(
      "[{type: Object, object: {describedObject: {kind: Ingress, name: main}, metric: {name: rate}, target: {type: "
      "AverageValue, averageValue: 10}}}, {type: External, external: {metric: {name: depth}, target: {type: "
      "AverageValue, averageValue: 10}}}]");
  EXPECT_THAT(Desired("time,rate,depth\n0,35,0\n15,0,21\n30,50,60\n", hpa), ElementsAre("4", "4", "6"));
}

TEST(SimulateTest, AnEmptyValueIsAMetricThatFails) {
  const std::string hpa = SimulateAutoscaler(
      "[{type: External, external: {metric: {name: depth}, target: {type: "
      "AverageValue, averageValue: 10}}}]");
  EXPECT_THAT(Desired("time,depth\n0,30\n15,\n30,40\n", hpa), ElementsAre("3", "3", "4"));
  EXPECT_THAT(Simulate("time,depth\n0,\n", hpa).out, HasSubstr("metrics failed"));
  EXPECT_THAT(Desired("time,cpu\n0,100%\n15,\n", SimulateAutoscaler(kUtilization)), ElementsAre("2", "2"));
}

TEST(SimulateTest, AnAutoscalerWithoutMetricsAimsForCpu) {
  EXPECT_THAT(Desired("time,cpu\n0,80%\n15,160%\n", SimulateAutoscaler("[]")), ElementsAre("1", "2"));
}

TEST(SimulateTest, TimeMayBeWrittenInThreeForms) {
  const std::string hpa =
      SimulateAutoscaler(kUtilization, "  behavior: {scaleDown: {stabilizationWindowSeconds: 60}}\n");
  const std::vector<std::string> expected = {"2", "2", "1"};
  EXPECT_EQ(Desired("time,cpu\n0,100%\n45.5,25%\n106,25%\n", hpa), expected);
  EXPECT_EQ(Desired("time,cpu\n0s,100%\n45.5s,25%\n1m46s,25%\n", hpa), expected);
  EXPECT_EQ(
      Desired("time,cpu\n2026-03-01T12:00:00Z,100%\n2026-03-01T12:00:45.5Z,25%\n2026-03-01T13:01:46+01:00,25%\n", hpa),
      expected);
}

TEST(SimulateTest, PodsOfTheSeriesReplaceThoseOfTheDecision) {
  EXPECT_THAT(Desired("time,cpu,pods\n0,100%,4\n15,50%,\n30,100%,2\n", SimulateAutoscaler(kUtilization)),
              ElementsAre("8", "8", "4"));
  EXPECT_THAT(Desired("time,cpu,pods\n0,100%,0\n15,100%,0\n", SimulateAutoscaler(kUtilization)), ElementsAre("0", "0"));
}

TEST(SimulateTest, PendingPodsDelayTheNextStep) {
  const std::string series = "time,total cpu,pods\n0,400%,1\n15,400%,\n30,400%,\n45,400%,\n60,400%,\n";
  const std::string hpa = SimulateAutoscaler(kUtilization);
  EXPECT_THAT(Desired(series, hpa), ElementsAre("4", "8", "8", "8", "8"));
  EXPECT_THAT(Desired(series, hpa, {"--pod-start=30s"}), ElementsAre("4", "8", "8", "8", "8"));
  const nlohmann::json json = nlohmann::json::parse(Simulate(series, hpa, {"--pod-start=30s", "-o", "json"}).out);
  std::vector<int> ready;
  for (const auto& row : json["rows"]) ready.push_back(row["readyPods"]);
  EXPECT_THAT(ready, ElementsAre(1, 1, 4, 8, 8));
  EXPECT_EQ(json["longestLag"], "45s");
  EXPECT_EQ(json["longestLagSince"], "0");
}

TEST(SimulateTest, CountsChangesAndTurns) {
  const std::string hpa =
      SimulateAutoscaler(kUtilization, "  behavior: {scaleDown: {stabilizationWindowSeconds: 0}}\n");
  const RunResult flapping = Simulate("time,cpu\n0,100%\n15,20%\n30,100%\n45,20%\n", hpa);
  EXPECT_THAT(flapping.out, HasSubstr("the number of replicas changed 4 times and reversed direction 3 times; "));
  const RunResult steady = Simulate("time,cpu\n0,50%\n15,50%\n", hpa);
  EXPECT_THAT(steady.out, HasSubstr("changed 0 times and reversed direction 0 times; there were always as many ready "
                                    "pods as the load required.\n"));
  const RunResult open =
      Simulate("time,cpu\n0,50%\n15,100%\n30,100%\n", SimulateAutoscaler(kUtilization, "  minReplicas: 9\n"));
  EXPECT_THAT(open.out, HasSubstr("began at 15 and had not ended 15s later.\n"));
}

struct SimulateCase {
  absl::string_view name;
  std::string series;
  std::string err;
};

TEST(SimulateTest, ReportsErrorsInASeriesWithTheirPlace) {
  std::string many = "time,cpu\n";
  for (size_t i = 0; i <= kMaxSeriesRows; ++i) absl::StrAppend(&many, i, ",50%\n");
  const SimulateCase cases[] = {
      {"nothing", "", "error: series.csv: is empty; the first line must be a header, such as time,cpu,pods\n"},
      {"comments", "# a\n\n", "error: series.csv: is empty; the first line must be a header, such as time,cpu,pods\n"},
      {"no rows", "time,cpu\n", "error: series.csv: has a header and no rows; add one for each time\n"},
      {"no time", "cpu\n50%\n", "error: series.csv:1:1: there is no column time; write time,cpu,pods\n"},
      {"no metric", "time\n0\n", "error: series.csv:1:1: there is no column for the metric cpu; write time,cpu,pods\n"},
      {"misspelt", "time,cpi\n",
       "error: series.csv:1:6: \"cpi\" is not a metric of the autoscaler; its columns are time, pods, cpu, and \"total "
       "NAME\" for the load on all pods; did you mean \"cpu\"?\n"},
      {"twice", "time,cpu,cpu\n", "error: series.csv:1:10: \"cpu\" occurs twice; leave one out\n"},
      {"both", "time,cpu,total cpu\n",
       "error: series.csv:1:10: \"total cpu\" is given in total and for each pod; leave one out\n"},
      {"too few", "time,cpu\n0\n",
       "error: series.csv:2:1: there are 1 values and 2 columns; leave a value empty where nothing was measured\n"},
      {"no amount", "time,cpu\n0, 12x\n", "error: series.csv:2:4: cpu: \"12x\" has an invalid suffix"},
      {"a percentage past all bounds", "time,cpu\n0,10000001%\n",
       "error: series.csv:2:3: cpu: \"10000001%\" is not a percentage from 0 to 10000000\n"},
      {"a negative load", "time,cpu\n0,50m\n15,-200m\n",
       "error: series.csv:3:4: cpu: \"-200m\" is negative; write an amount such as 120m, or 60% of the request\n"},
      {"not a number", "time,cpu\n0,NaN\n", "error: series.csv:2:3: cpu: \"NaN\" is not a number with"},
      {"a negative percentage", "time,cpu\n0,-1%\n",
       "error: series.csv:2:3: cpu: \"-1%\" is not a percentage from 0 to"},
      {"an unsupported form of time", "time,cpu\nnoon,50%\n",
       "error: series.csv:2:1: time: \"noon\" is not a time; write 2026-03-01T12:00:00Z, or the time since the start "
       "of "
       "the series as seconds or like 1m30s\n"},
      {"an infinite time", "time,cpu\ninfinite-future,50%\n",
       "error: series.csv:2:1: time: \"infinite-future\" is not a time"},
      {"endless", "time,cpu\ninf,50%\n", "error: series.csv:2:1: time: \"inf\" is not a time"},
      {"before the start", "time,cpu\n-5s,50%\n", "error: series.csv:2:1: time: \"-5s\" is not a time"},
      {"an empty time", "time,cpu\n,50%\n", "error: series.csv:2:1: time: \"\" is not a time"},
      {"two forms", "time,cpu\n0,50%\n15s,50%\n",
       "error: series.csv:3:1: time: \"15s\" has another form than the first; use one form\n"},
      {"back in time", "time,cpu\n15,50%\n15,50%\n",
       "error: series.csv:3:1: time: \"15\" is not after the previous row; order the rows by time\n"},
      {"no number of pods", "time,cpu,pods\n0,50%,few\n",
       "error: series.csv:2:7: pods: \"few\" is not a number of pods; write a whole number from 0\n"},
      {"more pods than a decision may have", "time,cpu,pods\n0,50%,10000\n15,50%,2000000000\n",
       "error: series.csv:3:8: pods: 2000000000 pods are more than the limit of 10000 in a decision; write "
       "fewer\n"},
      {"quotes", "time,cpu\n0,5\"0%\n", "error: series.csv:2:3: a double quote is not allowed here"},
      {"open quotes", "time,cpu\n0,\"50%\n", "error: series.csv:2:3: a double quote is not allowed here"},
      {"control characters", "time,cpu\n0,\x1b[31m\n", "error: series.csv:2:3: control character"},
      {"too many rows", many, "error: series.csv:10002:1: is after row 10000, the limit of a series; shorten it\n"},
      {"amounts without a manifest", "time,cpu\n0,300m\n",
       "error: series.csv: cpu is an amount, and its target is a share of what the pods request; add the manifest of "
       "the target with another -f, or write percentages\n"},
  };
  for (const SimulateCase& test : cases) {
    SCOPED_TRACE(test.name);
    const RunResult result = Simulate(test.series, SimulateAutoscaler(kUtilization));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST(SimulateTest, RefusesToBeginWithMorePodsThanADecisionAccepts) {
  const std::string many = absl::StrReplaceAll(SimulateAutoscaler(kUtilization, "  minReplicas: 3000000\n"),
                                               {{"maxReplicas: 10\n", "maxReplicas: 3000000\n"}});
  const RunResult least = Simulate("time,cpu\n0,50%\n", many);
  EXPECT_EQ(least.exit_code, 2);
  EXPECT_EQ(least.out, "");
  EXPECT_EQ(least.err,
            "error: hpa.yaml:8:16: spec.minReplicas: 3000000 pods are more than the limit of 10000 in a decision; "
            "lower it, or set the initial number in a column pods of the series\n");
  EXPECT_THAT(Desired("time,cpu,pods\n0,50%,10000\n",
                      absl::StrReplaceAll(many, {{"minReplicas: 3000000", "minReplicas: 10000"}})),
              ElementsAre("10000"));
  const RunResult manifest =
      Simulate("time,cpu\n0,50%\n",
               SimulateAutoscaler(
                   kUtilization,
                   "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3000000}\n"));
  EXPECT_EQ(manifest.exit_code, 2);
  EXPECT_THAT(
      manifest.err,
      HasSubstr("error: hpa.yaml:9:1: spec.replicas: 3000000 pods are more than the limit of 10000 in a decision"));
}

TEST(SimulateTest, ShowsThePreviousRowsIfADecisionSetsMorePodsThanTheNextAccepts) {
  const std::string hpa =
      absl::StrReplaceAll(SimulateAutoscaler(kUtilization), {{"maxReplicas: 10\n", "maxReplicas: 30000\n"}});
  const RunResult result = Simulate("time,cpu,pods\n0,50%,6000\n15,100%,\n30,50%,\n", hpa, {"-o", "name"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "0 6000\n15 12000\n");
  EXPECT_EQ(result.err,
            "error: series.csv:4:1: at 30: 12000 pods are more than the limit of 10000 in a decision, and the "
            "previous decision required them; lower spec.maxReplicas, or end the series there\n");
  EXPECT_THAT(Desired("time,cpu,pods\n0,50%,6000\n15,100%,\n30,50%,20\n", hpa), ElementsAre("6000", "12000", "40"))
      << "the pods of the series stand for those of the decision; what is recommended is at most twice as many";
}

TEST(SimulateTest, PartOfATotalIsShownAsInTheDecision) {
  const std::string hpa =
      SimulateAutoscaler("[{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: 100m}}}]");
  const std::string series = "time,total cpu,pods\n0,900m,8\n15,400m,9\n";
  EXPECT_THAT(Simulate(series, hpa).out, AllOf(HasSubstr("900m (113m each)"), HasSubstr("400m (45m each)")));
  const nlohmann::json json = nlohmann::json::parse(Simulate(series, hpa, {"-o", "json"}).out);
  EXPECT_EQ(json["rows"][0]["measured"]["total cpu"], "112500u");
  EXPECT_EQ(json["rows"][1]["measured"]["total cpu"], "44444444n");
  EXPECT_THAT(std::string(json["rows"][0]["summary"]), HasSubstr("cpu resource is 113m "));
  EXPECT_THAT(std::string(json["rows"][1]["summary"]), HasSubstr("cpu resource is 45m "));
}

TEST(SimulateTest, MemoryHasUnitsInTextAndBytesInJson) {
  const std::string hpa = SimulateAutoscaler(
      "[{type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 1536Mi}}}]");
  const std::string series = "time,total memory,pods\n0,3221225472,2\n15,1G,3\n";
  EXPECT_THAT(Simulate(series, hpa, {"-o", "wide"}).out,
              AllOf(HasSubstr("3Gi (1.5Gi each)"), HasSubstr("1G (317.891Mi each)"),
                    HasSubstr("memory resource is 1.5Gi with a target of 1.5Gi")));
  const nlohmann::json json = nlohmann::json::parse(Simulate(series, hpa, {"-o", "json"}).out);
  EXPECT_EQ(json["rows"][0]["values"]["total memory"], "3221225472");
  EXPECT_THAT(std::string(json["rows"][0]["summary"]), HasSubstr("is 1610612736 with a target of 1610612736"));
}

TEST(SimulateTest, ReadsWhatSpreadsheetsWrite) {
  EXPECT_THAT(Desired("\xEF\xBB\xBF\"time\", \"cpu\"\r\n\r\n# later\r\n \"0\" , \"100%\" \r\n15,\"50%\"",
                      SimulateAutoscaler(kUtilization)),
              ElementsAre("2", "2"));
}

TEST(SimulateTest, ReportsInvalidInput) {
  const TemporaryFolder folder;
  const std::string two =
      folder.Write("two.yaml", SimulateAutoscaler(kUtilization) + "---\n" + SimulateAutoscaler(kUtilization));
  const std::string value = folder.Write(
      "value.yaml",
      SimulateAutoscaler("[{type: External, external: {metric: {name: depth}, target: {type: Value, value: 1}}}, "
                         "{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: 1}}}]"));
  const std::string bare = folder.Write(
      "bare.yaml", absl::StrCat(SimulateAutoscaler(kUtilization),
                                "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: "
                                "{spec: {containers: [{name: app}]}}}\n"));
  const std::string invalid = folder.Write("invalid.yaml", SimulateAutoscaler(kUtilization, "  minReplicas: 11\n"));
  const std::string csv = folder.Write("a.csv", "time,cpu\n0,50%\n");
  const struct {
    absl::string_view name;
    std::vector<std::string> args;
    int exit_code;
    std::string err;
  } kCases[] = {
      {"no files", {"--series", csv}, 2, "error: say which file to read with -f PATH; -f - reads standard input\n"},
      {"no series",
       {"-f", kReplicas},
       2,
       "error: say which file to read with --series PATH; --series - reads standard input\n"},
      {"no such series",
       {"-f", kReplicas, "--series=nosuch.csv"},
       2,
       "error: nosuch.csv: cannot be opened: No such file"},
      {"two autoscalers",
       {"-f", two, "--series", csv},
       2,
       "error: the files contain 2 HorizontalPodAutoscalers, and a series is for one autoscaler; name it on the "
       "command line\n"},
      {"no autoscaler",
       {"-f", kDeployment, "--series", csv},
       2,
       "error: the files of -f contain no HorizontalPodAutoscaler that can be read\n"},
      {"a total of one value",
       {"-f", value, "--series", folder.Write("b.csv", "time,total depth,cpu\n")},
       2,
       ":1:6: \"total depth\": depth is one value for any number of pods; leave out the word total\n"},
      {"a percentage of what no pod requests",
       {"-f", value, "--series", folder.Write("c.csv", "time,depth,cpu\n0,5%,1\n")},
       2,
       ":2:3: depth: \"5%\" is a percentage, and no pod requests this metric; write an amount such as 120m\n"},
      {"a percentage without a manifest",
       {"-f", value, "--series", folder.Write("d.csv", "time,depth,cpu\n0,5,5%\n")},
       2,
       ": cpu is a share of what the pods request; add the manifest of the target with another -f, or write amounts\n"},
      {"a manifest without requests",
       {"-f", bare, "--series", csv},
       2,
       ": cpu is compared with what the pods request, and the manifest of the target requests no cpu; add the request, "
       "or leave the manifest out\n"},
      {"an invalid autoscaler",
       {"-f", invalid, "--series", csv},
       1,
       absl::StrCat("error: ", invalid, ":6:16: spec.maxReplicas: ")},
      {"an invalid delay",
       {"-f", kReplicas, "--series", csv, "--pod-start=soon"},
       2,
       "error: --pod-start: \"soon\" is not a duration from 0 to 24h; write it like 30s or 1m30s"},
      {"an invalid tolerance",
       {"-f", kReplicas, "--series", kReplicasLoad, "--horizontal-pod-autoscaler-tolerance=-1"},
       2,
       "error: --horizontal-pod-autoscaler-tolerance: -1 is negative. "},
      {"a misspelt verb", {"simulat", "-f", kReplicas}, 2, "error: "},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.name);
    std::vector<std::string> args = {"replicas", "simulate"};
    args.insert(args.end(), test.args.begin(), test.args.end());
    const RunResult result = RunCommand(args);
    EXPECT_EQ(result.exit_code, test.exit_code);
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST(SimulateTest, TheChartIsAsWideAsTheTerminal) {
  RunOptions options;
  options.out = ColorTerminal(40);
  const RunResult result = RunCommand({"replicas", "simulate", "-f", kReplicas, "--series", kReplicasLoad}, options);
  int lines = 0;
  for (const absl::string_view line : absl::StrSplit(result.out, '\n')) {
    if (!absl::StrContains(line, " |")) continue;
    ++lines;
    EXPECT_LE(line.size(), 40U) << line;
  }
  EXPECT_EQ(lines, 10);
}

}  // namespace
}  // namespace cpsizer::cli
