#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kHistory[] = "deploy/examples/history/recommendations.csv";

// Returns the answer of the page for the verb `args`: its output, with the lines of its standard error as notes.
json Printed(std::vector<std::string> args) {
  args.insert(args.end(), {"-o", "json"});
  const RunResult result = RunCommand(args);
  json printed = json::parse(result.out);
  for (const absl::string_view line : absl::StrSplit(result.err, '\n', absl::SkipEmpty())) {
    printed["notes"].push_back(std::string(line));
  }
  return printed;
}

// The output of `cpsizer replay` without the list of transitions: the page has series for its charts instead.
json PrintedReplay(std::vector<std::string> args) {
  json replay = Printed(std::move(args));
  for (const char* side : {"before", "after"}) {
    if (!replay.contains(side)) continue;
    EXPECT_EQ(replay[side].erase("transitionList"), 1u);
  }
  return replay;
}

TEST(PageViewsTest, ViewsAreTheOutputOfTheirVerbs) {
  const std::string machine = "deploy/examples/machine";
  const std::string cpu = "deploy/examples/cpu-requests";
  const std::string autoscaler = "deploy/examples/cluster-autoscaler";
  TestedPage page(FlagsForFiles({kFleet, kReplicas, kReplicasBusy, machine}));
  EXPECT_EQ(page.Get("/api/status").json["views"],
            json({"fleet", "whatIf", "sizes", "capacity", "replicas", "machines", "reference"}));
  const json replicas = page.Get("/api/replicas").json;
  EXPECT_EQ(replicas["items"].size(), 1);
  EXPECT_EQ(replicas["items"][0]["response"], Printed({"replicas", "-f", kReplicas, "-f", kReplicasBusy}));
  EXPECT_EQ(page.Get("/api/machines").json, Printed({"machine", "-f", machine}));
  EXPECT_EQ(page.Get("/api/cpu-requests").code, 404);
  TestedPage of_cpu(FlagsForFiles({cpu}));
  EXPECT_EQ(of_cpu.Get("/api/status").json["views"], json({"fleet", "cpuRequests", "reference"}));
  EXPECT_EQ(of_cpu.Get("/api/cpu-requests").json, Printed({"cpu-requests", "-f", cpu}));
  TestedPage of_autoscaler(FlagsForFiles({autoscaler}));
  EXPECT_EQ(of_autoscaler.Get("/api/status").json["views"], json({"fleet", "clusterAutoscaler", "reference"}));
  EXPECT_EQ(of_autoscaler.Get("/api/cluster-autoscaler").json, Printed({"autoscaler", "plan", "-f", autoscaler}));
}

// The files do not have the time of the record, and the results of queries.
TEST(PageViewsTest, ViewsOfRecordedFilesHaveTheFlagsOfTheirVerbs) {
  const std::string machine = "deploy/examples/machine";
  const std::string cpu = "deploy/examples/cpu-requests";
  UiFlags flags = FlagsForFiles({machine, kReplicas, kReplicasBusy});
  const std::string now = "2026-03-01T13:30:00Z";
  flags.machine.now = now;
  flags.machine.sample_interval = "2m";
  TestedPage page(flags);
  const json machines = page.Get("/api/machines").json;
  EXPECT_EQ(machines, Printed({"machine", "-f", machine, "--now", now, "--sample-interval=2m"}));
  EXPECT_NE(machines, Printed({"machine", "-f", machine}));
  EXPECT_EQ(page.Get("/api/replicas").json["items"][0]["response"],
            Printed({"replicas", "-f", kReplicas, "-f", kReplicasBusy, "--now", now}));
  flags = FlagsForFiles({cpu});
  flags.cpu_requests.limit = "2";
  flags.cpu_requests.default_count = "8";
  flags.cpu_requests.cap_by_idle_usage = true;
  const json requests = TestedPage(flags).Get("/api/cpu-requests").json;
  EXPECT_EQ(requests,
            Printed({"cpu-requests", "-f", cpu, "--limit=2", "--default-cpu-count=8", "--cap-by-idle-usage"}));
  EXPECT_NE(requests, Printed({"cpu-requests", "-f", cpu}));
  const std::string autoscaler = "deploy/examples/cluster-autoscaler";
  flags = FlagsForFiles({autoscaler});
  flags.autoscaler.release_version = "4.18.2";
  flags.autoscaler.image = "cluster-autoscaler:4.18";
  flags.autoscaler.extra_args = "--expander=random";
  flags.autoscaler.feature_gates = {"ClusterAPIMachineManagementAWS"};
  const json plan = TestedPage(flags).Get("/api/cluster-autoscaler").json;
  EXPECT_EQ(plan, Printed({"autoscaler", "plan", "-f", autoscaler, "--release-version=4.18.2",
                           "--image=cluster-autoscaler:4.18", "--extra-args=--expander=random",
                           "--feature-gate=ClusterAPIMachineManagementAWS"}));
  EXPECT_NE(plan, Printed({"autoscaler", "plan", "-f", autoscaler}));
  flags.autoscaler.release_version = "";
  const TestedPage::Answer wrong = TestedPage(flags).Get("/api/cluster-autoscaler");
  EXPECT_NE(wrong.code, 200);
  EXPECT_THAT(wrong.json.dump(), HasSubstr("--release-version"));
}

