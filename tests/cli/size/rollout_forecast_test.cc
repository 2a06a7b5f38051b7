#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "absl/strings/str_format.h"
#include "client/cli/size/fleet_diff.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;

const absl::Time kNow = absl::FromUnixSeconds(1'772'366'400);

class RolloutForecastTest : public ::testing::Test {
 protected:
  RolloutForecastTest() {
    for (const char* name : {"small", "medium", "large"}) {
      v1::SizeConfiguration& size = *config_.mutable_spec()->add_sizes();
      size.set_name(name);
      size.mutable_criteria()->set_from(10 * config_.spec().sizes_size() - 10);
    }
    config_.mutable_spec()->mutable_concurrency();
    config_.mutable_spec()->mutable_transition_delay();
  }

  // Adds a cluster that is opted in and scheduled. The result may be changed.
  objects::HostedCluster& Add(const std::string& before, const std::string& after, Move move) {
    objects::HostedCluster& cluster = clusters_.emplace_back();
    cluster.namespace_name = "clusters";
    cluster.name = absl::StrFormat("c%03d", clusters_.size());
    cluster.eligible = true;
    cluster.scheduled = true;
    ClusterDiff& change = diff_.clusters.emplace_back();
    change.cluster = &cluster;
    change.size_before = before;
    change.size_after = after;
    change.move = move;
    return cluster;
  }
  void AddMany(int count) {
    for (int i = 0; i < count; ++i) Add("small", "medium", Move::kUp);
  }

  RolloutForecast Forecast() const {
    absl::StatusOr<RolloutForecast> forecast = ForecastRollout(diff_, config_, kNow);
    EXPECT_TRUE(forecast.ok()) << forecast.status();
    return *std::move(forecast);
  }
  std::string Line() const { return RolloutLine(Forecast()); }

  v1::ClusterSizingConfiguration config_;
  std::deque<objects::HostedCluster> clusters_;  // does not move its elements
  FleetDiff diff_;
};

TEST_F(RolloutForecastTest, SaysHowLongTheWindowMakesTheFleetWait) {
  AddMany(42);
  EXPECT_EQ(Line(), "42 clusters move; at 5 per 10m this takes at least 1h 20m");
  config_.mutable_spec()->mutable_concurrency()->set_limit(41);
  config_.mutable_spec()->mutable_concurrency()->set_sliding_window("1h30m");
  EXPECT_EQ(Line(), "42 clusters move; at 41 per 1h 30m this takes at least 1h 30m");
}

TEST_F(RolloutForecastTest, FewClustersCanMoveAtOnce) {
  AddMany(1);
  EXPECT_EQ(Line(), "1 cluster moves; at 5 per 10m this can happen at once");
  AddMany(4);
  EXPECT_EQ(Line(), "5 clusters move; at 5 per 10m this can happen at once");
}

TEST_F(RolloutForecastTest, WindowOfZeroHasNoLimit) {
  AddMany(42);
  config_.mutable_spec()->mutable_concurrency()->set_sliding_window("0s");
  EXPECT_EQ(Line(), "42 clusters move; without a limit, because slidingWindow is 0, this can happen at once");
}

TEST_F(RolloutForecastTest, LimitBelowOneLetsOnlyClustersMoveThatAreNotScheduled) {
  AddMany(2);
  config_.mutable_spec()->mutable_concurrency()->set_limit(0);
  EXPECT_EQ(Line(), "2 clusters never move, because spec.concurrency.limit is 0");
  Add("", "small", Move::kAcross).scheduled = false;
  EXPECT_EQ(Line(),
            "1 cluster moves; this can happen at once, because the limit is only for clusters with the annotation "
            "hypershift.openshift.io/cluster-scheduled; 2 clusters never move, because spec.concurrency.limit is 0");
}

TEST_F(RolloutForecastTest, ALimitOfZeroIsSaidEvenIfNoClusterWouldMoveNow) {
  config_.mutable_spec()->clear_concurrency();
  EXPECT_EQ(Line(),
            "with the new configuration, no cluster with the annotation hypershift.openshift.io/cluster-scheduled gets "
            "another size, because spec.concurrency is absent, so the operator's limit is 0");
}

TEST_F(RolloutForecastTest, AbsentConcurrencyIsALimitOfZero) {
  AddMany(42);
  config_.mutable_spec()->clear_concurrency();
  config_.mutable_spec()->clear_transition_delay();
  EXPECT_EQ(Line(), "42 clusters never move, because spec.concurrency is absent, so the operator's limit is 0");
  EXPECT_EQ(RolloutJson(Forecast()).dump(),
            R"({"clusters":0,"limit":0,"slidingWindowSeconds":0,"atLeastSeconds":0,"neverMove":42,)"
            R"("neverMoveReason":"spec.concurrency is absent, so the operator's limit is 0","notScheduled":0,)"
            R"("paused":0,"overridden":0,"notOptedIn":0})");
}

TEST_F(RolloutForecastTest, ClustersThatAreNotScheduledDoNotWait) {
  AddMany(12);
  for (int i = 0; i < 30; ++i) Add("small", "medium", Move::kUp).scheduled = false;
  EXPECT_EQ(
      Line(),
      "42 clusters move; at 5 per 10m this takes at least 20m; 30 of them do not wait for the limit, because they "
      "do not have the annotation hypershift.openshift.io/cluster-scheduled");
}

TEST_F(RolloutForecastTest, CountsOnlyClustersWhoseSizeChanges) {
  Add("small", "small", Move::kStays);
  Add("small", "small", Move::kOutcome);
  Add("small", "medium", Move::kFailed);
  Add("small", "", Move::kAcross);
  Add("", "", Move::kStays);
  EXPECT_EQ(Line(), "");
  Add("small", "large", Move::kUp);
  Add("tiny", "large", Move::kUp);  // the new configuration does not have its present size
  EXPECT_EQ(Line(), "2 clusters move; at 5 per 10m this can happen at once");
}

TEST_F(RolloutForecastTest, SaysWhichClustersKeepTheirSize) {
  Add("small", "large", Move::kUp).paused_until = absl::InfiniteFuture();
  EXPECT_EQ(Line(), "1 cluster does not move: 1 paused");
  Add("small", "large", Move::kUp).paused_until = kNow + absl::Seconds(1);
  Add("medium", "medium", Move::kStays);
  diff_.clusters.back().pinned = true;
  Add("small", "large", Move::kUp).eligible = false;
  Add("small", "large", Move::kUp).paused_until = kNow;  // the pause has ended
  EXPECT_EQ(Line(),
            "1 cluster moves; at 5 per 10m this can happen at once; "
            "4 clusters do not move: 2 paused, 1 with a size override, 1 not opted in");
}

TEST_F(RolloutForecastTest, JsonHasTheSameValues) {
  AddMany(42);
  Add("small", "large", Move::kUp).eligible = false;
  EXPECT_EQ(RolloutJson(Forecast()).dump(),
            R"({"clusters":42,"limit":5,"slidingWindowSeconds":600,"atLeastSeconds":4800,"neverMove":0,)"
            R"("neverMoveReason":"","notScheduled":0,"paused":0,"overridden":0,"notOptedIn":1})");
}

TEST_F(RolloutForecastTest, RefusesDurationsThatCannotBeRead) {
  config_.mutable_spec()->mutable_concurrency()->set_sliding_window("soon");
  EXPECT_THAT(std::string(ForecastRollout(diff_, config_, kNow).status().message()),
              HasSubstr("spec.concurrency.slidingWindow: \"soon\" is not a duration"));
}

}  // namespace
}  // namespace cpsizer::cli
