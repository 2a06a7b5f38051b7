#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Validate;
using ::testing::ElementsAre;

struct Interval {
  int from;
  absl::optional<int> to;
};

struct ValidateCriteriaCase {
  absl::string_view name;
  std::vector<Interval> intervals;
  std::vector<std::string> lines;
};

// The sizes in these tests have node counts but no capacities.
constexpr char kNoCapacityNote[] = "NOTE NO_CAPACITY spec.sizes";

constexpr absl::nullopt_t kNoEnd = absl::nullopt;

v1::ClusterSizingConfiguration ConfigWith(const std::vector<Interval>& intervals) {
  const char* names[] = {"a", "b", "c", "d"};
  v1::ClusterSizingConfiguration config;
  for (size_t i = 0; i < intervals.size(); ++i) {
    v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
    size.set_name(names[i]);
    size.mutable_criteria()->set_from(intervals[i].from);
    if (intervals[i].to.has_value()) size.mutable_criteria()->set_to(*intervals[i].to);
  }
  return config;
}

TEST(Criteria, MustCoverEveryNodeCountOnce) {
  const ValidateCriteriaCase cases[] = {
      {"one size for all", {{0, kNoEnd}}, {}},
      {"gapless", {{0, 10}, {11, 100}, {101, kNoEnd}}, {}},
      {"gapless in another order", {{101, kNoEnd}, {0, 10}, {11, 100}}, {}},
      {"a size of one count", {{0, 0}, {1, 1}, {2, kNoEnd}}, {}},
      {"absurd start", {{0, 999998}, {999999, kNoEnd}}, {}},
      {"from above to",
       {{0, 10}, {12, 11}, {11, kNoEnd}},
       {"ERROR CRITERIA_FROM_ABOVE_TO spec.sizes[1].criteria.from"}},
      {"from equals to", {{0, 10}, {11, 11}, {12, kNoEnd}}, {}},
      {"nothing from zero", {{1, 10}, {11, kNoEnd}}, {"ERROR CRITERIA_NO_SIZE_FROM_ZERO spec.sizes"}},
      {"two from zero", {{0, 10}, {0, kNoEnd}}, {"ERROR CRITERIA_SEVERAL_SIZES_FROM_ZERO spec.sizes[1].criteria.from"}},
      {"nothing unbounded", {{0, 10}, {11, 20}}, {"ERROR CRITERIA_NO_UNBOUNDED_SIZE spec.sizes"}},
      {"two unbounded",
       {{0, kNoEnd}, {11, kNoEnd}},
       {"ERROR CRITERIA_SEVERAL_UNBOUNDED_SIZES spec.sizes[1].criteria.to"}},
      {"gap of one", {{0, 10}, {12, kNoEnd}}, {"ERROR CRITERIA_GAP spec.sizes[1].criteria.from"}},
      {"overlap of one", {{0, 10}, {10, kNoEnd}}, {"ERROR CRITERIA_OVERLAP spec.sizes[1].criteria.from"}},
      {"overlap past a neighbour",
       {{0, 100}, {10, 20}, {30, 40}, {101, kNoEnd}},
       {"ERROR CRITERIA_OVERLAP spec.sizes[1].criteria.from", "ERROR CRITERIA_OVERLAP spec.sizes[2].criteria.from"}},
      {"negative",
       {{0, 10}, {-1, 5}, {11, kNoEnd}},
       {"ERROR VALUE_NEGATIVE spec.sizes[1].criteria.from", "ERROR CRITERIA_OVERLAP spec.sizes[0].criteria.from"}},
  };
  for (const ValidateCriteriaCase& c : cases) {
    std::vector<std::string> lines = c.lines;
    lines.push_back(kNoCapacityNote);
    EXPECT_EQ(Lines(Validate(ConfigWith(c.intervals)).findings()), lines) << c.name;
  }
}