// An autoscaler whose target is not in the files.
std::string LostAutoscaler(absl::string_view name) {
  return absl::StrCat(R"(---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {namespace: shop, name: )",
                      name, R"(}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: lost}
  maxReplicas: 5
---
apiVersion: v1
kind: ConfigMap
metadata: {name: skipped-without-a-note}
)");
}

TEST(PageViewsTest, NotesOfAVerbAreAnsweredAfterItsErrors) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("hpa.yaml", LostAutoscaler("lost"));
  const json replicas = TestedPage(FlagsForFiles({file})).Get("/api/replicas").json;
  const std::string reason =
      "it scales Deployment lost, and the files contain neither its manifest nor a Scale of that name; add one of them";
  EXPECT_EQ(replicas["items"][0]["error"]["message"], reason);
  ASSERT_EQ(replicas["notes"].size(), 2) << replicas;
  EXPECT_THAT(replicas["notes"][0].get<std::string>(), StartsWith("error: " + file));
  EXPECT_THAT(replicas["notes"][0].get<std::string>(), HasSubstr("shop/lost: " + reason));
  EXPECT_THAT(replicas["notes"][1].get<std::string>(), StartsWith("note: the files contain no metrics"));
}

TEST(PageViewsTest, AtMostTwentyNotesAreAnswered) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 22; ++i) text += LostAutoscaler(absl::StrCat("lost-", i));
  const json notes = TestedPage(FlagsForFiles({folder.Write("hpa.yaml", text)})).Get("/api/replicas").json["notes"];
  ASSERT_EQ(notes.size(), 21) << notes;
  EXPECT_THAT(notes[19].get<std::string>(), StartsWith("error: "));
  EXPECT_EQ(notes[20], "and 3 more lines");
}

TEST(PageViewsTest, ErrorOfAVerbIsAnswered) {
  // An autoscaler of machines without its machines.
  TestedPage page(FlagsForFiles({"deploy/examples/machine/autoscaler.yaml"}));
  const auto answer = page.Get("/api/machines");
  EXPECT_EQ(answer.code, 400) << answer.json;
  ASSERT_TRUE(answer.json.contains("error"));
  EXPECT_EQ(answer.json["error"]["code"], "FAILED_PRECONDITION");
  EXPECT_THAT(answer.json["error"]["message"].dump(), HasSubstr("ControlPlaneMachineSet"));
}

TEST(PageViewsTest, SimulationReadsTheSeriesFromTheBody) {
  TestedPage page(FlagsForFiles({kReplicas}));
  const json body = {{"namespace", "shop"}, {"name", "web"}, {"series", ReadSource(kReplicasLoad)}};
  EXPECT_EQ(page.Post("/api/replicas/simulate", body).json,
            Printed({"replicas", "simulate", "-f", kReplicas, "--series", kReplicasLoad}));
}

