#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Returns the manifest of an autoscaler with these metrics. `more` is appended to the text of the manifest.
std::string ReplicasAutoscaler(absl::string_view name, absl::string_view metrics, absl::string_view more = "") {
  return absl::StrCat("apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ", name,
                      ", namespace: shop}\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ",
                      name, "}\n  maxReplicas: 10\n  metrics: ", metrics, "\n", more, "---\n");
}

std::string ReplicasDeployment(absl::string_view name, int replicas) {
  return absl::StrCat("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ", name,
                      ", namespace: shop}\nspec: {replicas: ", replicas, ", selector: {matchLabels: {app: ", name,
                      "}}}\n---\n");
}

std::string Pod(absl::string_view name, absl::string_view app) {
  return absl::StrCat("apiVersion: v1\nkind: Pod\nmetadata: {name: ", name, ", namespace: shop, labels: {app: ", app,
                      "}}\nstatus: {phase: Running, conditions: [{type: Ready, status: 'True'}]}\n---\n");
}

std::string PodValue(absl::string_view metric, absl::string_view pod, absl::string_view value) {
  return absl::StrCat("apiVersion: custom.metrics.k8s.io/v1beta2\nkind: MetricValue\nmetric: {name: ", metric,
                      "}\ndescribedObject: {kind: Pod, namespace: shop, name: ", pod, "}\nvalue: ", value, "\n---\n");
}

constexpr char kHits[] = "[{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue: 10}}}]";

TEST(ReplicasTest, TwiceTheTargetDoublesAndHalfOfItHalves) {
  EXPECT_EQ(RunCommand({"replicas", "-f", kReplicas, "--metrics", kReplicasBusy, "-o", "name"}).out, "shop/web 8\n");
  const TemporaryFolder folder;
  const RunResult first =
      RunCommand({"replicas", "-f", kReplicas, "--metrics", kReplicasIdle, "-o", "json", "--now=2026-03-01T12:00:00Z"});
  // Without a history of the last five minutes, the number of replicas is kept.
  EXPECT_THAT(first.out, HasSubstr(R"("desiredReplicas": 4)"));
  const std::string answer = folder.Write("answer.json", first.out);
  EXPECT_EQ(RunCommand({"replicas", "-f", kReplicas, "--metrics", kReplicasIdle, "--history", answer, "-o", "name",
                        "--now=2026-03-01T12:05:01Z"})
                .out,
            "shop/web 2\n");
}

TEST(ReplicasTest, PinnedReplicasInTheManifestAreReported) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("shop.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 2),
                                             Pod("web-a", "web"), PodValue("hits", "web-a", "10")));
  EXPECT_THAT(RunCommand({"replicas", "-f", file}).out, HasSubstr("REPLICAS_PINNED"));
}

TEST(ReplicasTest, PrintsTheFirstWarningsOfARule) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 23; ++i) {
    const std::string name = absl::StrCat("web", i);
    absl::StrAppend(&text, ReplicasAutoscaler(name, kHits), ReplicasDeployment(name, 2), Pod(name + "-a", name),
                    PodValue("hits", name + "-a", "10"));
  }
  const std::string file = folder.Write("shop.yaml", text);
  const RunResult result = RunCommand({"replicas", "-f", file});
  EXPECT_EQ(std::vector<std::string>(absl::StrSplit(result.err, "(REPLICAS_PINNED)")).size(), 21U);
  EXPECT_THAT(result.err, HasSubstr("\n... and 3 more REPLICAS_PINNED; -o json prints all\n"));
  const RunResult json = RunCommand({"replicas", "-f", file, "-o", "json"});
  EXPECT_EQ(std::vector<std::string>(absl::StrSplit(json.out, "\"REPLICAS_PINNED\"")).size(), 24U);
}

TEST(ReplicasTest, WithinTheToleranceNothingChanges) {
  const TemporaryFolder folder;
  const std::string observed =
      folder.Write("observed.yaml", absl::StrReplaceAll(ReadSource(kReplicasBusy), {{"cpu: 200m}}", "cpu: 110m}}"}}));
  EXPECT_EQ(RunCommand({"replicas", "-f", kReplicas, "--metrics", observed, "-o", "name"}).out, "shop/web 4\n");
  EXPECT_EQ(RunCommand({"replicas", "-f", kReplicas, "--metrics", observed, "-o", "name",
                        "--horizontal-pod-autoscaler-tolerance=0.05"})
                .out,
            "shop/web 5\n");
}

