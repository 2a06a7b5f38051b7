#include "client/cli/size/fleet_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;

// There are four clusters. The recommended size of `a` has little headroom, `b` is held, the demand of `c` is above the
// largest size, and the decision about `d` failed.
class FleetRowsTest : public ::testing::Test {
 protected:
  FleetRowsTest() : clusters_(4), results_(4) {
    for (size_t i = 0; i < clusters_.size(); ++i) clusters_[i].name = std::string(1, static_cast<char>('a' + i));
    clusters_[0].current_size = "small";
    clusters_[1].current_size = "small";
    clusters_[2].current_size = "large";
    Fill(results_[0], v1::SIZE_OUTCOME_RECOMMENDED, "medium", {"20Gi", 0.1}, {"500m", 2.0}, true);
    Fill(results_[1], v1::SIZE_OUTCOME_HELD, "", {"900Mi", {}}, {"12", {}}, false);
    Fill(results_[2], v1::SIZE_OUTCOME_BEST_EFFORT, "large", {"130Gi", -0.2}, {"9", 1.0}, false);
    results_[3].mutable_error()->set_code(3);
  }

  struct Demand {
    std::string amount;
    absl::optional<double> headroom;
  };
  static void Fill(v1::SizeAssessment& assessment, const Demand& demand) {
    assessment.set_demand(demand.amount);
    assessment.set_in_play(demand.headroom.has_value());
    if (demand.headroom.has_value()) assessment.set_headroom_ratio(*demand.headroom);
  }
  static void Fill(v1::BatchRecommendSizeResult& result, v1::SizeOutcome outcome, const std::string& size,
                   const Demand& memory, const Demand& cpu, bool changed) {
    v1::RecommendSizeResponse& response = *result.mutable_response();
    response.set_outcome(outcome);
    response.set_recommended_size(size);
    response.set_changed(changed);
    Fill(*response.mutable_memory(), memory);
    Fill(*response.mutable_cpu(), cpu);
    for (const char* name : {"small", "medium", "large"}) response.add_sizes()->set_name(name);
  }

  std::vector<std::string> Names(const FleetView& view) const {
    std::vector<std::string> names;
    for (const FleetRow& row : SelectRows(clusters_, results_, rules_, view)) names.push_back(row.cluster->name);
    return names;
  }
  std::vector<std::string> Sorted(FleetOrder order) const {
    FleetView view;
    view.order = order;
    return Names(view);
  }

  std::vector<objects::HostedCluster> clusters_;
  std::vector<v1::BatchRecommendSizeResult> results_;
  const OperatorRules rules_{v1::ClusterSizingConfiguration::default_instance(), absl::UnixEpoch()};
};

// `d` failed, so it is in each selection.
TEST_F(FleetRowsTest, ShowsAllUnlessTheViewSelectsSome) {
  FleetView view;
  EXPECT_THAT(Names(view), ElementsAre("a", "b", "c", "d"));
  view.changed = true;
  EXPECT_THAT(Names(view), ElementsAre("a", "d"));
  view.held = true;
  EXPECT_THAT(Names(view), ElementsAre("d"));
  view.changed = false;
  EXPECT_THAT(Names(view), ElementsAre("b", "d"));
}

// `b` is held and keeps the size small. `d` has no response and no size.
TEST_F(FleetRowsTest, SortsBySizeAfterTheDecisionInTheOrderOfTheLadder) {
  EXPECT_THAT(Sorted(FleetOrder::kSize), ElementsAre("b", "a", "c", "d"));
}

TEST_F(FleetRowsTest, SortsDemandsAsAmountsWithTheLargestFirstAndAbsentOnesLast) {
  EXPECT_THAT(Sorted(FleetOrder::kMemory), ElementsAre("c", "a", "b", "d"));
  EXPECT_THAT(Sorted(FleetOrder::kCpu), ElementsAre("b", "c", "a", "d"));
}

TEST_F(FleetRowsTest, SortsTheLeastHeadroomOfAResourceInPlayFirst) {
  EXPECT_THAT(Sorted(FleetOrder::kHeadroom), ElementsAre("c", "a", "b", "d"));
}

TEST_F(FleetRowsTest, SortsByNameAcrossNamespacesAndKeepsTheOrderOfEqualOnes) {
  clusters_[0].name = "z";
  clusters_[3].name = "b";
  EXPECT_THAT(Sorted(FleetOrder::kNamespace), ElementsAre("z", "b", "c", "b"));
  const std::vector<FleetRow> rows = SelectRows(clusters_, results_, rules_, {false, false, false, FleetOrder::kName});
  EXPECT_EQ(rows[0].cluster, &clusters_[1]);
  EXPECT_EQ(rows[1].cluster, &clusters_[3]);
  EXPECT_EQ(rows[3].cluster, &clusters_[0]);
}

}  // namespace
}  // namespace cpsizer::cli
