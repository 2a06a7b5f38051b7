// Runs `cpsizer fit --requests` on the real Prometheus with the usage of deploy/examples/nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "tests/e2e/history/filled_prometheus.h"
#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using Row = std::vector<std::string>;

constexpr int kTime = 0, kNamespace = 1, kCluster = 2, kPod = 3, kContainer = 4, kMemory = 5, kCpu = 6, kOom = 7;

int64_t SecondsOf(const Row& row) {
  absl::Time time;
  std::string error;
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_full, row[kTime], &time, &error)) << error;
  return absl::ToUnixSeconds(time);
}

// The usage as cAdvisor exports it, CPU as a recording rule, and the OOM kills as kube-state-metrics exports them: the
// metrics of a kill stay until the container ends again.
std::string SamplesOf(const std::vector<Row>& rows) {
  std::string memory = "# TYPE container_memory_working_set_bytes gauge\n", cpu = "# TYPE example_cpu gauge\n";
  std::string reason = "# TYPE kube_pod_container_status_last_terminated_reason gauge\n";
  std::string time = "# TYPE kube_pod_container_status_last_terminated_timestamp gauge\n";
  std::string request = "# TYPE kube_pod_container_resource_requests gauge\n";
  std::vector<Row> kills;
  for (const Row& row : rows) {
    const std::string labels = absl::StrCat("namespace=\"", row[kNamespace], "-", row[kCluster], "\",pod=\"", row[kPod],
                                            "\",container=\"", row[kContainer], "\"");
    const int64_t seconds = SecondsOf(row);
    absl::StrAppend(&memory, "container_memory_working_set_bytes{", labels, ",id=\"/kubepods/1\"} ", row[kMemory], " ",
                    seconds, "\n");
    absl::StrAppend(&cpu, "example_cpu{", labels, "} ", row[kCpu], " ", seconds, "\n");
    if (!row[kOom].empty()) kills.push_back(row);
    for (const Row& kill : kills) {
      if (kill[kCluster] != row[kCluster] || kill[kPod] != row[kPod]) continue;
      absl::StrAppend(&reason, "kube_pod_container_status_last_terminated_reason{", labels, ",reason=\"OOMKilled\"} 1 ",
                      seconds, "\n");
      absl::StrAppend(&time, "kube_pod_container_status_last_terminated_timestamp{", labels, "} ", SecondsOf(kill), " ",
                      seconds, "\n");
      absl::StrAppend(&request, "kube_pod_container_resource_requests{", labels, ",resource=\"memory\"} ", kill[kOom],
                      " ", seconds, "\n");
    }
  }
  return absl::StrCat(memory, cpu, reason, time, request, "# EOF\n");
}

class PrometheusRequestsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = testing::WhyPrometheusIsMissing();
    if (missing.empty()) return;
    if (testing::PromtoolIsRequired()) FAIL() << missing << ", which CI requires";
    GTEST_SKIP() << missing;
  }

  // Returns the JSON of a proposal for the clusters of the example, which must succeed.
  nlohmann::json Propose(std::vector<std::string> flags) const {
    flags.insert(flags.begin(), {CommandProgram(), "fit", "--requests", "-f", folder_.PathOf("fleet"), "-o", "json"});
    const auto finished = testing::RunProcess(flags);
    EXPECT_TRUE(finished.ok()) << finished.status();
    if (!finished.ok()) return {};
    EXPECT_EQ(finished->exit_code, 0) << finished->standard_error;
    return nlohmann::json::parse(finished->standard_output, nullptr, /*allow_exceptions=*/false);
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(PrometheusRequestsTest, EqualTheFile) {
  const auto generated =
      testing::RunProcess({"sh", testing::SourcePath("deploy/examples/nodes/generate.sh"), folder_.path()});
  ASSERT_TRUE(generated.ok()) << generated.status();
  ASSERT_EQ(generated->exit_code, 0) << generated->standard_error;
  std::ifstream generated_usage(folder_.PathOf("usage.csv"));
  const std::string usage(std::istreambuf_iterator<char>(generated_usage), {});
  // The clusters of one size: one of them was OOM-killed.
  std::vector<Row> rows;
  std::string file;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(usage, '\n', absl::SkipEmpty()))) {
    if (!file.empty() && !absl::StrContains(line, ",small-")) continue;
    if (!file.empty()) rows.push_back(absl::StrSplit(line, ','));
    absl::StrAppend(&file, line, "\n");
  }
  ASSERT_EQ(rows.size(), 14u * 24 * 10 * 9);
  const auto prometheus = FilledPrometheus::Start(SamplesOf(rows));
  ASSERT_TRUE(prometheus.ok()) << prometheus.status();
  const nlohmann::json live = Propose({"--prometheus-url", (*prometheus)->url(), "--cpu-metric=example_cpu",
                                       "--from=2026-03-01T00:00:00Z", "--to=2026-03-14T23:00:00Z", "--step=1h"});
  EXPECT_EQ(live, Propose({"--history", folder_.Write("small.csv", file)}));
  EXPECT_THAT(live.dump(), ::testing::HasSubstr("13248Mi"));
  EXPECT_THAT(live.dump(), ::testing::HasSubstr("\"oomKills\":1"));
}

}  // namespace
}  // namespace cpsizer::e2e