TEST(ReplicasTest, PrintsEverythingAboutOneAutoscaler) {
  for (const char* format : {"table", "json", "yaml"}) {
    for (const auto& [name, observed] : {std::pair("busy", kReplicasBusy), std::pair("idle", kReplicasIdle)}) {
      const RunResult result = RunCommand({"replicas", "-f", kReplicas, "--metrics", observed, "-o", format});
      EXPECT_EQ(result.exit_code, 0);
      EXPECT_EQ(result.err, "");
      ExpectGolden(absl::StrCat("replicas_", name, ".", format, ".txt"), result.out);
    }
  }
}

TEST(ReplicasTest, ReadsEverythingFromOneFolderInAnyOrder) {
  const TemporaryFolder folder;
  folder.Write("a.yaml", absl::StrCat(PodValue("hits", "web-1", "20"), PodValue("hits", "web-2", "0.5"),
                                      PodValue("misses", "web-2", "900"), PodValue("hits", "shop-1", "1000")));
  folder.Write("b.yaml", absl::StrCat(Pod("shop-1", "shop"), Pod("web-2", "web"), Pod("web-1", "web")));
  folder.Write("c.yaml", absl::StrCat(ReplicasDeployment("web", 2), ReplicasAutoscaler("web", kHits),
                                      "kind: ConfigMap\napiVersion: v1\n"));
  const RunResult result = RunCommand({"replicas", "-f", folder.path()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out,
              HasSubstr("pods metric hits is 10250m with a target of 10; the ratio is within the tolerance"))
      << result.out;
}

TEST(ReplicasTest, ManyAutoscalersAreARowEach) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml",
      absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1), Pod("web-1", "web"),
                   PodValue("hits", "web-1", "20"), ReplicasAutoscaler("api", kHits), ReplicasDeployment("api", 1),
                   Pod("api-1", "api"), PodValue("hits", "api-1", "10"), ReplicasAutoscaler("none", kHits),
                   ReplicasDeployment("none", 0), ReplicasAutoscaler("mute", kHits), ReplicasDeployment("mute", 1),
                   Pod("mute-1", "mute")));
  const RunResult result = RunCommand({"replicas", "-f", file});
  EXPECT_EQ(result.exit_code, 0);
  ExpectGolden("replicas_many.txt", result.out);
  EXPECT_THAT(result.err, HasSubstr("note: 4 autoscalers: 1 rescale, 1 keep, 1 disabled, 1 metrics failed\n"));
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "-o", "name"}).out,
            "shop/web 2\nshop/api 1\nshop/none 0\nshop/mute 1\n");
  EXPECT_THAT(RunCommand({"replicas", "-f", file, "shop/api"}).out, StartsWith("shop/api (now 1): 1 replica\n"));
  const nlohmann::json json = nlohmann::json::parse(RunCommand({"replicas", "-f", file, "-o", "json"}).out);
  ASSERT_EQ(json["items"].size(), 4U);
  EXPECT_EQ(json["items"][0]["autoscaler"]["name"], "web");
  EXPECT_EQ(json["items"][0]["minReplicas"], 1);
  EXPECT_EQ(json["items"][0]["maxReplicas"], 10);
  EXPECT_EQ(json["items"][0]["response"]["desiredReplicas"], 2);
}

