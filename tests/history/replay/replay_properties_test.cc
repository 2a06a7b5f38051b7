// Properties of replays of random histories. The histories are the same in each run.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <random>

#include "absl/strings/str_cat.h"
#include "client/history/replay/demand_log.h"
#include "client/history/replay/logged_replay.h"
#include "client/history/replay/replay_report.h"
#include "client/history/transitions/transition_rules.h"
#include "tests/history/replay/fixture.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

constexpr int kHistories = 5;
constexpr int kClusters = 12;

// A random history of several days: walks of the demand at irregular times, with gaps of up to three days, missing
// amounts and low demands.
std::vector<Point> RandomHistory(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&random](uint32_t limit) { return static_cast<double>(random() % limit); };
  std::vector<Point> points;
  std::vector<double> gi(kClusters, 0);
  for (absl::Duration at; at < absl::Hours(24 * 8); at += absl::Seconds(30 * (1 + below(40)))) {
    if (random() % 400 == 0) at += absl::Hours(below(72));
    const auto cluster = static_cast<size_t>(random() % kClusters);
    gi[cluster] = random() % 8 == 0 ? 2 * below(20) : std::abs(gi[cluster] + 2 * below(3) - 2);
    Point point = {at, gi[cluster], absl::StrCat("a/", cluster), 0.5 + 5 * below(4)};
    if (random() % 50 == 0) point.cpu = NAN;
    if (random() % 50 == 0) point.gi = NAN;
    points.push_back(point);
  }
  return points;
}

// Returns the time of the first demand of a cluster.
absl::Time Start(const std::vector<Point>& points, absl::string_view cluster) {
  for (const Point& point : points) {
    if (point.cluster == cluster && !(std::isnan(point.gi) && std::isnan(point.cpu))) return At(point.at);
  }
  return absl::InfiniteFuture();
}

TEST(ReplayPropertiesTest, TheTimesOfAClusterSumToItsSpan) {
  int64_t transitions = 0;
  int64_t absent = 0;
  for (uint32_t seed = 0; seed < kHistories; ++seed) {
    const std::vector<Point> points = RandomHistory(seed);
    ReplayRun run({Configuration(), Configuration("0.3")});
    run.Play(points);
    for (size_t configuration : {0, 1}) {
      for (int i = 0; i < kClusters; ++i) {
        const std::string name = absl::StrCat("a/", i);
        const ClusterTotals& totals = run.TotalsOf(name, configuration);
        const int64_t at_sizes = std::accumulate(totals.at_size.begin(), totals.at_size.end(), int64_t{0});
        const int64_t span = absl::ToInt64Milliseconds(run.replay().end() - Start(points, name));
        EXPECT_EQ(at_sizes + totals.absent, span) << seed << " " << name;
        EXPECT_EQ(at_sizes, std::accumulate(totals.with_outcome.begin(), totals.with_outcome.end(), int64_t{0}));
        EXPECT_LE(totals.short_of_any, totals.short_of_memory + totals.short_of_cpu);
        EXPECT_LE(std::max(totals.short_of_memory, totals.short_of_cpu), totals.short_of_any);
        transitions += totals.transitions();
        absent += totals.absent;
      }
    }
  }
  // The histories have what the property is about.
  EXPECT_GT(transitions, 500);
  EXPECT_GT(absent, 0);
}

void ExpectEqual(const ClusterTotals& a, const ClusterTotals& b) {
  EXPECT_EQ(a.at_size, b.at_size);
  EXPECT_EQ(a.with_outcome, b.with_outcome);
  EXPECT_EQ(a.absent, b.absent);
  EXPECT_EQ(a.short_of_memory, b.short_of_memory);
  EXPECT_EQ(a.short_of_cpu, b.short_of_cpu);
  EXPECT_EQ(a.short_of_any, b.short_of_any);
  EXPECT_EQ(a.least_headroom, b.least_headroom);
  EXPECT_EQ(a.increases, b.increases);
  EXPECT_EQ(a.decreases, b.decreases);
  EXPECT_EQ(a.reversals, b.reversals);
  EXPECT_EQ(a.first_size, b.first_size);
}

