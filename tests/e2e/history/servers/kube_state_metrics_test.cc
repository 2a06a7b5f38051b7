// Runs `cpsizer replay` on recommendations that the real kube-state-metrics exports, with the configuration of
// docs/replay.md. `./dev soak histories` runs this test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tests/e2e/history/filled_prometheus.h"
#include "tests/e2e/history/servers/server_programs.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/example_fleet.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

using ::testing::IsSupersetOf;
using ::testing::SizeIs;
using SizeByCluster = std::map<std::string, std::string>;

constexpr char kFleet[] = "deploy/examples/fleet";

nlohmann::json JsonOf(std::vector<std::string> command) {
  command.insert(command.begin(), testing::ProgramPath("cpsizer"));
  command.insert(command.end(), {"-f", testing::SourcePath(kFleet), "-o", "json"});
  const absl::StatusOr<std::string> output = RunProgram(command);
  EXPECT_TRUE(output.ok()) << output.status();
  return output.ok() ? nlohmann::json::parse(*output) : nlohmann::json();
}

std::string NameOf(const nlohmann::json& item) {
  return item["cluster"]["name"];
}

// Returns the sizes that the files of the example fleet recommend. Clusters without a recommendation are absent.
SizeByCluster RecommendedSizes() {
  SizeByCluster sizes;
  const nlohmann::json recommendations = JsonOf({"recommend"});
  for (const nlohmann::json& item : recommendations["items"]) {
    const std::string size = item["response"].value("recommendedSize", "");
    if (!size.empty()) sizes[NameOf(item)] = size;
  }
  return sizes;
}

// Returns the sizes at the end of a replay of the last two minutes.
SizeByCluster ReplayedSizes(const std::string& url) {
  const auto text = [](absl::Time time) { return absl::FormatTime(absl::RFC3339_sec, time, absl::UTCTimeZone()); };
  const absl::Time now = absl::Now();
  SizeByCluster sizes;
  const nlohmann::json report = JsonOf({"replay", "--prometheus-url", url, "--from", text(now - absl::Minutes(2)),
                                        "--to", text(now), "--step=1s", "--transitions=immediate"});
  for (const nlohmann::json& item : report["items"]) {
    const std::string size = item["before"].value("lastSize", "");
    if (!size.empty()) sizes[NameOf(item)] = size;
  }
  return sizes;
}

// The parameter is honorLabels of the scrape.
class KubeStateMetricsTest : public ::testing::TestWithParam<bool> {};

TEST_P(KubeStateMetricsTest, ReplayFindsTheRecommendationsOfAllClusters) {
  if (getenv("CPSIZER_HISTORY_SERVERS_DIR") == nullptr) GTEST_SKIP() << "`./dev soak histories` runs this test";
  const auto api = testing::RealApiServer::Start();
  ASSERT_TRUE(api.ok()) << api.status();
  ASSERT_TRUE(testing::InstallSidecar(**api).ok());
  ASSERT_TRUE(testing::CreateExampleFleet((*api)->admin()).ok());
  const auto blocks = testing::BlocksBy("docs/replay.md", "tests/e2e/history/servers/kube_state_metrics_test.cc");
  ASSERT_THAT(blocks, SizeIs(1));
  const testing::TemporaryFolder folder;
  const testing::ReservedPort metrics, telemetry;
  const auto exporter = testing::Subprocess::Start(
      {HistoryServerProgram("kube-state-metrics"), absl::StrCat("--kubeconfig=", (*api)->AdminKubeconfig()),
       "--host=127.0.0.1", absl::StrCat("--port=", metrics.port()), "--telemetry-host=127.0.0.1",
       absl::StrCat("--telemetry-port=", telemetry.port()), "--custom-resource-state-only=true",
       absl::StrCat("--custom-resource-state-config-file=", folder.Write("vpa.yaml", blocks[0].text))});
  ASSERT_TRUE(exporter.ok()) << exporter.status();
  // The labels that the Prometheus operator adds to each scrape of a pod.
  const auto prometheus = FilledPrometheus::StartEmpty(absl::StrCat(
      "scrape_configs:\n- {job_name: kube-state-metrics, scrape_interval: 1s, honor_labels: ",
      GetParam() ? "true" : "false", ", static_configs: [{targets: [\"", metrics.address(),
      "\"], labels: {namespace: monitoring, pod: kube-state-metrics-0, container: kube-state-metrics}}]}\n"));
  ASSERT_TRUE(prometheus.ok()) << prometheus.status();
  // Samples of now would be after the end of the replay, which is a whole second.
  const auto is_scraped = [&] {
    const auto found =
        GetText((*prometheus)->url(), "/api/v1/query?query=count({__name__=~\".%2B_uncappedtarget\"}%20offset%202s)");
    return found.ok() && absl::StrContains(*found, "\"value\"");
  };
  ASSERT_TRUE(Poll(is_scraped, absl::Minutes(2))) << (*exporter)->standard_error();

  const SizeByCluster expected = RecommendedSizes();
  EXPECT_THAT(expected, SizeIs(9));
  // A replay also has the size of a cluster that a rule holds: no rule holds a first size.
  EXPECT_THAT(ReplayedSizes((*prometheus)->url()), IsSupersetOf(expected));
}

INSTANTIATE_TEST_SUITE_P(HonorLabels, KubeStateMetricsTest, ::testing::Bool());

}  // namespace
}  // namespace cpsizer::e2e