TEST(PageViewsTest, SimulationThatEndsEarlyHasItsRowsAndTheReason) {
  const TemporaryFolder folder;
  const std::string hpa = absl::StrReplaceAll(ReadSource(kReplicas), {{"maxReplicas: 10\n", "maxReplicas: 30000\n"}});
  TestedPage page(FlagsForFiles({folder.Write("hpa.yaml", hpa)}));
  const json body = {{"name", "web"}, {"series", "time,cpu,pods\n0s,200m,9000\n15s,100m,\n"}};
  const json answer = page.Post("/api/replicas/simulate", body).json;
  EXPECT_EQ(answer["rows"].size(), 1) << answer;
  ASSERT_EQ(answer["notes"].size(), 1) << answer;
  EXPECT_THAT(answer["notes"][0].get<std::string>(), HasSubstr("pods are more than the limit of 10000 in a decision"));
}

TEST(PageViewsTest, BadSeriesAreRefused) {
  TestedPage page(FlagsForFiles({kReplicas}));
  for (const char* series :
       {"", "time\n", "\xff", "time,cpu\n1,x\n", "time,cpu\n0s,1\n0s,1\n", "time,cpu\n0s,-1\n", "time,cpu\n0s,NaN\n"}) {
    const auto answer = page.PostBytes("/api/replicas/simulate", json{{"name", "web"}, {"series", series}}.dump(
                                                                     -1, ' ', true, json::error_handler_t::replace));
    EXPECT_EQ(answer.code, 400) << series;
  }
  for (const json& body :
       {json::object(), json{{"series", 1}}, json{{"name", "--server=x"}, {"series", "time,cpu\n"}}}) {
    EXPECT_EQ(page.Post("/api/replicas/simulate", body).code, 400) << body;
  }
}

TEST(PageViewsTest, ReplayHasTheOutputOfItsVerbAndSeries) {
  UiFlags flags = FlagsForFiles({kFleet});
  flags.replay.history = {kHistory};
  flags.replay.prices = {"small=0.42"};
  TestedPage page(flags);
  EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "whatIf", "sizes", "history", "reference"}));
  json replay = page.PostBytes("/api/replay", "").json;
  const json series = replay["series"];
  replay.erase("series");
  EXPECT_EQ(replay, PrintedReplay({"replay", "-f", kFleet, "--history", kHistory, "--price", "small=0.42"}));
  const size_t steps = series["times"].size();
  EXPECT_GT(steps, 100);
  EXPECT_EQ(series["times"][0], "2026-02-01T00:00:00Z");
  EXPECT_FALSE(series.contains("after"));
  ASSERT_EQ(series["before"]["sizes"].size(), 3);
  EXPECT_EQ(series["before"]["sizes"][0]["size"], "small");
  EXPECT_EQ(series["before"]["sizes"][0]["clusters"].size(), steps);
  int transitions = 0;
  for (const char* direction : {"increases", "decreases"}) {
    for (const json& count : series["before"][direction]) transitions += count.get<int>();
  }
  EXPECT_EQ(transitions, replay["before"]["transitions"]);
}

TEST(PageViewsTest, ReplayComparesWithTheConfigurationOfTheBody) {
  UiFlags flags = FlagsForFiles({kFleet});
  flags.replay.history = {kHistory};
  TestedPage page(flags);
  json replay = page.Post("/api/replay", {{"yaml", ReadSource(kProposed)}}).json;
  EXPECT_EQ(replay["series"]["after"]["sizes"].size(), 4);
  replay.erase("series");
  EXPECT_EQ(replay, PrintedReplay({"replay", "-f", kFleet, "--history", kHistory, "--with", kProposed}));
  const std::string misspelled =
      absl::StrReplaceAll(ReadSource(kProposed), {{"kubeAPIServerMemoryFraction", "kubeApiServerMemoryFraction"}});
  for (const json& yaml : {json("kind: ["), json(""), json(1), json(misspelled)}) {
    EXPECT_EQ(page.Post("/api/replay", {{"yaml", yaml}}).code, 400) << yaml;
  }
}

}  // namespace
}  // namespace cpsizer::cli
