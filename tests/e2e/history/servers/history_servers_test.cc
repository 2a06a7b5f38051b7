// Compares the histories that real servers return: Prometheus, Thanos and VictoriaMetrics have the same samples, and a
// file has the recommendations. `./dev soak histories` runs this test. The results are in docs/replay.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tests/e2e/history/filled_prometheus.h"
#include "tests/e2e/history/servers/filled_thanos.h"
#include "tests/e2e/history/servers/filled_victoria_metrics.h"
#include "tests/e2e/history/servers/generated_history.h"
#include "tests/e2e/history/servers/server_programs.h"
#include "tests/e2e/history/servers/server_samples.h"
#include "tests/testing/environment.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

using ::testing::HasSubstr;

constexpr char kConfiguration[] = "deploy/examples/fleet/clustersizingconfiguration.yaml";
constexpr int kDaysOfRecommender = 8;  // usage before --from fills the histograms of the recommender

std::string TimeText(int64_t seconds) {
  return absl::FormatTime(absl::RFC3339_full, absl::FromUnixSeconds(seconds), absl::UTCTimeZone());
}

// All tests share the servers, because it takes minutes to fill them.
struct Servers {
  const int clusters = testing::NumberOf("CPSIZER_CLUSTERS", 35);
  const int days = testing::NumberOf("CPSIZER_DAYS", 22);
  const GeneratedHistory history = GenerateHistory(clusters, days);
  const testing::TemporaryFolder folder;
  const std::string fleet = folder.Write("fleet.yaml", history.hosted_clusters);
  const std::string file = folder.Write("recommendations.csv", history.recommendations);
  const ThanosOptions halves = {folder.PathOf("old"), folder.PathOf("new")};
  std::unique_ptr<FilledPrometheus> prometheus;
  std::unique_ptr<FilledThanos> thanos;
  std::unique_ptr<FilledVictoriaMetrics> victoria_metrics;

  absl::Status Start();
};

absl::Status Servers::Start() {
  for (size_t i = 0; i < history.samples.size(); ++i) {
    const std::string& half = i < history.samples.size() / 2 ? halves.old_blocks : halves.new_blocks;
    absl::Status status = WriteBlocks(absl::StrCat(history.samples[i], "# EOF\n"), half);
    if (!status.ok()) return status;
  }
  const std::string all = folder.PathOf("all");
  if (absl::Status status = LinkBlocks({halves.old_blocks, halves.new_blocks}, all); !status.ok()) return status;
  auto started_prometheus = FilledPrometheus::StartOn(all, "{}");
  if (!started_prometheus.ok()) return started_prometheus.status();
  prometheus = *std::move(started_prometheus);
  auto started_thanos = FilledThanos::Start(halves);
  if (!started_thanos.ok()) return started_thanos.status();
  thanos = *std::move(started_thanos);
  auto started_victoria_metrics = FilledVictoriaMetrics::Start(history.samples);
  if (!started_victoria_metrics.ok()) return started_victoria_metrics.status();
  victoria_metrics = *std::move(started_victoria_metrics);
  return absl::OkStatus();
}

class HistoryServersTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (getenv("CPSIZER_HISTORY_SERVERS_DIR") == nullptr) return;
    servers_ = std::make_unique<Servers>();
    started_ = servers_->Start();
    std::cout << absl::StreamFormat("%d clusters, %d days, %d blocks\n", servers_->clusters, servers_->days,
                                    servers_->history.samples.size());
  }
  static void TearDownTestSuite() { servers_.reset(); }

  void SetUp() override {
    if (servers_ == nullptr) GTEST_SKIP() << "no CPSIZER_HISTORY_SERVERS_DIR; `./dev soak histories` builds it";
    ASSERT_TRUE(started_.ok()) << started_;
  }

  static const Servers& servers() { return *servers_; }
  static std::vector<std::string> Live(const std::string& url) { return {"--prometheus-url", url}; }

  // Runs `cpsizer VERB` for the days from `first_day` to the end.
  static testing::FinishedProcess Run(const std::string& verb, const std::vector<std::string>& flags,
                                      int first_day = 0) {
    std::vector<std::string> command = {testing::ProgramPath("cpsizer"),
                                        verb,
                                        "-f",
                                        testing::SourcePath(kConfiguration),
                                        "-f",
                                        servers().fleet,
                                        "-o",
                                        "json",
                                        absl::StrCat("--from=", TimeText(kFirstPoint + first_day * kSecondsOfDay)),
                                        absl::StrCat("--to=", TimeText(LastPoint(servers().days))),
                                        "--step=5m"};
    command.insert(command.end(), flags.begin(), flags.end());
    const auto finished = testing::RunProcess(command, {}, absl::Minutes(10));
    EXPECT_TRUE(finished.ok()) << finished.status();
    return finished.ok() ? *finished : testing::FinishedProcess{-1, "", ""};
  }
  // Returns the report of a run that must succeed.
  static nlohmann::json Report(const std::string& verb, const std::vector<std::string>& flags, int first_day = 0) {
    const testing::FinishedProcess finished = Run(verb, flags, first_day);
    EXPECT_EQ(finished.exit_code, 0) << finished.standard_error;
    nlohmann::json report = nlohmann::json::parse(finished.standard_output, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << finished.standard_output;
    return report;
  }

 private:
  static std::unique_ptr<Servers> servers_;
  static absl::Status started_;
};

