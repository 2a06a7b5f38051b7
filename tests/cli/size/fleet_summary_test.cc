#include "client/cli/size/fleet_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace cpsizer::cli {
namespace {

class FleetSummaryTest : public ::testing::Test {
 protected:
  // Adds a cluster with its current size and its recommended size. Each of the two sizes may be empty.
  void Add(const std::string& current, const std::string& recommended, v1::SizeOutcome outcome) {
    objects::HostedCluster& cluster = clusters_.emplace_back();
    cluster.current_size = current;
    cluster.eligible = true;
    v1::RecommendSizeResponse& response = *results_.emplace_back().mutable_response();
    response.set_outcome(outcome);
    response.set_recommended_size(recommended);
    response.set_changed(!recommended.empty() && recommended != current);
    for (const char* name : {"small", "large"}) response.add_sizes()->set_name(name);
  }
  void AddFailed(const std::string& current) {
    clusters_.emplace_back().current_size = current;
    results_.emplace_back().mutable_error()->set_code(3);
  }
  void SetPlaceholders(const std::string& size, int64_t placeholders) {
    v1::SizeConfiguration& added = *config_.mutable_spec()->add_sizes();
    added.set_name(size);
    added.mutable_management()->set_placeholders(placeholders);
  }

  std::vector<FleetRow> Rows() const {
    return SelectRows(clusters_, results_, OperatorRules(config_, absl::UnixEpoch()), {});
  }
  std::string Printed() const {
    std::ostringstream text;
    Screen out(text, Terminal());
    PrintSizeSummary(Rows(), config_, out);
    return text.str();
  }

  std::vector<objects::HostedCluster> clusters_;
  std::vector<v1::BatchRecommendSizeResult> results_;
  v1::ClusterSizingConfiguration config_;
};

// Clusters that are held, failed or not decided keep their size. A cluster with a size that is not in the ladder also
// has a cost. The cost of a cluster without a size is unknown.
TEST_F(FleetSummaryTest, CountsClustersOfEachSizeAndTwoNodesForEach) {
  Add("small", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  Add("small", "", v1::SIZE_OUTCOME_HELD);
  Add("", "small", v1::SIZE_OUTCOME_RECOMMENDED);
  Add("", "", v1::SIZE_OUTCOME_NO_RECOMMENDATION);
  Add("xxl", "", v1::SIZE_OUTCOME_NO_RECOMMENDATION);
  AddFailed("large");
  EXPECT_EQ(Printed(),
            "\n"
            "By size, with 2 request-serving nodes for each cluster and each placeholder:\n"
            "SIZE     NOW   AFTER   CHANGE   NODE-HOURS/DAY   CHANGE\n"
            "small    2     2       -        96               -\n"
            "large    1     2       +1       96               +48\n"
            "xxl      1     1       -        48               -\n"
            "(none)   2     1       -1       -                -\n"
            "total    6     6       -        240              +48\n");
}

TEST_F(FleetSummaryTest, APlaceholderCostsAsMuchAsACluster) {
  Add("small", "small", v1::SIZE_OUTCOME_RECOMMENDED);
  SetPlaceholders("small", 3);
  SetPlaceholders("large", -1);
  EXPECT_EQ(Printed(),
            "\n"
            "By size, with 2 request-serving nodes for each cluster and each placeholder:\n"
            "SIZE    NOW   AFTER   CHANGE   NODE-HOURS/DAY   CHANGE\n"
            "small   1     1       -        192              -\n"
            "large   0     0       -        0                -\n"
            "total   1     1       -        192              -\n");
  // The sums must not overflow, even with the largest number of placeholders.
  config_.mutable_spec()->mutable_sizes(0)->mutable_management()->set_placeholders(INT64_MAX);
  EXPECT_NE(Printed().find("48000000048"), std::string::npos) << Printed();
}

// Source: placeholderCreator of HyperShift, which stops at the first size with placeholders.
TEST_F(FleetSummaryTest, OnlyTheFirstSizeWithPlaceholdersGetsAny) {
  SetPlaceholders("tiny", 0);
  SetPlaceholders("small", 1);
  SetPlaceholders("large", 5);
  Add("large", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  EXPECT_THAT(Printed(), ::testing::HasSubstr("small   0     0       -        48               -\n"
                                              "large   1     1       -        48               -\n"));
}

TEST_F(FleetSummaryTest, PrintsHowManyWouldChangeAndWhichOfThemDidNotOptIn) {
  Add("small", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  Add("small", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  AddFailed("small");
  EXPECT_EQ(FleetSummary(Rows(), 3), "3 clusters: 2 recommended, 1 failed; 2 would change");
  clusters_.front().eligible = false;
  EXPECT_EQ(FleetSummary(Rows(), 5),
            "3 of 5 clusters: 2 recommended, 1 failed; 2 would change, 1 of them is not opted in");
  EXPECT_EQ(FleetSummary({}, 5), "0 of 5 clusters; 0 would change");
}

// The operator obeys an override, so the cluster keeps this size whatever is recommended.
TEST_F(FleetSummaryTest, CountsAClusterWithAnOverrideAtTheSizeOfTheOverride) {
  SetPlaceholders("small", 0);
  SetPlaceholders("large", 0);
  Add("small", "small", v1::SIZE_OUTCOME_RECOMMENDED);
  Add("large", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  Add("small", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  clusters_[0].size_override = clusters_[0].size_label = "large";
  clusters_[1].size_override = "large";
  clusters_[2].size_override = "Large";
  EXPECT_THAT(Printed(), ::testing::HasSubstr("small   1     1       -        48               -\n"
                                              "large   2     2       -        96               -\n"));
  EXPECT_EQ(FleetSummary(Rows(), 3), "3 clusters: 3 recommended; 0 would change; 3 size overrides, 1 can be removed");
}

TEST_F(FleetSummaryTest, SaysWhichChangesDoNotHappen) {
  for (int i = 0; i < 4; ++i) Add("small", "large", v1::SIZE_OUTCOME_RECOMMENDED);
  clusters_[0].paused_until = clusters_[1].paused_until = absl::InfiniteFuture();
  clusters_[2].deleted = true;
  EXPECT_EQ(FleetSummary(Rows(), 4),
            "4 clusters: 4 recommended; 3 would change, 2 of them are paused; 1 is being deleted");
  v1::Condition& condition = *config_.mutable_status()->add_conditions();
  condition.set_type("ClusterSizingConfigurationValid");
  condition.set_status("False");
  EXPECT_EQ(FleetSummary(Rows(), 4),
            "4 clusters: 4 recommended; 0 would change; 4 stay, because the operator refuses the configuration");
}

}  // namespace
}  // namespace cpsizer::cli