// The command decides autoscalers of files in batches. Its messages are in the order of the files.
TEST(ReplicasTest, EachOfManyAutoscalersIsDecidedAsAlone) {
  const TemporaryFolder folder;
  std::string text = ReplicasAutoscaler("lost", kHits);
  for (int i = 0; i < 1'100; ++i) {
    const std::string name = absl::StrCat("web-", i);
    absl::StrAppend(&text, ReplicasAutoscaler(name, i == 7 ? "[{type: Pods}]" : kHits),
                    ReplicasDeployment(name, i % 9));
  }
  const std::string file = folder.Write("all.yaml", text);
  const RunResult all = RunCommand({"replicas", "-f", file, "-o", "json", "--now=2026-03-01T12:00:00Z"});
  const auto answers = nlohmann::json::parse(all.out);
  ASSERT_EQ(answers["items"].size(), 1'101u) << all.out.substr(0, 500);
  EXPECT_LT(all.err.find("web-7"), all.err.size());
  EXPECT_LT(all.err.find("shop/lost"), all.err.find("web-7"));
  for (const char* name : {"web-0", "web-1", "web-998", "web-999", "web-1000", "web-1099"}) {
    const RunResult one =
        RunCommand({"replicas", std::string("shop/") + name, "-f", file, "-o", "json", "--now=2026-03-01T12:00:00Z"});
    const auto answer = nlohmann::json::parse(one.out);
    int found = 0;
    for (const auto& result : answers["items"]) {
      if (result["autoscaler"]["name"] != name) continue;
      ++found;
      EXPECT_EQ(result["response"], answer) << name;
    }
    EXPECT_EQ(found, 1) << name;
  }
}

TEST(ReplicasTest, TheHistoryOfManyFindsItsOwnAutoscalers) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 4), Pod("web-1", "web"),
                               PodValue("hits", "web-1", "1"), ReplicasAutoscaler("api", kHits),
                               ReplicasDeployment("api", 4), Pod("api-1", "api"), PodValue("hits", "api-1", "1")));
  const RunResult first = RunCommand({"replicas", "-f", file, "-o", "yaml", "--now=2026-03-01T12:00:00Z"});
  EXPECT_THAT(first.out, HasSubstr("desiredReplicas: 4"));
  const std::string answer = folder.Write("answer.yaml", first.out);
  const std::vector<std::string> again = {"replicas", "-f", file,   "--history",
                                          answer,     "-o", "name", "--now=2026-03-01T12:06:00Z"};
  EXPECT_EQ(RunCommand(again).out, "shop/web 1\nshop/api 1\n");
}

TEST(ReplicasTest, AHistoryWithoutANameIsForOneAutoscaler) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1),
                                            ReplicasAutoscaler("api", kHits), ReplicasDeployment("api", 1)));
  const std::string history =
      folder.Write("history.json", R"({"recommendations": [{"replicas": 9, "time": "2026-03-01T11:59:00Z"}]})");
  const RunResult result = RunCommand({"replicas", "-f", file, "--history", history});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              HasSubstr(absl::StrCat(
                  "error: ", history,
                  " is the history of one autoscaler, and there are 2; name the autoscaler on the command line\n")));
  EXPECT_EQ(
      RunCommand({"replicas", "-f", kReplicas, "--metrics", kReplicasIdle, "--history", history, "-o", "name"}).out,
      "shop/web 8\n")
      << "9 within the window, and at most twice as many as now";
}

TEST(ReplicasTest, AScaleComesBeforeTheManifest) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml",
      absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1), Pod("web-1", "web"),
                   PodValue("hits", "web-1", "10"),
                   "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: web}\nspec: {replicas: 3}\nstatus: "
                   "{replicas: 3, selector: app=web}\n"));
  EXPECT_THAT(RunCommand({"replicas", "-f", file}).out, StartsWith("shop/web (now 3): 3 replicas\n"));
}

TEST(ReplicasTest, MetricsBelongByNameDescribedObjectAndLabels) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml",
      absl::StrCat(
          ReplicasAutoscaler(
              "web",
              "[{type: Object, object: {describedObject: {kind: Ingress, name: main}, metric: {name: rate}, "
              "target: {type: AverageValue, averageValue: 10}}}, {type: External, external: {metric: {name: "
              "depth, selector: {matchLabels: {queue: mail}}}, target: {type: AverageValue, averageValue: 10}}}]"),
          ReplicasDeployment("web", 1), Pod("web-1", "web"),
          "apiVersion: custom.metrics.k8s.io/v1beta2\nkind: MetricValueList\nitems:\n"
          "- {describedObject: {kind: Ingress, name: other, namespace: shop}, metric: {name: rate}, value: 900}\n"
          "- {describedObject: {kind: Ingress, name: main, namespace: else}, metric: {name: rate}, value: 900}\n"
          "- {describedObject: {kind: Ingress, name: main, namespace: shop}, metric: {name: other}, value: 900}\n"
          "- {describedObject: {kind: Ingress, name: main, namespace: shop}, metric: {name: rate}, value: 35}\n---\n"
          "apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValueList\nitems:\n"
          "- {metricName: depth, metricLabels: {queue: news}, value: 900}\n"
          "- {metricName: depth, metricLabels: {queue: mail}, value: 21}\n"
          "- {metricName: width, metricLabels: {queue: mail}, value: 900}\n"));
  const RunResult result = RunCommand({"replicas", "-f", file, "-o", "json"});
  const nlohmann::json json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["metrics"].size(), 2U);
  EXPECT_EQ(json["metrics"][0]["replicas"], 4);
  EXPECT_EQ(json["metrics"][1]["replicas"], 3);
}