TEST(Criteria, GapAndOverlapNameBothSizesAndTheCounts) {
  EXPECT_EQ(Validate(ConfigWith({{0, 10}, {15, kNoEnd}})).findings(0).message(),
            "between a (0 to 10 nodes) and b (15 nodes and more) there are node counts without a size");
  EXPECT_EQ(Validate(ConfigWith({{0, 10}, {5, kNoEnd}})).findings(0).message(),
            "a is for 0 to 10 nodes and b for 5 nodes and more: they overlap");
}

TEST(Criteria, ASizeWithoutANameIsNamedByItsPlace) {
  const auto messages = [](v1::ClusterSizingConfiguration config) {
    for (v1::SizeConfiguration& size : *config.mutable_spec()->mutable_sizes()) size.clear_name();
    std::vector<std::string> found;
    const v1::ValidateConfigResponse response = Validate(config);
    for (const v1::Finding& finding : response.findings()) {
      if (finding.rule() != "SIZE_NAME_INVALID") found.push_back(finding.message());
    }
    return found;
  };
  EXPECT_THAT(messages(ConfigWith({{0, 10}, {15, kNoEnd}})),
              ElementsAre("between spec.sizes[0] (0 to 10 nodes) and spec.sizes[1] (15 nodes and more) there are node "
                          "counts without a size"));
  EXPECT_THAT(messages(ConfigWith({{0, 10}, {5, kNoEnd}})),
              ElementsAre("spec.sizes[0] is for 0 to 10 nodes and spec.sizes[1] for 5 nodes and more: they overlap"));
  EXPECT_THAT(messages(ConfigWith({{0, 10}, {0, kNoEnd}})), ElementsAre("spec.sizes[0] and spec.sizes[1] begin at 0"));
  v1::ClusterSizingConfiguration partly = ConfigWith({{0, 10}, {11, kNoEnd}});
  partly.mutable_spec()->mutable_sizes(1)->mutable_management()->set_non_request_serving_nodes_per_zone("1");
  EXPECT_THAT(messages(partly),
              ElementsAre("nonRequestServingNodesPerZone is set on spec.sizes[1] and not on spec.sizes[0]"));
}

TEST(Criteria, NodeCountsThatOrderSizesDifferentlyThanCapacitiesCauseAWarning) {
  const auto config = ConfigOf({{"large", "64Gi", "", "", ""}, {"small", "32Gi", "", "", ""}});
  const auto response = Validate(config);
  ASSERT_THAT(Lines(response.findings()),
              ElementsAre("WARNING CRITERIA_ORDER_CONTRADICTS_CAPACITY spec.sizes[0].criteria.from"));
  EXPECT_EQ(response.findings(0).message(),
            "size large comes after small by capacity, but large begins at 0 nodes and small at 10 nodes");
}

TEST(Criteria, OfTwoThatBeginTogetherTheLaterOneIsNamed) {
  const auto response = Validate(ConfigWith({{0, 4}, {5, 9}, {5, kNoEnd}}));
  EXPECT_THAT(Lines(response.findings()),
              ElementsAre("ERROR CRITERIA_OVERLAP spec.sizes[2].criteria.from", kNoCapacityNote));
}

TEST(Criteria, OfTwoThatEndTogetherTheFirstOneIsNamedInTheGap) {
  const auto response = Validate(ConfigWith({{0, 9}, {3, 9}, {20, kNoEnd}}));
  ASSERT_EQ(response.findings_size(), 3);
  EXPECT_THAT(response.findings(1).message(), ::testing::HasSubstr("a (0 to 9 nodes) and c"));
}

TEST(Criteria, OfSizesThatBeginTogetherTheLargestIsNamedInTheWarning) {
  auto config = ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "64Gi", "", "", ""}, {"c", "128Gi", "", "", ""}});
  const int from[] = {10, 10, 0};
  for (int i = 0; i < 3; ++i) config.mutable_spec()->mutable_sizes(i)->mutable_criteria()->set_from(from[i]);
  const auto response = Validate(config);
  std::string messages;
  for (const v1::Finding& finding : response.findings()) messages += finding.message() + "\n";
  EXPECT_THAT(messages, ::testing::HasSubstr("size c comes after b by capacity"));
}

}  // namespace
}  // namespace cpsizer
