// Runs `cpsizer replay` on the real Prometheus with the example histories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "tests/e2e/history/filled_prometheus.h"
#include "tests/e2e/programs.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/paths.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using ::testing::Contains;
using testing::FinishedProcess;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kRecommendationMetric[] =
    "kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_uncappedtarget";
constexpr char kExampleFleet[] = "deploy/examples/fleet";
constexpr char kExampleRecommendations[] = "deploy/examples/history/recommendations.csv";
constexpr char kExampleUsage[] = "deploy/examples/history/usage.csv";
constexpr char kExampleNodes[] = "deploy/examples/history/nodes.csv";

int64_t UnixSeconds(const std::string& text) {
  absl::Time time;
  std::string error;
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_full, text, &time, &error)) << error;
  return absl::ToUnixSeconds(time);
}

// Calls `take` with the values of each row of a CSV file of the source tree.
template <typename Take>
void ForEachRow(const std::string& path, const Take& take) {
  std::vector<std::string> lines = absl::StrSplit(ReadSourceFile(path), '\n', absl::SkipEmpty());
  for (size_t i = 1; i < lines.size(); ++i) take(std::vector<std::string>(absl::StrSplit(lines[i], ',')));
}

// The recommendations, as kube-state-metrics exports them.
std::string RecommendationSamples() {
  std::string text = absl::StrCat("# TYPE ", kRecommendationMetric, " gauge\n");
  ForEachRow(kExampleRecommendations, [&text](const std::vector<std::string>& row) {
    for (const auto& [resource, value] : {std::pair("memory", row[3]), std::pair("cpu", row[4])}) {
      absl::StrAppend(&text, kRecommendationMetric, "{namespace=\"", row[1], "-", row[2],
                      "\",pod=\"ksm-1\",container=\"",
                      "kube-apiserver\",verticalpodautoscaler=\"kube-apiserver\",resource=\"", resource, "\"} ", value,
                      " ", UnixSeconds(row[0]), "\n");
    }
  });
  return text;
}

// The usage: memory as cAdvisor exports it, and CPU as a recording rule without containers does.
std::string UsageSamples() {
  std::string memory = "# TYPE container_memory_working_set_bytes gauge\n";
  std::string cpu = "# TYPE example_cpu gauge\n";
  ForEachRow(kExampleUsage, [&](const std::vector<std::string>& row) {
    const std::string labels = absl::StrCat("namespace=\"", row[1], "-", row[2], "\",pod=\"", row[3], "\"");
    const int64_t time = UnixSeconds(row[0]);
    absl::StrAppend(&memory, "container_memory_working_set_bytes{", labels,
                    ",container=\"kube-apiserver\",id=\"/kubepods/1\"} ", row[4], " ", time, "\n");
    absl::StrAppend(&cpu, "example_cpu{", labels, "} ", row[5], " ", time, "\n");
  });
  return absl::StrCat(memory, cpu);
}

// The nodes of two NodePools of each cluster, as two replicas of the HyperShift operator export them without
// honorLabels.
std::string NodesSamples() {
  std::string text = "# TYPE hypershift_nodepools_available_replicas gauge\n";
  ForEachRow(kExampleNodes, [&text](const std::vector<std::string>& row) {
    const int nodes = std::stoi(row[3]);
    for (const auto& [pool, count] : {std::pair("a", nodes / 3), std::pair("b", nodes - nodes / 3)}) {
      for (const char* pod : {"operator-1", "operator-2"}) {
        absl::StrAppend(&text, "hypershift_nodepools_available_replicas{namespace=\"hypershift\",pod=\"", pod,
                        "\",exported_namespace=\"", row[1], "\",cluster_name=\"", row[2], "\",name=\"", row[2], "-",
                        pool, "\"} ", count, " ", UnixSeconds(row[0]), "\n");
      }
    }
  });
  return text;
}

// The CPU time of a pod that uses 60 cores for 3 hours: more than the largest size of the example has.
std::string CounterSamples() {
  constexpr int64_t kBegin = 1'769'904'000;  // 2026-02-01T00:00:00Z
  std::string text = "# TYPE container_cpu_usage_seconds counter\n";
  for (int64_t second = 0; second <= 3 * 3'600; second += 60) {
    absl::StrAppend(&text,
                    "container_cpu_usage_seconds_total{namespace=\"clusters-checkout-prod\",pod=\"kube-apiserver-1\"",
                    ",container=\"kube-apiserver\",id=\"/kubepods/1\"} ", second * 60, " ", kBegin + second, "\n");
  }
  return text;
}