TEST(ReplayPropertiesTest, TheSameConfigurationTwiceGivesTheSameTotals) {
  for (uint32_t seed = 0; seed < kHistories; ++seed) {
    const std::vector<Point> points = RandomHistory(seed);
    ReplayRun twice({Configuration(), Configuration()});
    twice.Play(points);
    ReplayRun once({Configuration()});
    once.Play(points);
    for (int i = 0; i < kClusters; ++i) {
      SCOPED_TRACE(absl::StrCat(seed, " a/", i));
      ExpectEqual(twice.TotalsOf(absl::StrCat("a/", i), 0), twice.TotalsOf(absl::StrCat("a/", i), 1));
      ExpectEqual(twice.TotalsOf(absl::StrCat("a/", i), 0), once.TotalsOf(absl::StrCat("a/", i)));
    }
  }
}

TEST(ReplayPropertiesTest, ARecordedHistoryGivesTheTotalsOfTheHistory) {
  const testing::TemporaryFolder folder;
  const std::unique_ptr<BlockingService> service = InProcess();
  int64_t absent = 0;
  int64_t transitions = 0;
  for (uint32_t seed = 0; seed < kHistories; ++seed) {
    const std::vector<Point> points = RandomHistory(seed);
    // Each second log is too large for its memory.
    DemandLog log(folder.path(), seed % 2 == 0 ? 1'000 : 1'000'000);
    ReplayRun recorded({Configuration()});
    recorded.replay().RecordTo(log);
    recorded.Play(points);
    for (const char* fraction : {"0.5", "0.35"}) {
      Decider decider(Configuration(fraction), *service);
      ASSERT_TRUE(decider.ReadSizes().ok());
      const auto rules = MakeTransitionRules(Configuration().cluster_sizing_configuration());
      ASSERT_TRUE(rules.ok());
      LoggedReplay again(log, recorded.replay().names().clusters, decider, *rules, absl::Hours(24));
      const absl::Status status = again.Run();
      ASSERT_TRUE(status.ok()) << status;
      ReplayRun direct({Configuration(fraction)});
      direct.Play(points);
      for (int i = 0; i < kClusters; ++i) {
        const std::string name = absl::StrCat("a/", i);
        SCOPED_TRACE(absl::StrCat(seed, " ", name, " ", fraction));
        const auto tracks = again.fleet().tracks();
        size_t number = 0;
        while (recorded.replay().names().clusters.Name(static_cast<uint32_t>(number)) != name) ++number;
        ExpectEqual(tracks[number].totals(), direct.TotalsOf(name));
        absent += tracks[number].totals().absent;
        transitions += tracks[number].totals().transitions();
      }
    }
  }
  EXPECT_GT(transitions, 500);
  EXPECT_GT(absent, 0);
}

// Without delays, holds and limit: those can keep a size while a larger demand, which comes later, already has another.
TEST(ReplayPropertiesTest, MoreDemandNeverMeansFewerNodeHoursOfLargerSizes) {
  for (uint32_t seed = 0; seed < kHistories; ++seed) {
    std::vector<Point> points = RandomHistory(seed);
    v1::BatchRecommendSizeRequest configuration = Configuration();
    configuration.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
    std::vector<FleetFigures> figures;
    for (const double factor : {1.0, 1.3}) {
      ReplayRun run({configuration}, {}, /*immediate=*/true);
      for (Point& point : points) {
        point.gi = std::max(point.gi * factor, 0.001);
        point.cpu *= factor;
      }
      run.Play(points);
      figures.push_back(
          FiguresOf(run.replay(), *run.replay().fleets().front(), {{"small", 1}, {"medium", 2}, {"large", 4}}));
    }
    double fewer = 0;
    double more = 0;
    for (size_t i = figures[0].sizes.size(); i-- > 0;) {
      fewer += figures[0].sizes[i].node_hours;
      more += figures[1].sizes[i].node_hours;
      EXPECT_LE(fewer, more + 1e-6) << seed << " from " << figures[0].sizes[i].name << " on";
    }
    EXPECT_LT(*figures[0].cost, *figures[1].cost) << seed;
  }
}

}  // namespace
}  // namespace cpsizer::history