std::unique_ptr<Servers> HistoryServersTest::servers_;
absl::Status HistoryServersTest::started_;

// Removes what only a file or only a server shows: an empty value of a file is a gap, and a file does not say that a
// target is capped.
nlohmann::json Comparable(nlohmann::json report) {
  report["samples"].erase("gaps");
  report["samples"].erase("cappedClusters");
  report.erase("notes");
  return report;
}

TEST_F(HistoryServersTest, RecommendationsGiveEqualReports) {
  const nlohmann::json file = Comparable(Report("replay", {"--history", servers().file}));
  std::cout << absl::StreamFormat("recommendations: %s transitions, %s samples\n", file["before"]["transitions"].dump(),
                                  file["samples"]["used"].dump());
  EXPECT_GT(file["before"]["transitions"], servers().clusters);
  for (const std::string& url :
       {servers().prometheus->url(), servers().thanos->url(), servers().victoria_metrics->url()}) {
    SCOPED_TRACE(url);
    const nlohmann::json report = Comparable(Report("replay", Live(url)));
    EXPECT_EQ(report, file) << nlohmann::json::diff(file, report).dump(1).substr(0, 3000);
  }
}

TEST_F(HistoryServersTest, RecommendationsGiveEqualProposals) {
  const nlohmann::json file = Comparable(Report("fit", {"--history", servers().file}));
  for (const std::string& url :
       {servers().prometheus->url(), servers().thanos->url(), servers().victoria_metrics->url()}) {
    SCOPED_TRACE(url);
    const nlohmann::json report = Comparable(Report("fit", Live(url)));
    EXPECT_EQ(report, file) << nlohmann::json::diff(file, report).dump(1).substr(0, 3000);
  }
}

void Print(const std::string& title, const PointDifferences& differences) {
  std::cout << absl::StreamFormat(
      "%s: %d equal, %d different (mean %.4f%%, greatest %.2f%%), %d only in Prometheus, %d only there\n", title,
      differences.equal, differences.different, 100 * differences.mean, 100 * differences.greatest,
      differences.only_in_first, differences.only_in_second);
}

TEST_F(HistoryServersTest, RecommendationsAndMemoryAreEqual) {
  const QueryTimes times = {kFirstPoint, LastPoint(servers().days), kStep};
  for (const bool usage : {false, true}) {
    const auto prometheus = ReadServer(servers().prometheus->url(), usage, times);
    ASSERT_TRUE(prometheus.ok()) << prometheus.status();
    for (const auto& [name, url] : {std::pair<std::string, std::string>("Thanos", servers().thanos->url()),
                                    {"VictoriaMetrics", servers().victoria_metrics->url()}}) {
      SCOPED_TRACE(name);
      const auto other = ReadServer(url, usage, times);
      ASSERT_TRUE(other.ok()) << other.status();
      const PointDifferences memory = Compare(prometheus->memory, other->memory);
      // Thanos adds the values before a restart to a counter, so all its later rates have rounding errors.
      const PointDifferences cpu = Compare(prometheus->cpu, other->cpu, usage ? 1e-9 : 0);
      Print(absl::StrCat(name, usage ? ", memory usage" : ", memory recommendation"), memory);
      Print(absl::StrCat(name, usage ? ", CPU usage" : ", CPU recommendation"), cpu);
      EXPECT_EQ(memory.different, 0);
      EXPECT_EQ(memory.only_in_first, 0);
      EXPECT_EQ(memory.only_in_second, 0);
      if (usage) continue;
      EXPECT_EQ(cpu.different, 0);
      EXPECT_EQ(cpu.only_in_first, 0);
      EXPECT_EQ(cpu.only_in_second, 0);
    }
  }
}

// The points are not multiples of the step, and a slice has more than 50 of them.
TEST_F(HistoryServersTest, PointsAreThoseOfTheQuery) {
  for (const std::string& url :
       {servers().prometheus->url(), servers().thanos->url(), servers().victoria_metrics->url()}) {
    SCOPED_TRACE(url);
    const auto samples = ReadServer(url, false, {kFirstPoint, LastPoint(servers().days), kStep});
    ASSERT_TRUE(samples.ok()) << samples.status();
    size_t others = 0;
    for (const auto& [key, value] : samples->memory) others += (key.second / 1000 - kFirstPoint) % kStep == 0 ? 0 : 1;
    EXPECT_EQ(others, 0) << "of " << samples->memory.size();
  }
}