TEST(ReplicasTest, TwoAutoscalersOfTheSamePodsAreReported) {
  const TemporaryFolder folder;
  const std::string other =
      absl::StrReplaceAll(ReplicasAutoscaler("web", kHits), {{"{name: web, namespace", "{name: two, namespace"}});
  const std::string file =
      folder.Write("all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), other, ReplicasDeployment("web", 1),
                                            Pod("web-1", "web"), PodValue("hits", "web-1", "20")));
  EXPECT_THAT(RunCommand({"replicas", "-f", file, "web"}).out, HasSubstr("AmbiguousSelector"));
}

TEST(ReplicasTest, DuplicateAutoscalerIsNotReportedAsAnotherAutoscaler) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasAutoscaler("web", kHits),
                               ReplicasDeployment("web", 1), Pod("web-1", "web"), PodValue("hits", "web-1", "20")));
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "-o", "name"}).out, "shop/web 2\nshop/web 2\n");
}

TEST(ReplicasTest, EachErrorNamesItsAutoscalerAndEachAutoscalerHasARow) {
  const TemporaryFolder folder;
  const std::string api =
      absl::StrReplaceAll(ReplicasAutoscaler("api", kHits), {{"maxReplicas: 10", "maxReplicas: 0"}});
  const std::string file = folder.Write(
      "all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1), Pod("web-1", "web"),
                               PodValue("hits", "web-1", "20"), api, ReplicasDeployment("api", 1),
                               ReplicasAutoscaler("lost", kHits), ReplicasAutoscaler("odd", kHits, "  minReplica: 2\n"),
                               ReplicasDeployment("odd", 1)));
  const RunResult result = RunCommand({"replicas", "-f", file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr(":30:16: for HorizontalPodAutoscaler shop/api: spec.maxReplicas: "),
                                HasSubstr(": shop/lost: it scales Deployment lost, and the files contain neither"),
                                HasSubstr(": for HorizontalPodAutoscaler shop/odd: spec.minReplica: spec has no field"),
                                HasSubstr("note: 4 autoscalers: 1 rescale, 3 not decided\n")));
  for (const absl::string_view name : {"api ", "lost", "odd "}) {
    EXPECT_THAT(result.out, HasSubstr(absl::StrCat("shop        ", name, "   -         -         not decided")))
        << name;
  }
  const nlohmann::json json = nlohmann::json::parse(RunCommand({"replicas", "-f", file, "-o", "json"}).out);
  ASSERT_EQ(json["items"].size(), 4U);
  EXPECT_EQ(json["items"][2]["autoscaler"]["name"], "lost");
  EXPECT_THAT(json["items"][2]["error"]["message"].get<std::string>(),
              HasSubstr("it scales Deployment lost, and the files contain neither"));
}

