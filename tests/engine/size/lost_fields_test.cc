// Tests the rule about a configuration whose status reports lost fields.
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::kNotCancelled;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::SizeText;
using ::cpsizer::testing::Validate;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr v1::SizeHoldRule kNotHeldByLoss = v1::SIZE_HOLD_RULE_UNSPECIFIED;
constexpr v1::SizeHoldRule kHeldByLoss = v1::SIZE_HOLD_RULE_FIELDS_NOT_STORED;

v1::ClusterSizingConfiguration WithFieldsCondition(v1::ClusterSizingConfiguration config, absl::string_view type,
                                                   absl::string_view status) {
  v1::Condition& other = *config.mutable_status()->add_conditions();
  other.set_type("ClusterSizingConfigurationValid");
  other.set_status("False");
  v1::Condition& condition = *config.mutable_status()->add_conditions();
  condition.set_type(std::string(type));
  condition.set_status(std::string(status));
  condition.set_message("the configuration no longer has a fraction;\nset it");
  return config;
}

v1::ClusterSizingConfiguration WithLostFields(const std::vector<SizeText>& sizes) {
  return WithFieldsCondition(ConfigOf(sizes), "SizingFieldsStored", "False");
}

std::vector<SizeText> LossSizes() {
  return {{"small", "32Gi", "8", "", ""},
          {"cpu", "64Gi", "16", "", ""},
          {"memory", "128Gi", "8", "", ""},
          {"large", "128Gi", "32", "", ""}};
}

struct LostFieldsCase {
  absl::string_view name;
  absl::string_view memory, cpu, current;
  absl::string_view size;  // the recommended size, or the size without the hold
  v1::SizeHoldRule held_by;
};

constexpr LostFieldsCase kLostFieldsCases[] = {
    {"less memory and less CPU", "10Gi", "1", "large", "small", kHeldByLoss},
    {"the same size", "10Gi", "1", "small", "small", kNotHeldByLoss},
    {"more memory and more CPU", "30Gi", "1", "small", "cpu", kNotHeldByLoss},
    {"more memory, as much CPU", "60Gi", "1", "small", "memory", kNotHeldByLoss},
    {"more memory, less CPU", "60Gi", "1", "cpu", "memory", kHeldByLoss},
    {"as much memory, more CPU", "60Gi", "12", "memory", "large", kNotHeldByLoss},
    {"no current size", "10Gi", "1", "", "small", kNotHeldByLoss},
    {"a size of another configuration", "60Gi", "1", "gigantic", "memory", kHeldByLoss},
    {"the last size instead of one of another configuration", "60Gi", "12", "gigantic", "large", kNotHeldByLoss},
};

void ExpectLossDecision(const LostFieldsCase& c, const v1::RecommendSizeRequest& request) {
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.held_by(), c.held_by) << c.name;
  EXPECT_EQ(response.outcome() == v1::SIZE_OUTCOME_HELD, c.held_by == kHeldByLoss) << c.name;
  EXPECT_EQ(c.held_by == kHeldByLoss ? response.would_recommend() : response.recommended_size(), c.size) << c.name;
  EXPECT_THAT(Lines(response.findings()), Contains("WARNING FIELDS_NOT_STORED status.conditions[1]").Times(1))
      << c.name;
}

TEST(LostFields, OnlyALargerSizeIsRecommended) {
  for (const LostFieldsCase& c : kLostFieldsCases) {
    ExpectLossDecision(c, VpaRequest(WithLostFields(LossSizes()), c.memory, c.cpu, c.current));
    v1::RecommendSizeRequest demand = DemandRequest(WithLostFields(LossSizes()), c.memory, c.cpu);
    demand.set_current_size(std::string(c.current));
    ExpectLossDecision(c, demand);
  }
}

TEST(LostFields, BatchesNameTheRuleAndHaveTheFindingOnce) {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = WithLostFields(LossSizes());
  for (const LostFieldsCase& c : kLostFieldsCases) {
    v1::RecommendSizeRequest item = VpaRequest({}, c.memory, c.cpu, c.current);
    item.clear_cluster_sizing_configuration();
    *batch.add_items() = item;
  }
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(BatchRecommendSize(batch, kNotCancelled, response).ok());
  EXPECT_THAT(Rules(response.findings()), Contains("FIELDS_NOT_STORED").Times(1));
  for (size_t i = 0; i < std::size(kLostFieldsCases); ++i) {
    EXPECT_EQ(response.results(static_cast<int>(i)).response().held_by(), kLostFieldsCases[i].held_by)
        << kLostFieldsCases[i].name;
  }
}

TEST(LostFields, OtherConditionsHoldNothing) {
  for (const auto& [type, status] :
       {std::make_pair("SizingFieldsStored", "True"), std::make_pair("SizingFieldsStored", "Unknown"),
        std::make_pair("Other", "False")}) {
    const v1::RecommendSizeResponse response =
        Recommend(VpaRequest(WithFieldsCondition(ConfigOf(LossSizes()), type, status), "10Gi", "1", "large"));
    EXPECT_EQ(response.recommended_size(), "small") << type << status;
    EXPECT_THAT(Rules(response.findings()), Not(Contains("FIELDS_NOT_STORED")));
  }
}

TEST(LostFields, WithoutHoldsTheSizeOfTheConfigurationIsReturnedWithTheWarning) {
  v1::RecommendSizeRequest request = VpaRequest(WithLostFields(LossSizes()), "10Gi", "1", "large");
  request.mutable_options()->set_holds(v1::SIZE_HOLD_MODE_OFF);
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.recommended_size(), "small");
  EXPECT_EQ(response.held_by(), kNotHeldByLoss);
  EXPECT_THAT(Rules(response.findings()), Contains("FIELDS_NOT_STORED"));
}

TEST(LostFields, AnotherRuleComesFirst) {
  const v1::RecommendSizeResponse response =
      Recommend(VpaRequest(WithLostFields(LossSizes()), "262144000", "1", "large"));
  EXPECT_EQ(response.held_by(), v1::SIZE_HOLD_RULE_VPA_AT_FLOOR);
}

TEST(LostFields, ValidationHasTheMessageOfTheCondition) {
  const v1::ValidateConfigResponse response = Validate(WithLostFields(LossSizes()));
  EXPECT_TRUE(response.valid());
  std::vector<std::string> messages;
  for (const v1::Finding& finding : response.findings()) {
    if (finding.rule() == "FIELDS_NOT_STORED") messages.push_back(finding.message());
  }
  const std::string message =
      "no cluster gets a smaller size, because the condition SizingFieldsStored is False: the configuration no longer "
      "has a fraction;\\nset it";
  EXPECT_THAT(messages, ElementsAre(message));
  v1::ClusterSizingConfiguration long_message = WithLostFields(LossSizes());
  long_message.mutable_status()->mutable_conditions(1)->set_message(std::string(100'000, 'x'));
  const v1::ValidateConfigResponse cut = Validate(long_message);
  for (const v1::Finding& finding : cut.findings()) {
    EXPECT_LT(finding.message().size(), 2'000);
  }
}

TEST(LostFields, TheSummaryNamesTheRuleAndTheSizes) {
  EXPECT_EQ(Recommend(VpaRequest(WithLostFields(LossSizes()), "10Gi", "1", "large")).summary(),
            "held: the configuration has lost capacities or fractions, and the size would change to small "
            "(FIELDS_NOT_STORED); without the hold it would be small; the cluster stays large");
}

}  // namespace
}  // namespace cpsizer
