#include "client/history/transitions/fleet_transitions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace cpsizer::history {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TransitionRules TwoSizes() {
  TransitionRules rules;
  rules.criteria_from = {0, 11};
  return rules;
}

absl::Time At(double seconds) {
  return absl::UnixEpoch() + absl::Seconds(seconds);
}

TEST(FleetTransitionsTest, NumbersClustersInTheirOrder) {
  FleetTransitions fleet(TwoSizes());
  EXPECT_EQ(fleet.AddCluster({"b", 1}), 0u);
  EXPECT_EQ(fleet.AddCluster({"a"}), 1u);
  EXPECT_EQ(fleet.SizeOf(0), 1);
  EXPECT_EQ(fleet.SizeOf(1), TransitionCluster::kNoSize);
}

TEST(FleetTransitionsTest, WantChangesTheSizeInTheNextAdvance) {
  FleetTransitions fleet(TwoSizes());
  fleet.AddCluster({"a", 0});
  fleet.Want(0, 1, At(5));
  EXPECT_EQ(fleet.SizeOf(0), 0);
  EXPECT_EQ(fleet.NextEvent(), At(5));
  std::vector<Transition> done;
  fleet.AdvanceTo(At(5), done);
  ASSERT_THAT(done, SizeIs(1));
  EXPECT_EQ(done[0].time, At(5));
  EXPECT_EQ(done[0].from, 0);
  EXPECT_EQ(done[0].to, 1);
  EXPECT_EQ(fleet.SizeOf(0), 1);
  fleet.AdvanceTo(At(5), done);
  EXPECT_THAT(done, SizeIs(1)) << "each transition is reported once";
}

TEST(FleetTransitionsTest, NextEventIsTheEndOfTheDelay) {
  FleetTransitions fleet(TwoSizes());
  fleet.AddCluster({"a", 0, At(-1)});
  EXPECT_EQ(fleet.NextEvent(), absl::InfiniteFuture());
  fleet.Want(0, 1, At(0));
  std::vector<Transition> done;
  fleet.AdvanceTo(At(0), done);
  EXPECT_EQ(fleet.NextEvent(), At(30));
  fleet.Want(0, 1, At(10));
  EXPECT_EQ(fleet.NextEvent(), At(30)) << "the same size changes nothing";
  fleet.Want(0, 0, At(20));
  fleet.AdvanceTo(At(20), done);
  EXPECT_EQ(fleet.NextEvent(), absl::InfiniteFuture());
}

TEST(FleetTransitionsTest, NextEventIsTheEndOfTheWindowOnlyWhileAClusterWaits) {
  TransitionRules rules = TwoSizes();
  rules.limit = 1;
  rules.increase_delay = absl::ZeroDuration();
  FleetTransitions fleet(rules);
  fleet.AddCluster({"a", 0, At(-10)});
  fleet.AddCluster({"b", 0});
  std::vector<Transition> done;
  fleet.AdvanceTo(At(0), done);
  EXPECT_EQ(fleet.NextEvent(), absl::InfiniteFuture());
  fleet.Want(1, 1, At(0));
  fleet.AdvanceTo(At(0), done);
  EXPECT_EQ(fleet.NextEvent(), At(590));
}

TEST(FleetTransitionsTest, LimitOfZeroHasNoNextEvent) {
  for (const int64_t limit : {0, -5}) {
    TransitionRules rules = TwoSizes();
    rules.limit = limit;
    FleetTransitions fleet(rules);
    fleet.AddCluster({"a", 0, At(-100)});
    fleet.AddCluster({"b", 0, At(-50)});
    fleet.Want(0, 1, At(0));
    std::vector<Transition> done;
    fleet.AdvanceTo(At(30), done);
    EXPECT_EQ(fleet.NextEvent(), absl::InfiniteFuture()) << "the ends of the window do not matter";
    fleet.AdvanceTo(absl::InfiniteFuture(), done);
    EXPECT_THAT(done, IsEmpty());
  }
}

TEST(FleetTransitionsTest, WantProcessesEarlierEvents) {
  FleetTransitions fleet(TwoSizes());
  fleet.AddCluster({"a", 0, At(-1)});
  fleet.Want(0, 1, At(0));
  fleet.Want(0, 0, At(1000));
  std::vector<Transition> done;
  fleet.AdvanceTo(At(1000), done);
  ASSERT_THAT(done, SizeIs(2));
  EXPECT_EQ(done[0].time, At(30)) << "before the second change";
  EXPECT_EQ(done[1].time, At(1000));
}

TEST(FleetTransitionsTest, ClusterCanBeAddedLater) {
  TransitionRules rules = TwoSizes();
  rules.limit = 1;
  rules.increase_delay = absl::ZeroDuration();
  FleetTransitions fleet(rules);
  fleet.AddCluster({"b", 0});
  fleet.AddCluster({"c", 0});
  fleet.Want(0, 1, At(0));
  fleet.Want(1, 1, At(0));
  std::vector<Transition> done;
  fleet.AdvanceTo(At(100), done);
  EXPECT_THAT(done, SizeIs(1));
  fleet.AddCluster({"a", 0, At(-1000)});  // its last transition has left the window
  EXPECT_EQ(fleet.NextEvent(), At(600));
  fleet.AddCluster({"d", 0, At(90)});
  fleet.AdvanceTo(At(689), done);
  EXPECT_THAT(done, SizeIs(1)) << "d is in the window";
  fleet.AdvanceTo(At(690), done);
  EXPECT_THAT(done, SizeIs(2));
}

TEST(FleetTransitionsTest, EqualNamesAreOrderedByNumber) {
  TransitionRules rules = TwoSizes();
  rules.limit = 1;
  FleetTransitions fleet(rules);
  for (int i = 0; i < 3; ++i) fleet.AddCluster({"a", 0});
  for (const uint32_t cluster : {2u, 1u, 0u}) fleet.Want(cluster, 1, At(0));
  std::vector<Transition> done;
  fleet.AdvanceTo(absl::InfiniteFuture(), done);
  ASSERT_THAT(done, SizeIs(3));
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(done[i].cluster, i);
}

TEST(FleetTransitionsTest, TimesAreNotRounded) {
  TransitionRules rules = TwoSizes();
  rules.increase_delay = absl::Milliseconds(1);
  FleetTransitions fleet(rules);
  fleet.AddCluster({"a", 0, At(0)});
  fleet.Want(0, 1, At(0));
  std::vector<Transition> done;
  fleet.AdvanceTo(At(0.0009), done);
  EXPECT_THAT(done, IsEmpty());
  fleet.AdvanceTo(At(0.001), done);
  EXPECT_THAT(done, SizeIs(1));
}

TEST(FleetTransitionsTest, EndlessDelaysAndWindowsNeverEnd) {
  TransitionRules rules = TwoSizes();
  rules.sliding_window = absl::InfiniteDuration();
  rules.decrease_delay = absl::InfiniteDuration();
  rules.limit = 1;
  FleetTransitions fleet(rules);
  fleet.AddCluster({"a", 1, At(-1)});
  fleet.AddCluster({"b", 0});
  fleet.Want(0, 0, At(0));
  fleet.Want(1, 1, At(0));
  std::vector<Transition> done;
  fleet.AdvanceTo(absl::InfiniteFuture(), done);
  EXPECT_THAT(done, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::history