// All tests share one Prometheus, because it takes seconds to fill it.
class PrometheusReplayTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!Missing().empty()) return;
    auto started = FilledPrometheus::Start(
        absl::StrCat(RecommendationSamples(), UsageSamples(), NodesSamples(), CounterSamples(), "# EOF\n"));
    ASSERT_TRUE(started.ok()) << started.status();
    prometheus_ = *std::move(started);
  }
  static void TearDownTestSuite() { prometheus_.reset(); }

  void SetUp() override {
    if (!Missing().empty()) {
      if (testing::PromtoolIsRequired()) FAIL() << Missing() << ", which CI requires";
      GTEST_SKIP() << Missing();
    }
    ASSERT_NE(prometheus_, nullptr);
  }

  static FinishedProcess Replay(std::vector<std::string> flags) {
    flags.insert(flags.begin(), {CommandProgram(), "replay", "-f", testing::SourcePath(kExampleFleet), "-o", "json"});
    const auto finished = testing::RunProcess(flags);
    EXPECT_TRUE(finished.ok()) << finished.status();
    return finished.ok() ? *finished : FinishedProcess{-1, "", ""};
  }
  static FinishedProcess ReplayLive(std::vector<std::string> flags) {
    flags.insert(flags.end(), {"--prometheus-url", prometheus_->url()});
    return Replay(std::move(flags));
  }
  // Expects the same report from Prometheus and from the file.
  static void ExpectSame(const std::vector<std::string>& flags, const std::vector<std::string>& live_flags,
                         const std::string& file) {
    std::vector<std::string> of_file = flags;
    of_file.insert(of_file.end(), {"--history", testing::SourcePath(file)});
    std::vector<std::string> live = flags;
    live.insert(live.end(), live_flags.begin(), live_flags.end());
    const FinishedProcess there = ReplayLive(live);
    const FinishedProcess here = Replay(of_file);
    EXPECT_EQ(there.exit_code, 0) << there.standard_error;
    EXPECT_EQ(there.standard_error, "");
    EXPECT_EQ(there.standard_output, here.standard_output);
    EXPECT_THAT(here.standard_output, HasSubstr("checkout-prod"));
  }

  static std::unique_ptr<FilledPrometheus> prometheus_;

 private:
  static const std::string& Missing() {
    static const std::string missing = testing::WhyPrometheusIsMissing();
    return missing;
  }
};

std::unique_ptr<FilledPrometheus> PrometheusReplayTest::prometheus_;

TEST_F(PrometheusReplayTest, TwoWeeksOfRecommendationsEqualTheFile) {
  ExpectSame({"--from=2026-02-01T00:00:00Z", "--to=2026-02-14T23:00:00Z", "--step=1h"}, {}, kExampleRecommendations);
}

TEST_F(PrometheusReplayTest, UsageEqualsTheFile) {
  ExpectSame({"--series=usage", "--from=2026-02-01T00:00:00Z", "--to=2026-02-07T23:00:00Z", "--step=1h"},
             {"--cpu-metric=example_cpu"}, kExampleUsage);
}

TEST_F(PrometheusReplayTest, NumbersOfNodesEqualTheFile) {
  ExpectSame({"--series=nodes", "--from=2026-02-01T00:00:00Z", "--to=2026-02-14T22:00:00Z", "--step=2h"}, {},
             kExampleNodes);
}

TEST_F(PrometheusReplayTest, MatchersSelectSeries) {
  const FinishedProcess result = ReplayLive({"--from=2026-02-01T00:00:00Z", "--to=2026-02-02T00:00:00Z", "--step=1h",
                                             "--prometheus-matchers=namespace=~\"clusters-(orders|search)-prod\""});
  EXPECT_EQ(result.exit_code, 0) << result.standard_error;
  const nlohmann::json samples = nlohmann::json::parse(result.standard_output)["samples"];
  EXPECT_EQ(samples["used"], 25) << samples;
  EXPECT_THAT(samples["clustersWithoutSamples"], Contains("clusters/checkout-prod"));
  EXPECT_THAT(samples["clustersWithoutSamples"], Not(Contains("clusters/orders-prod")));
}

TEST_F(PrometheusReplayTest, CpuIsTheRateOfTheCounter) {
  const FinishedProcess result =
      ReplayLive({"--series=usage", "--from=2026-02-01T02:00:00Z", "--to=2026-02-01T03:00:00Z"});
  EXPECT_EQ(result.exit_code, 0) << result.standard_error;
  EXPECT_THAT(result.standard_output, HasSubstr("\"shortOfCpu\": {\n      \"clusters\": 1"));
}

TEST_F(PrometheusReplayTest, ErrorsOfPrometheusAreShown) {
  const FinishedProcess result = ReplayLive({"--prometheus-matchers=namespace=~\"(\""});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.standard_output, "{\n  \"items\": []\n}\n");
  EXPECT_THAT(result.standard_error, HasSubstr("responded with HTTP status 400: "));
  EXPECT_THAT(result.standard_error, HasSubstr("parse error"));
}

TEST_F(PrometheusReplayTest, CommandsOfThePageRun) {
  const testing::TemporaryFolder folder;
  const testing::CertificateAuthority authority("ingress");
  folder.WriteProgram("bin/kubectl",
                      absl::StrCat("#!/bin/sh\ncase \"$*\" in\n*ca-bundle*) cat ",
                                   folder.Write("authority.pem", authority.pem()), " ;;\n*) echo token ;;\nesac\n"));
  const std::string path =
      absl::StrCat("PATH=", folder.PathOf("bin"), ":", testing::ProgramFolder(), ":", getenv("PATH"));
  for (const testing::DocsBlock& block :
       testing::BlocksBy("docs/replay.md", "tests/e2e/history/prometheus_replay_test.cc")) {
    SCOPED_TRACE(block.text);
    const std::string text = absl::StrReplaceAll(
        block.text, {{"https://thanos-querier-openshift-monitoring.apps.example.com", prometheus_->url()},
                     {"http://127.0.0.1:9090", prometheus_->url()},
                     {" deploy/", absl::StrCat(" ", testing::SourcePath("deploy/"))}});
    const auto process = testing::RunProcess(
        {"bash", "-c", absl::StrCat("set -euo pipefail; cd ", folder.path(), "; ", text)}, {.environment = {path}});
    ASSERT_TRUE(process.ok()) << process.status();
    EXPECT_EQ(process->exit_code, 0) << process->standard_error;
    EXPECT_THAT(process->standard_output, HasSubstr("12 clusters, "));
  }
}

}  // namespace
}  // namespace cpsizer::e2e