// The time at each size, and the number of transitions, of several replays.
struct Totals {
  int transitions = 0;
  std::vector<double> hours;  // of each replay and size
};

// Prints by how much the usage of the servers moves clusters. With several margins, the recommendations of more
// clusters are close to the end of a size.
TEST_F(HistoryServersTest, UsageOfMemoryGivesEqualReports) {
  const int first_day = std::min(kDaysOfRecommender, servers().days / 2);
  for (const bool with_cpu : {false, true}) {
    Totals prometheus, thanos, victoria_metrics;
    for (const std::string margin : {"0.05", "0.1", "0.15", "0.2", "0.25"}) {
      const auto add = [&](const std::string& url, Totals& totals) {
        std::vector<std::string> flags = Live(url);
        flags.emplace_back("--series=usage");
        flags.push_back(absl::StrCat("--vpa-recommendation-margin-fraction=", margin));
        if (!with_cpu) flags.emplace_back("--cpu-policy=never");
        nlohmann::json report = Report("replay", flags, first_day);
        totals.transitions += report["before"]["transitions"].get<int>();
        for (const auto& size : report["before"]["sizes"]) totals.hours.push_back(size["clusterHours"]);
        return report;
      };
      const nlohmann::json expected = add(servers().prometheus->url(), prometheus);
      for (const auto& report :
           {add(servers().thanos->url(), thanos), add(servers().victoria_metrics->url(), victoria_metrics)}) {
        if (with_cpu) continue;
        EXPECT_EQ(report["before"], expected["before"]);
        EXPECT_EQ(report["items"], expected["items"]);
      }
    }
    for (const auto& [name, other] : {std::pair("Thanos", thanos), {"VictoriaMetrics", victoria_metrics}}) {
      double moved = 0;
      for (size_t i = 0; i < other.hours.size(); ++i) moved += std::abs(prometheus.hours[i] - other.hours[i]) / 2;
      std::cout << absl::StreamFormat("%s, usage%s: %d and %d transitions, %.1f of %.0f hours at another size\n", name,
                                      with_cpu ? "" : " of memory", prometheus.transitions, other.transitions, moved,
                                      std::accumulate(prometheus.hours.begin(), prometheus.hours.end(), 0.0));
    }
  }
}

// Thanos with a store that was killed.
class KilledStoreTest : public HistoryServersTest {
 protected:
  void Start(bool is_strict) {
    ThanosOptions options = servers().halves;
    options.is_strict = is_strict;
    auto started = FilledThanos::Start(options);
    ASSERT_TRUE(started.ok()) << started.status();
    thanos_ = *std::move(started);
    ASSERT_EQ(Run("replay", Live(thanos_->url())).exit_code, 0);
    thanos_->KillStore();
    killed_ = absl::Now();
  }
  // Waits until the store was down for `time`, and until responses have warnings or have no warnings.
  void AwaitWarnings(bool expected, absl::Duration time) const {
    const auto is_expected = [&] {
      const auto text =
          GetText(thanos_->url(), absl::StrCat("/api/v1/query?query=count(container_memory_working_set_bytes)&time=",
                                               kFirstPoint + kSecondsOfDay));
      return text.ok() && nlohmann::json::parse(*text).contains("warnings") == expected && absl::Now() > killed_ + time;
    };
    EXPECT_TRUE(Poll(is_expected, absl::Minutes(2))) << "expected warnings: " << expected;
  }
  void ExpectError() const {
    for (const std::string verb : {"replay", "fit"}) {
      const testing::FinishedProcess finished = Run(verb, Live(thanos_->url()));
      EXPECT_EQ(finished.exit_code, 3) << finished.standard_output.substr(0, 1000);
      EXPECT_THAT(finished.standard_error, HasSubstr(thanos_->store_name()));
      std::cout << finished.standard_error;
    }
  }

  std::unique_ptr<FilledThanos> thanos_;

 private:
  absl::Time killed_;
};

TEST_F(KilledStoreTest, IsAnErrorAtOnceAndWithoutWarnings) {
  Start(/*is_strict=*/false);
  ASSERT_FALSE(HasFatalFailure());
  ExpectError();
  AwaitWarnings(false, absl::Seconds(25));
  ExpectError();
}

TEST_F(KilledStoreTest, IsAnErrorOfAStrictEndpoint) {
  Start(/*is_strict=*/true);
  ASSERT_FALSE(HasFatalFailure());
  ExpectError();
  AwaitWarnings(true, absl::Seconds(25));
  ExpectError();
}

}  // namespace
}  // namespace cpsizer::e2e