// The item of an autoscaler without a decision has the text that is printed on standard error.
TEST(ReplicasTest, ItemsWithoutADecisionHaveTheTextOfTheFinding) {
  const TemporaryFolder folder;
  const std::string target = "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}";
  const auto with_target = [&target](absl::string_view text) {
    return absl::StrReplaceAll(ReplicasAutoscaler("web", kHits), {{target, text}});
  };
  const std::string file = folder.Write(
      "all.yaml",
      absl::StrCat(ReplicasAutoscaler("odd", kHits, "  minReplica: 2\n"),
                   with_target("scaleTargetRef: {apiVersion: apps/v1, kind: DaemonSet, name: web}"),
                   with_target("scaleTargetRef: {}"), with_target("scaleTargetRef: {apiVersion: apps/v1, kind: Job}")));
  const RunResult result = RunCommand({"replicas", "-f", file, "-o", "json"});
  EXPECT_EQ(result.exit_code, 1);
  const nlohmann::json json = nlohmann::json::parse(result.out);
  const char* const texts[] = {
      "spec.minReplica: spec has no field minReplica. Write minReplicas. (FIELD_UNKNOWN)",
      "spec.scaleTargetRef.kind: the number of pods of a DaemonSet cannot be set. Use a ",
      "spec.scaleTargetRef.kind: scaleTargetRef has no kind. Set the field; the API reference describes it. "
      "(FIELD_REQUIRED)",
      "spec.scaleTargetRef.name: scaleTargetRef has no name. Set the field; the API reference describes it. "
      "(FIELD_REQUIRED)",
  };
  ASSERT_EQ(json["items"].size(), std::size(texts));
  for (size_t i = 0; i < std::size(texts); ++i) {
    const std::string text = json["items"][i]["error"]["message"].get<std::string>();
    EXPECT_THAT(text, StartsWith(texts[i]));
    EXPECT_THAT(result.err, HasSubstr(text));
  }
}

TEST(ReplicasTest, NothingIsDecidedFromPartialObservations) {
  const TemporaryFolder folder;
  const std::string good = absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1),
                                        Pod("web-1", "web"), PodValue("hits", "web-1", "20"));
  const std::string pod = absl::StrReplaceAll(Pod("web-2", "web"), {{"phase: Running", "phase: [Running]"}});
  const std::string value = absl::StrReplaceAll(PodValue("hits", "web-2", "2k"), {{"name: web-2", "name: 2"}});
  for (const std::string& bad : {pod, value}) {
    const std::string file = folder.Write("all.yaml", good + bad);
    for (const char* const output : {"table", "json", "name"}) {
      const RunResult result = RunCommand({"replicas", "-f", file, "-o", output});
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_EQ(result.out, output == absl::string_view("json") ? "{\n  \"items\": []\n}\n" : "");
      EXPECT_THAT(result.err, HasSubstr("error: no decision is made from incomplete input"));
    }
  }
}

TEST(ReplicasTest, FilesWithoutMetricsAreReported) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("all.yaml", ReplicasAutoscaler("web", kHits) + ReplicasDeployment("web", 1));
  EXPECT_EQ(RunCommand({"replicas", "-f", file}).err,
            "note: the files contain no metrics, so every metric is treated as failed; add observed objects with "
            "--metrics\n");
}

TEST(ReplicasTest, RefusedFlagIsReportedOnceForAllAutoscalers) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1),
                                            ReplicasAutoscaler("api", kHits), ReplicasDeployment("api", 1),
                                            PodValue("hits", "web-1", "20")));
  const RunResult result = RunCommand({"replicas", "-f", file, "--now=noon"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("error: --now: \"noon\" is not an RFC 3339 time. "));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(ReplicasTest, MemoryHasUnitsInTextAndBytesInJson) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml",
      absl::StrCat(
          ReplicasAutoscaler("web",
                             "[{type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: "
                             "1536Mi}}}]"),
          ReplicasDeployment("web", 1), Pod("web-1", "web"),
          "apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\nmetadata: {name: web-1, namespace: shop}\n"
          "containers: [{name: app, usage: {memory: 3221225472}}]\n"));
  EXPECT_THAT(RunCommand({"replicas", "-f", file}).out,
              AllOf(HasSubstr("memory resource is 3Gi with a target of 1.5Gi; "),
                    HasSubstr("memory resource   3Gi     1.5Gi    2 "), HasSubstr("memory resource grows at ")));
  const nlohmann::json json = nlohmann::json::parse(RunCommand({"replicas", "-f", file, "-o", "json"}).out);
  EXPECT_EQ(json["metrics"][0]["usage"], "3221225472");
  EXPECT_EQ(json["metrics"][0]["target"], "1610612736");
}

