#include "client/sidecar/size/plan_condition.h"

#include "client/objects/hypershift.h"
#include "client/sidecar/control/field_manager.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

const absl::Time kPlanConditionNow = absl::FromUnixSeconds(1'800'000'000);
constexpr char kNowText[] = "2027-01-15T08:00:00Z";

v1::Condition Verdict(const std::string& status) {
  v1::Condition condition;
  condition.set_type(objects::kConfigurationCondition);
  condition.set_status(status);
  condition.set_reason("AsExpected");
  condition.set_message("fine");
  condition.set_observed_generation(3);
  return condition;
}

Configuration With(const v1::Condition& condition, std::vector<ConditionOwner> owners) {
  Configuration configuration;
  configuration.condition = condition;
  configuration.condition_owners = std::move(owners);
  return configuration;
}

const ConditionOwner kUs = {std::string(kFieldManager), /*applied=*/true, /*whole=*/true};
const ConditionOwner kOperator = {"hypershift-operator", /*applied=*/true, /*whole=*/true};

TEST(PlanConditionTest, WritesTheFirstOneWithTheTimeOfNow) {
  const absl::optional<v1::Condition> plan = PlanCondition(Configuration(), Verdict("True"), kPlanConditionNow);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->status(), "True");
  EXPECT_EQ(plan->last_transition_time(), kNowText);
}

TEST(PlanConditionTest, WritesNothingIfTheConditionIsTheSame) {
  v1::Condition current = Verdict("True");
  current.set_last_transition_time("2026-01-01T00:00:00Z");
  EXPECT_FALSE(PlanCondition(With(current, {kUs}), Verdict("True"), kPlanConditionNow).has_value());
}

TEST(PlanConditionTest, KeepsTheTimeWhereTheStatusStays) {
  v1::Condition current = Verdict("True");
  current.set_last_transition_time("2026-01-01T00:00:00Z");
  current.set_observed_generation(2);
  EXPECT_EQ(PlanCondition(With(current, {kUs}), Verdict("True"), kPlanConditionNow)->last_transition_time(),
            "2026-01-01T00:00:00Z");
  EXPECT_EQ(PlanCondition(With(current, {kUs}), Verdict("False"), kPlanConditionNow)->last_transition_time(), kNowText);
}

TEST(PlanConditionTest, WritesNothingWhileAnotherManagerOwnsIt) {
  EXPECT_FALSE(PlanCondition(With(Verdict("True"), {kOperator}), Verdict("False"), kPlanConditionNow).has_value());
  EXPECT_FALSE(PlanCondition(With(Verdict("True"), {kOperator}), Verdict("True"), kPlanConditionNow).has_value());
}

TEST(PlanConditionTest, TheSameNameWithAnotherOperationIsAnotherManager) {
  EXPECT_TRUE(IsForeign(With(Verdict("True"), {{std::string(kFieldManager), false}})));
  EXPECT_FALSE(IsForeign(With(Verdict("True"), {kUs})));
}

TEST(PlanConditionTest, WritesNothingIfAnotherManagerUpdatedAValue) {
  const ConditionOwner updater = {"hypershift-operator", /*applied=*/false, /*whole=*/false};
  EXPECT_FALSE(PlanCondition(With(Verdict("True"), {kUs, updater}), Verdict("False"), kPlanConditionNow).has_value());
}

TEST(PlanConditionTest, ReleasesASharedCondition) {
  const absl::optional<v1::Condition> plan =
      PlanCondition(With(Verdict("True"), {kUs, kOperator}), Verdict("True"), kPlanConditionNow);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->type(), "");
}

// Returns the status of the planned condition about fields; empty if none is planned.
std::string PlannedFields(const Configuration& configuration, absl::string_view lost_fields) {
  const auto plan = PlanFieldsCondition(configuration, lost_fields, kPlanConditionNow);
  return plan.has_value() ? plan->status() : "";
}

v1::Condition Fields(const std::string& status, const std::string& message) {
  v1::Condition condition;
  condition.set_type(objects::kStoredFieldsCondition);
  condition.set_status(status);
  condition.set_reason(status == "True" ? "FieldsStored" : "FieldsNotStored");
  condition.set_message(message);
  return condition;
}

TEST(PlanFieldsConditionTest, IsOnlyWrittenAfterALoss) {
  Configuration ours = With(Verdict("True"), {kUs});
  EXPECT_EQ(PlannedFields(ours, ""), "");
  EXPECT_EQ(PlannedFields(ours, "lost"), "False");
  ours.fields_condition = Fields("False", "lost");
  ours.fields_condition_owners = {{"cpsizer-sidecar-stored-fields", /*applied=*/true, /*whole=*/true}};
  EXPECT_EQ(PlannedFields(ours, "lost"), "");
  EXPECT_EQ(PlannedFields(ours, "more is lost"), "False");
  EXPECT_EQ(PlannedFields(ours, ""), "True");
}

TEST(PlanFieldsConditionTest, DoesNotDependOnTheOwnersOfTheOtherCondition) {
  const ConditionOwner updater = {"hypershift-operator", /*applied=*/false, /*whole=*/false};
  for (const std::vector<ConditionOwner>& owners : {std::vector{kOperator}, {kUs, kOperator}, {kUs, updater}}) {
    EXPECT_EQ(PlannedFields(With(Verdict("True"), owners), "lost"), "False");
  }
  Configuration theirs;
  theirs.fields_condition = Fields("True", "theirs");
  theirs.fields_condition_owners = {kOperator};
  EXPECT_EQ(PlannedFields(theirs, "lost"), "");
}

}  // namespace
}  // namespace cpsizer::sidecar
