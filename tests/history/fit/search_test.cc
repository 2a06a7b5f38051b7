// Tests the search: against all points of small grids, and on grids that are not evaluated completely.
#include "client/history/fit/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/history/replay/fixture.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;

constexpr FitGrid kSmallGrid = {10, 90, 10, 40};

FitSearch::Evaluate Always(std::function<FitFigures(const FitPoint&)> figures) {
  return [figures = std::move(figures)](const FitPoint& point) -> absl::StatusOr<FitFigures> { return figures(point); };
}

void ExpectOk(const absl::Status& status) {
  EXPECT_TRUE(status.ok()) << status;
}

TEST(FitSearchTest, TheTargetsAreInclusive) {
  const FitTargets targets = {0.01, 2};
  EXPECT_TRUE(Meets({1, 0.01, 2}, targets));
  EXPECT_FALSE(Meets({1, 0.0101, 2}, targets));
  EXPECT_FALSE(Meets({1, 0.01, 2.01}, targets));
}

// Random figures, so that the search cannot use an order of the points.
TEST(FitSearchTest, NoOtherPointOfACompleteGridIsBetter) {
  std::mt19937_64 random(1);
  int met = 0;
  for (int round = 0; round < 100; ++round) {
    absl::btree_map<FitPoint, FitFigures> all;
    for (int a = 10; a <= 90; a += 10) {
      for (int b = 10; b <= 90; b += 10) {
        all[{a, b}] = {static_cast<double>(random() % 50), static_cast<double>(random() % 100) / 1'000,
                       static_cast<double>(random() % 10)};
      }
    }
    const FitTargets targets = {0.02, round % 2 == 0 ? 1.0 : 0.0};
    FitSearch search(kSmallGrid, targets, {0, 1}, {50, 50}, Always([&](const FitPoint& point) { return all[point]; }));
    ExpectOk(search.Run());
    EXPECT_TRUE(search.is_complete());
    EXPECT_EQ(search.evaluated().size(), 81u);
    const FitFigures best = search.best().figures;
    bool any = false;
    for (const auto& [point, figures] : all) {
      if (!Meets(figures, targets)) continue;
      any = true;
      EXPECT_LE(best.cost, figures.cost);
      if (best.cost == figures.cost) EXPECT_LE(best.short_ratio, figures.short_ratio);
    }
    EXPECT_EQ(Meets(best, targets), any);
    met += any ? 1 : 0;
  }
  EXPECT_GT(met, 50);
  EXPECT_LT(met, 100);
}

TEST(FitSearchTest, AmongEqualPointsTheNearestOneToTheReferenceIsBest) {
  const auto flat = Always([](const FitPoint&) { return FitFigures{1, 0, 0}; });
  for (const int reference : {30, 33, 70}) {
    FitSearch search(kSmallGrid, {}, {0}, {reference}, flat);
    ExpectOk(search.Run());
    EXPECT_THAT(search.best().point, ElementsAre(reference == 33 ? 30 : reference));
  }
}

TEST(FitSearchTest, WithoutAPointThatMeetsTheTargetsTheNearestMissIsBest) {
  const auto figures = [](const FitPoint& point) { return FitFigures{100.0 - point[0], point[0] / 100.0, 0}; };
  for (const double target : {0.01, 0.0}) {
    FitSearch search(kSmallGrid, {target, 1}, {0}, {50}, Always(figures));
    ExpectOk(search.Run());
    EXPECT_THAT(search.best().point, ElementsAre(10));
  }
}