struct ReplicasCase {
  absl::string_view name;
  std::vector<std::string> args;  // arguments after `replicas`
  int exit_code;
  std::string err;  // part of the error output
};

// As for the response of a live adapter, which the controller cannot read.
TEST(ReplicasTest, AMalformedValueFailsItsMetric) {
  const TemporaryFolder folder;
  const std::string value =
      folder.Write("value.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1),
                                              Pod("web-1", "web"), PodValue("hits", "web-1", "'2 0'")));
  const RunResult result = RunCommand({"replicas", "-f", value, "-o", "json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  const nlohmann::json response = nlohmann::json::parse(result.out);
  EXPECT_EQ(response["outcome"], "REPLICAS_OUTCOME_METRICS_FAILED");
  EXPECT_THAT(response["metrics"][0]["error"].get<std::string>(), HasSubstr("value: \"2 0\" "));
}

TEST(ReplicasTest, ReportsInvalidInput) {
  const TemporaryFolder folder;
  const std::string alone = folder.Write("alone.yaml", ReplicasAutoscaler("web", kHits));
  const std::string daemons = folder.Write(
      "daemons.yaml", absl::StrReplaceAll(absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1)),
                                          {{"Deployment", "DaemonSet"}}));
  const std::string twice = folder.Write(
      "twice.yaml",
      absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1), ReplicasDeployment("web", 2)));
  const std::string misspelt =
      folder.Write("misspelt.yaml",
                   absl::StrCat(ReplicasAutoscaler("web", kHits, "  minReplica: 2\n"), ReplicasDeployment("web", 1)));
  const std::string invalid = folder.Write(
      "invalid.yaml", absl::StrReplaceAll(absl::StrCat(ReplicasAutoscaler("web", kHits), ReplicasDeployment("web", 1)),
                                          {{"maxReplicas: 10", "maxReplicas: 0"}}));
  const std::string old = folder.Write("old.yaml", "apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\n");
  const std::string config = folder.Write("config.yaml", "apiVersion: v1\nkind: ConfigMap\n");
  const std::string two = folder.Write("two.json", "{\"history\": {}}\n---\n{\"history\": {}}\n");
  const std::string number = folder.Write("number.json", R"({"history": {"recommendations": [{"replicas": "9"}]}})");
  const std::string empty = folder.Write("empty.json", "");
  const std::vector<ReplicasCase> cases = {
      {"no files",
       {},
       2,
       "error: specify the files to read with -f PATH (-f - is standard input), or the cluster with --kubeconfig\n"},
      {"no autoscaler",
       {"-f", config},
       2,
       "error: the files of -f contain no HorizontalPodAutoscaler that can be read\n"},
      {"no target",
       {"-f", alone},
       2,
       absl::StrCat(
           "error: ", alone,
           ":5:3: shop/web: it scales Deployment web, and the files contain neither its manifest nor a Scale of "
           "that name; add one of them\n")},
      {"a target twice",
       {"-f", twice},
       2,
       absl::StrCat("shop/web: it scales Deployment web, which occurs twice: also in ", twice,
                    ":14:1; give it once\n")},
      {"a misspelt field",
       {"-f", misspelt},
       1,
       absl::StrCat("error: ", misspelt, ":8:3: spec.minReplica: spec has no field minReplica. Write minReplicas.")},
      {"an invalid autoscaler", {"-f", invalid}, 1, absl::StrCat("error: ", invalid, ":6:16: spec.maxReplicas: ")},
      {"an older version", {"-f", old}, 2, "autoscaling/v2beta2 is not supported; use autoscaling/v2\n"},
      {"a misspelt name",
       {"-f", kReplicas, "wed"},
       2,
       "error: there is no HorizontalPodAutoscaler \"wed\"; did you mean \"web\"?\n"},
      {"a path as name", {"-f", kReplicas, kReplicasBusy}, 2, "is not an autoscaler; write -f before each path\n"},
      {"an invalid time",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--now=noon"},
       2,
       "error: --now: \"noon\" is not an RFC 3339 time. "},
      {"an invalid duration",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--horizontal-pod-autoscaler-downscale-stabilization=5"},
       2,
       "error: --horizontal-pod-autoscaler-downscale-stabilization: \"5\" is not a duration. "},
      {"an invalid tolerance",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--horizontal-pod-autoscaler-tolerance=-1"},
       2,
       "error: --horizontal-pod-autoscaler-tolerance: -1 is negative. "},
      {"an invalid period",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--horizontal-pod-autoscaler-cpu-initialization-period=soon"},
       2,
       "error: --horizontal-pod-autoscaler-cpu-initialization-period: \"soon\" "},
      {"an invalid delay",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--horizontal-pod-autoscaler-initial-readiness-delay=-1s"},
       2,
       "error: --horizontal-pod-autoscaler-initial-readiness-delay: -1s is negative. "},
      {"a target that cannot be scaled, with its manifest",
       {"-f", daemons},
       1,
       absl::StrCat("error: ", daemons,
                    ":5:47: spec.scaleTargetRef.kind: the number of pods of a DaemonSet cannot be set. Use a ")},
      {"an unknown gate",
       {"-f", kReplicas, "--feature-gates=HPAScaletoZero=true"},
       2,
       "error: --feature-gates: \"HPAScaletoZero\" is not a supported feature gate"},
      {"a gate without a value",
       {"-f", kReplicas, "--feature-gates=HPAScaleToZero"},
       2,
       "write NAME=true or NAME=false"},
      {"no such history",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--history=nosuch.json"},
       2,
       "error: nosuch.json: cannot be opened: No such file or directory\n"},
      {"an invalid history",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--history", config},
       2,
       absl::StrCat("error: ", config, ":1:1: contains no history; use the output of `cpsizer replicas -o json`")},
      {"two histories",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--history", two},
       2,
       absl::StrCat("error: ", two, ":3:1: is a second document; give one response\n")},
      {"a history of the wrong type",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--history", number},
       2,
       "history.recommendations[0].replicas: \"9\" is text where a whole number is expected; remove the quotes\n"},
      {"an empty history",
       {"-f", kReplicas, "--metrics", kReplicasBusy, "--history", empty},
       2,
       "is empty; leave --history out\n"},
  };
  for (ReplicasCase test : cases) {
    SCOPED_TRACE(test.name);
    test.args.insert(test.args.begin(), "replicas");
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, test.exit_code);
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST(ReplicasTest, GatesAndRulesReachTheDecision) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "zero.yaml",
      absl::StrCat(ReplicasAutoscaler(
                       "web", "[{type: External, external: {metric: {name: depth}, target: {type: Value, value: 10}}}]",
                       "  minReplicas: 0\n"),
                   ReplicasDeployment("web", 0),
                   "apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValue\n",
                   "metricName: depth\nvalue: 30\n"));
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "-o", "name"}).out, "shop/web 0\n");
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "-o", "name", "--zero-replicas-rule=min-replicas"}).out,
            "shop/web 3\n");
}

