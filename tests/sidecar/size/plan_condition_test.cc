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

std::vector<std::string> Planned(const Configuration& configuration, absl::string_view lost_fields) {
  const auto plan = PlanConditions(configuration, Verdict("True"), lost_fields, kPlanConditionNow);
  if (!plan.has_value()) return {"nothing"};
  std::vector<std::string> conditions;
  for (const v1::Condition& condition : *plan) conditions.push_back(condition.type() + " " + condition.status());
  return conditions;
}

v1::Condition Fields(const std::string& status, const std::string& message) {
  v1::Condition condition;
  condition.set_type(objects::kStoredFieldsCondition);
  condition.set_status(status);
  condition.set_reason(status == "True" ? "FieldsStored" : "FieldsNotStored");
  condition.set_message(message);
  return condition;
}

TEST(PlanConditionsTest, TheConditionAboutFieldsIsOnlyWrittenAfterALoss) {
  using ::testing::ElementsAre;
  constexpr char kValid[] = "ClusterSizingConfigurationValid True";
  EXPECT_THAT(Planned(Configuration(), ""), ElementsAre(kValid));
  EXPECT_THAT(Planned(Configuration(), "lost"), ElementsAre(kValid, "SizingFieldsStored False"));
  Configuration ours = With(Verdict("True"), {kUs});
  EXPECT_THAT(Planned(ours, ""), ElementsAre("nothing"));
  EXPECT_THAT(Planned(ours, "lost"), ElementsAre(kValid, "SizingFieldsStored False")) << "an apply has both";
  ours.fields_condition = Fields("False", "lost");
  ours.fields_condition_owners = {kUs};
  EXPECT_THAT(Planned(ours, "lost"), ElementsAre("nothing"));
  EXPECT_THAT(Planned(ours, "more is lost"), ElementsAre(kValid, "SizingFieldsStored False"));
  EXPECT_THAT(Planned(ours, ""), ElementsAre(kValid, "SizingFieldsStored True"));
  ours.condition.set_status("False");
  EXPECT_THAT(Planned(ours, "lost"), ElementsAre(kValid, "SizingFieldsStored False"));
}

TEST(PlanConditionsTest, TheConditionAboutFieldsDoesNotTouchThatOfAnotherManager) {
  using ::testing::ElementsAre;
  Configuration theirs = With(Verdict("False"), {kOperator});
  EXPECT_THAT(Planned(theirs, ""), ElementsAre("nothing"));
  EXPECT_THAT(Planned(theirs, "lost"), ElementsAre("SizingFieldsStored False"));
  EXPECT_THAT(Planned(With(Verdict("True"), {kUs, kOperator}), "lost"), ElementsAre("SizingFieldsStored False"))
      << "releases our share";
  const ConditionOwner updater = {"hypershift-operator", /*applied=*/false, /*whole=*/false};
  EXPECT_THAT(Planned(With(Verdict("True"), {kUs, updater}), "lost"), ElementsAre("nothing"))
      << "our share can neither be released nor written again";
  theirs.fields_condition = Fields("True", "theirs");
  theirs.fields_condition_owners = {kOperator};
  EXPECT_THAT(Planned(theirs, "lost"), ElementsAre("nothing"));
}

}  // namespace
}  // namespace cpsizer::sidecar
