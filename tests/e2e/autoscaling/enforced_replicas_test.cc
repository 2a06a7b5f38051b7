// Tests cpsizer-sidecar --controller=replicas --mode=enforce. The sidecar replaces the real controller, which is not
// started.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/autoscaling/autoscaling_test.h"
#include "tests/e2e/autoscaling/scenario_objects.h"

namespace cpsizer::e2e {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;

// The result must be complete after this number of additional decisions about each autoscaler.
constexpr int kEnforcedReplicasRounds = 2;

class EnforcedReplicasTest : public AutoscalingTest {
 protected:
  void SetUp() override {
    AutoscalingTest::SetUp();
    static bool may_write = false;
    if (IsSkipped() || HasFatalFailure() || may_write) return;
    may_write = true;
    ASSERT_EQ(AllowSidecarToEnforce(fixture().server()), absl::OkStatus());
  }

  // Returns whether the scale has the expected replicas.
  bool IsScaled(const Expectation& expectation) {
    return !HasScale(expectation.scenario()) || fixture().ReplicasOf(expectation.scenario()) == expectation.replicas();
  }

  // Returns the scenarios whose scale does not have the expected number of replicas.
  std::vector<std::string> WithOtherReplicas() {
    std::vector<std::string> others;
    for (const Expectation& expectation : expectations()) {
      if (IsScaled(expectation)) continue;
      const Scenario& scenario = expectation.scenario();
      others.push_back(absl::StrCat(scenario.name_space, ": ", scenario.name, ": ", fixture().ReplicasOf(scenario),
                                    " instead of ", expectation.replicas()));
    }
    return others;
  }

  // Waits until all scales have the expected number of replicas. Then checks that the scales do not change again.
  void WaitForReplicas() {
    // The check stops at the first scale with another number, because it sends a request to the API server for each
    // scale.
    const auto scaled = [this](const Expectation& expectation) { return IsScaled(expectation); };
    admin().RunUntil([&] { return std::all_of(expectations().begin(), expectations().end(), scaled); }, kTimeout);
    EXPECT_THAT(WithOtherReplicas(), IsEmpty());
    WaitForRounds();
    EXPECT_THAT(WithOtherReplicas(), IsEmpty()) << "the scales changed again";
  }

  // Waits until the sidecar has decided each autoscaler at least two more times.
  void WaitForRounds() {
    const int64_t enough = sidecar().Decisions() + kEnforcedReplicasRounds * static_cast<int64_t>(scenarios().size());
    EXPECT_TRUE(admin().RunUntil([&] { return sidecar().Decisions() >= enough; }, kTimeout));
  }

  // Waits until the statuses are equal to the statuses that the real controller would write.
  void CheckStatuses() {
    const auto written = [this](const Expectation& expectation) {
      return expectation.IsLastState(fixture().StatesOf(expectation.scenario()));
    };
    admin().RunUntil([&] { return std::all_of(expectations().begin(), expectations().end(), written); }, kTimeout);
    for (const Expectation& expectation : expectations()) {
      expectation.CheckLastState(fixture().StatesOf(expectation.scenario()));
    }
  }

  // Returns the replicas that the table expects after this number of changes.
  static int64_t WantedAfter(const Scenario& scenario, size_t changes) {
    const std::string ends = FieldsAfter(scenario, changes)["ends"];
    int64_t replicas = -1;
    EXPECT_TRUE(absl::SimpleAtoi(ends.substr(0, ends.find(' ')), &replicas)) << ends;
    return replicas;
  }

  // Returns the scenarios whose scale differs from the table after this number of changes.
  std::vector<std::string> DifferentFromTable(size_t changes) {
    std::vector<std::string> others;
    for (const Scenario& scenario : scenarios()) {
      if (fixture().ReplicasOf(scenario) != WantedAfter(scenario, changes)) others.push_back(scenario.name);
    }
    return others;
  }
};

TEST_F(EnforcedReplicasTest, AreThoseOfTheRealController) {
  Add({"resources.yaml", "readiness.yaml", "custom.yaml", "several.yaml", "limits.yaml", "changes.yaml", "targets.yaml",
       "lies.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  Expect();
  StartSidecar({"--sync-period=2s", "--mode=enforce", kWindowFlag});
  for (size_t changes = 0; !HasFailure(); ++changes) {
    WaitForReplicas();
    CheckStatuses();
    if (changes == MostChanges()) break;
    Change(changes + 1);
  }
  for (const Expectation& expectation : expectations()) {
    for (const std::string& event : expectation.events()) {
      if (!absl::StrContains(event, "SuccessfulRescale")) continue;
      EXPECT_THAT(fixture().EventsOf(expectation.scenario()), Contains(event)) << expectation.scenario().name;
    }
  }
  const std::string ours = "patch /apis?/.*/(scale|status)|.* /apis/coordination.k8s.io/.*";
  EXPECT_THAT(WritesOfSidecar(), AllOf(Not(IsEmpty()), Each(MatchesRegex(ours))));
}

TEST_F(EnforcedReplicasTest, ScaleToZeroAndComeBack) {
  Add({"settings.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  Expect(OtherOptions());
  Flags flags = OtherSettings();
  flags.insert(flags.end(), {"--sync-period=1s", "--mode=enforce"});
  StartSidecar(flags);
  for (size_t changes = 0; !HasFailure(); ++changes) {
    WaitForReplicas();
    CheckStatuses();
    if (changes == MostChanges()) break;
    Change(changes + 1);
  }
}

TEST_F(EnforcedReplicasTest, HangingMetricsApiHoldsOnlyItsOwnAutoscaler) {
  Add({"hangs.yaml"});
  ASSERT_FALSE(HasFatalFailure());
  StartSidecar({"--sync-period=1s", "--mode=enforce"});
  WaitForRounds();
  EXPECT_THAT(DifferentFromTable(0), IsEmpty());
  Change(1);
  // The metrics API of each scenario except one hangs.
  const auto hanging = static_cast<int64_t>(scenarios().size()) - 1;
  const auto held = [&] { return sidecar().Held("METRICS_FAILED") == hanging; };
  EXPECT_TRUE(admin().RunUntil([&] { return DifferentFromTable(1).empty(); }, kTimeout));
  EXPECT_TRUE(admin().RunUntil(held, kTimeout)) << sidecar().process().standard_error();
  EXPECT_THAT(DifferentFromTable(1), IsEmpty());
  const std::vector<std::string> writes = WritesOfSidecar();
  const auto is_scale = [](const std::string& write) { return absl::EndsWith(write, "/scale"); };
  EXPECT_EQ(std::count_if(writes.begin(), writes.end(), is_scale), 1);
  Change(2);
  EXPECT_TRUE(admin().RunUntil([&] { return DifferentFromTable(2).empty(); }, kTimeout));
  EXPECT_TRUE(admin().RunUntil([&] { return sidecar().Held("METRICS_FAILED") == 0; }, kTimeout));
}

}  // namespace
}  // namespace cpsizer::e2e