// The condition ScaledToZero is not in the file, so the target stays at zero in each version.
TEST(ReplicasTest, TheVersionDeterminesTheDefaults) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "zero.yaml",
      absl::StrCat(ReplicasAutoscaler(
                       "web", "[{type: External, external: {metric: {name: depth}, target: {type: Value, value: 10}}}]",
                       "  minReplicas: 0\n"),
                   ReplicasDeployment("web", 0),
                   "apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValue\n",
                   "metricName: depth\nvalue: 30\n"));
  const RunResult newest = RunCommand({"replicas", "-f", file});
  EXPECT_THAT(newest.out, Not(HasSubstr("SCALE_TO_ZERO_GATED")));
  EXPECT_THAT(newest.err, HasSubstr("note: the defaults are those of Kubernetes v1.37; set another version with "
                                    "--kubernetes-version\n"));
  const RunResult older = RunCommand({"replicas", "-f", file, "--kubernetes-version=v1.36.3"});
  EXPECT_THAT(older.out, HasSubstr("SCALE_TO_ZERO_GATED"));
  EXPECT_THAT(older.err, HasSubstr("note: the defaults are those of Kubernetes v1.36.3 (--kubernetes-version)\n"));
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "-o", "name", "--kubernetes-version=1.35"}).out, "shop/web 3\n");
  const RunResult unknown = RunCommand({"replicas", "-f", file, "--kubernetes-version=latest"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--kubernetes-version: \"latest\" is not a version of Kubernetes from v1.23 to "
                                     "v1.99; write a version such as v1.37.2"));
}