// The cost falls and the time short grows with each value, as they do with fractions.
TEST(FitSearchTest, FindsTheBestPointOfALargeGrid) {
  const auto figures = [](const FitPoint& point) {
    FitFigures result = {1'000, 0, 0};
    for (size_t axis = 0; axis < point.size(); ++axis) {
      const int limit = 33 + 7 * static_cast<int>(axis);
      result.cost -= point[axis];
      if (point[axis] > limit) result.short_ratio += 0.01 * (point[axis] - limit);
    }
    // One value of the first axis is between two demands that vary.
    if (point[0] > 25 && point[0] != 31) result.reversals_per_week = 5;
    return result;
  };
  FitSearch two(kFractionGrid, {0.001, 1}, {0, 1}, {50, 50}, Always(figures));
  ExpectOk(two.Run());
  EXPECT_FALSE(two.is_complete());
  EXPECT_THAT(two.best().point, ElementsAre(31, 40));
  EXPECT_LT(two.evaluated().size(), 600u);
  FitSearch six(kFractionGrid, {0.001, 1}, {0, 0, 0, 1, 1, 1}, {50, 50, 50, 50, 50, 95}, Always(figures));
  ExpectOk(six.Run());
  EXPECT_THAT(six.best().point, ElementsAre(31, 40, 47, 54, 61, 68));
  EXPECT_LT(six.evaluated().size(), 2'000u);
}

TEST(FitSearchTest, TheFrontHasNoPointThatIsWorse) {
  std::mt19937_64 random(3);
  absl::btree_map<FitPoint, FitFigures> all;
  for (int a = 10; a <= 90; a += 10) {
    for (int b = 10; b <= 90; b += 10) {
      all[{a, b}] = {static_cast<double>(random() % 20), static_cast<double>(random() % 20) / 1'000,
                     static_cast<double>(random() % 5)};
    }
  }
  FitSearch search(kSmallGrid, {}, {0, 1}, {50, 50}, Always([&](const FitPoint& point) { return all[point]; }));
  ExpectOk(search.Run());
  const std::vector<FitCandidate> front = search.Front();
  EXPECT_GT(front.size(), 1u);
  const auto no_worse = [](const FitFigures& a, const FitFigures& b) {
    return a.cost <= b.cost && a.short_ratio <= b.short_ratio && a.reversals_per_week <= b.reversals_per_week;
  };
  for (const auto& [point, figures] : all) {
    int better = 0;
    for (const FitCandidate& candidate : front) {
      better += no_worse(candidate.figures, figures) ? 1 : 0;
      if (no_worse(figures, candidate.figures)) EXPECT_EQ(figures, candidate.figures);
    }
    EXPECT_GT(better, 0);
  }
  for (size_t i = 1; i < front.size(); ++i) EXPECT_LE(front[i - 1].figures.cost, front[i].figures.cost);
}

TEST(FitSearchTest, EndsAtAnError) {
  FitSearch search(kSmallGrid, {}, {0}, {50},
                   [](const FitPoint&) -> absl::StatusOr<FitFigures> { return absl::UnavailableError("no service"); });
  EXPECT_EQ(search.Run().code(), absl::StatusCode::kUnavailable);
}

// Against each point of a grid, replayed from the samples and not from the recorded changes.
TEST(FitSearchTest, TheProposalIsTheCheapestFractionOfReplaysThatMeetsTheTargets) {
  std::mt19937_64 random(4);
  std::vector<Point> points;
  for (int hour = 0; hour < 24 * 7; ++hour) {
    for (int cluster = 0; cluster < 4; ++cluster) {
      // A daily cycle.
      const double gi = 2.5 + 3.7 * cluster + (hour % 24 < 12 ? 1 : 0) + static_cast<double>(random() % 100) / 1'000;
      points.push_back({absl::Hours(hour), gi, absl::StrCat("a/", cluster)});
    }
  }
  const testing::TemporaryFolder folder;
  DemandLog log(folder.path());
  ReplayRun run({Configuration()});
  run.replay().RecordTo(log);
  run.Play(points);
  const std::unique_ptr<BlockingService> service = InProcess();
  EvaluatorOptions options;
  options.present = Configuration();
  options.resources = {Resource::kMemory};
  Evaluator evaluator(options, log, run.replay().names().clusters, *service);
  ExpectOk(evaluator.ReadSizes());
  const std::vector<FitAxis> axes = AxesOf(evaluator.sizes(), options.resources, false);
  const FitTargets targets = {0.05, 3};
  FitSearch search(kSmallGrid, targets, {0}, {50}, [&](const FitPoint& point) {
    return evaluator.Evaluate(
        WithPoint(options.present.cluster_sizing_configuration(), evaluator.sizes(), FitKind::kFractions, axes, point));
  });
  ExpectOk(search.Run());
  const FitFigures best = search.best().figures;
  ASSERT_TRUE(Meets(best, targets));
  int missed = 0;
  for (int percent = 10; percent <= 90; percent += 10) {
    ReplayRun direct({Configuration(absl::StrCat("0.", percent))});
    std::vector<ReplaySize> usable(run.decider(0).sizes().begin(), run.decider(0).sizes().end());
    usable.back().memory = usable.back().cpu = absl::nullopt;
    for (ReplaySize& size : usable) size.cpu = absl::nullopt;
    direct.replay().fleets().front()->MeasureAgainst(usable);
    direct.Play(points);
    const FleetFigures figures = FiguresOf(direct.replay(), *direct.replay().fleets().front(), evaluator.prices());
    const double time = absl::ToDoubleHours(direct.replay().end() - direct.replay().begin()) * 4;
    const double reversals = static_cast<double>(figures.reversals) / (time / (7 * 24));
    const bool meets = absl::ToDoubleHours(figures.short_of_any.time) / time <= 0.05 && reversals <= 3;
    missed += meets ? 0 : 1;
    if (meets) EXPECT_LE(best.cost, *figures.cost) << percent;
    if (FitPoint{percent} == search.best().point) {
      EXPECT_TRUE(meets);
      EXPECT_NEAR(best.cost, *figures.cost, 0.001);
    }
  }
  EXPECT_GT(missed, 0);
  EXPECT_LT(missed, 9);
}

}  // namespace
}  // namespace cpsizer::history
