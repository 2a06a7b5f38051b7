// Tests the figures of configurations that are replayed from recorded changes of demand.
#include "client/history/fit/evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "tests/history/replay/fixture.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

// With the fraction 0.5, small holds 8Gi and 4 cores, medium 16Gi and 8 cores, and large 32Gi and 16 cores.
class EvaluatorTest : public ::testing::Test {
 protected:
  void Record(const std::vector<Point>& points) {
    run_.replay().RecordTo(log_);
    run_.Play(points);
  }

  std::unique_ptr<Evaluator> Make(EvaluatorOptions options = {}) {
    options.present = Configuration();
    if (options.resources.empty()) options.resources = {Resource::kMemory, Resource::kCpu};
    options.immediate = true;
    auto evaluator = std::make_unique<Evaluator>(std::move(options), log_, run_.replay().names().clusters, *service_);
    EXPECT_TRUE(evaluator->ReadSizes().ok());
    return evaluator;
  }

  static FitFigures FiguresOf(const Evaluator& evaluator, absl::string_view memory_fraction) {
    const auto figures = evaluator.Evaluate(Configuration(memory_fraction).cluster_sizing_configuration());
    EXPECT_TRUE(figures.ok()) << figures.status();
    return figures.ok() ? *figures : FitFigures();
  }

  const testing::TemporaryFolder folder_;
  DemandLog log_{folder_.path()};
  ReplayRun run_{{Configuration()}};
  const std::unique_ptr<BlockingService> service_ = InProcess();
};

TEST_F(EvaluatorTest, CostIsNodeHoursByCapacity) {
  // 10 hours at 7Gi (small) and 10 hours at 10Gi (medium).
  Record({{absl::Hours(0), 7}, {absl::Hours(10), 10}, {absl::Hours(20), 10}});
  const auto evaluator = Make();
  EXPECT_EQ(evaluator->prices(), (Prices{{"small", 1}, {"medium", 2}, {"large", 4}}));
  EXPECT_EQ(FiguresOf(*evaluator, "0.5").cost, 2 * (10 + 2 * 10));
  EXPECT_EQ(FiguresOf(*evaluator, "0.5").transitions, 1);
  EXPECT_EQ(FiguresOf(*evaluator, "0.9").cost, 2 * 20);
  EXPECT_EQ(FiguresOf(*evaluator, "0.1").cost, 2 * 4 * 20);
}

TEST_F(EvaluatorTest, PricesReplaceCapacities) {
  Record({{absl::Hours(0), 7}, {absl::Hours(10), 10}, {absl::Hours(20), 10}});
  EvaluatorOptions options;
  options.prices = {{"small", 0.5}, {"medium", 3}, {"large", 9}};
  EXPECT_EQ(FiguresOf(*Make(std::move(options)), "0.5").cost, 2 * (0.5 * 10 + 3 * 10));
}

TEST_F(EvaluatorTest, ShortIsAboveTheUsableFractionAndNotTheProposedOne) {
  Record({{absl::Hours(0), 7}, {absl::Hours(10), 10}, {absl::Hours(20), 10}});
  const auto evaluator = Make();
  EXPECT_EQ(FiguresOf(*evaluator, "0.5").short_ratio, 0);
  // The cluster stays at small with 10Gi, of which small can use 8Gi.
  EXPECT_EQ(FiguresOf(*evaluator, "0.9").short_ratio, 0.5);
  evaluator->SetUsable(Resource::kMemory, 0, 63);  // 10.08Gi
  EXPECT_EQ(FiguresOf(*evaluator, "0.9").short_ratio, 0);
  evaluator->SetUsable(Resource::kMemory, 0, 62);  // 9.92Gi
  EXPECT_EQ(FiguresOf(*evaluator, "0.9").short_ratio, 0.5);
}

TEST_F(EvaluatorTest, OnlyTheResourcesOfTheSearchCount) {
  Record({{absl::Hours(0), 7}, {absl::Hours(10), 10}, {absl::Hours(20), 10}});
  EvaluatorOptions options;
  options.resources = {Resource::kCpu};
  EXPECT_EQ(FiguresOf(*Make(std::move(options)), "0.9").short_ratio, 0);
}

TEST_F(EvaluatorTest, TheLargestSizeIsNeverShortOfAFraction) {
  Record({{absl::Hours(0), 40}, {absl::Hours(10), 40}});
  EXPECT_EQ(FiguresOf(*Make(), "0.5").short_ratio, 0);
  EvaluatorOptions options;
  options.kind = FitKind::kCapacities;
  EXPECT_EQ(FiguresOf(*Make(std::move(options)), "0.5").short_ratio, 1);
}

TEST_F(EvaluatorTest, ReversalsAreTheMeanOfClustersAndWeeks) {
  std::vector<Point> points;
  for (int day = 0; day <= 14; ++day) {
    for (int half = 0; half < 2; ++half) {
      if (day == 14 && half == 1) continue;
      points.push_back({absl::Hours(24 * day + 12 * half), half == 0 ? 7.0 : 10.0, "a/b"});
      points.push_back({absl::Hours(24 * day + 12 * half), 7, "a/c"});
    }
  }
  Record(points);
  // 28 transitions of a/b, of which the first is not a reversal, and two clusters for two weeks.
  EXPECT_EQ(FiguresOf(*Make(), "0.5").reversals_per_week, 27 / 4.0);
}

TEST_F(EvaluatorTest, ALargerCapacityCostsMore) {
  Record({{absl::Hours(0), 7}, {absl::Hours(10), 7}});
  EvaluatorOptions options;
  options.kind = FitKind::kCapacities;
  const auto evaluator = Make(std::move(options));
  v1::ClusterSizingConfiguration config = Configuration().cluster_sizing_configuration();
  config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory("24Gi");
  const auto figures = evaluator->Evaluate(config);
  ASSERT_TRUE(figures.ok());
  EXPECT_EQ(figures->cost, 2 * 10 * 1.25);  // the mean of 1.5 for memory and 1 for CPU
}

TEST_F(EvaluatorTest, ReturnsTheErrorsOfTheService) {
  Record({{absl::Hours(0), 7}, {absl::Hours(10), 7}});
  EXPECT_EQ(Make()->Evaluate(Configuration("2").cluster_sizing_configuration()).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace cpsizer::history