// As in the path of the API, the name of a value of an External metric is the name in lower case.
TEST(ReplicasTest, ValuesOfExternalMetricsBelongByTheirNameInLowerCase) {
  const TemporaryFolder folder;
  const auto run = [&](absl::string_view value_name) {
    const std::string file = folder.Write(
        "all.yaml",
        absl::StrCat(ReplicasAutoscaler("web",
                                        "[{type: External, external: {metric: {name: Ext_Depth}, target: {type: "
                                        "AverageValue, averageValue: 10}}}]"),
                     ReplicasDeployment("web", 1), Pod("web-1", "web"),
                     "apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValue\nmetricName: ", value_name,
                     "\nvalue: 30\n"));
    return RunCommand({"replicas", "-f", file});
  };
  EXPECT_THAT(run("ext_depth").out,
              AllOf(HasSubstr("(now 1): 3 replicas"), HasSubstr("external metric Ext_Depth(nil)")));
  EXPECT_THAT(run("Ext_Depth").out,
              AllOf(HasSubstr("no metrics returned from external metrics API"), HasSubstr("EXTERNAL_NAME_UPPERCASE")));
}

TEST(ReplicasTest, AnAverageOverNoReplicaHasNoRatio) {
  for (const char* const value : {"0", "5"}) {
    const TemporaryFolder folder;
    const std::string file = folder.Write(
        "all.yaml",
        absl::StrCat(
            ReplicasAutoscaler("web",
                               "[{type: External, external: {metric: {name: depth}, target: {type: "
                               "AverageValue, averageValue: 10}}}]"),
            "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: web}\nspec: {replicas: 2}\nstatus: "
            "{replicas: 0, selector: app=web}\n---\n",
            "apiVersion: external.metrics.k8s.io/v1beta1\nkind: ExternalMetricValue\nmetricName: depth\nvalue: ", value,
            "\n"));
    const std::string out = RunCommand({"replicas", "-f", file}).out;
    EXPECT_THAT(out, HasSubstr("RATIO"));
    EXPECT_THAT(out, AllOf(Not(HasSubstr("nan")), Not(HasSubstr(" inf ")))) << out;
    for (const std::vector<std::string>& flags : {std::vector<std::string>{}, {"web"}}) {
      std::vector<std::string> args = {"replicas", "-f", file, "-o", "json"};
      args.insert(args.end(), flags.begin(), flags.end());
      EXPECT_THAT(RunCommand(args).out, AllOf(HasSubstr("\"usage\""), Not(HasSubstr("\"ratio\": \""))));
    }
  }
}

TEST(ReplicasTest, WarningsCountOnRequest) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "all.yaml", absl::StrCat(ReplicasAutoscaler("web", kHits, "  minReplicas: 10\n"), ReplicasDeployment("web", 10)));
  EXPECT_EQ(RunCommand({"replicas", "-f", file}).exit_code, 0);
  EXPECT_THAT(RunCommand({"replicas", "-f", file}).out, HasSubstr("warning MIN_EQUALS_MAX spec."));
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "--fail-on=warning"}).exit_code, 1);
  EXPECT_EQ(RunCommand({"replicas", "-f", file, "--fail-on=warning", "--exit-zero"}).exit_code, 0);
  EXPECT_THAT(RunCommand({"replicas", "-f", file, "-o", "name"}).err, HasSubstr("warning: " + file + ":"));
}

TEST(ReplicasTest, FitsANarrowTerminal) {
  RunOptions options;
  options.out = ColorTerminal(60);
  const RunResult result = RunCommand({"replicas", "-f", kReplicas, "--metrics", kReplicasBusy}, options);
  EXPECT_THAT(result.out, HasSubstr("\033[32m8 replicas\033[0m"));
  for (const absl::string_view line : absl::StrSplit(result.out, '\n')) EXPECT_LE(line.size(), 120U) << line;
}

}  // namespace
}  // namespace cpsizer::cli
