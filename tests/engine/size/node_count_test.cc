#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/size_batch.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Recommend;
using ::testing::Contains;
using ::testing::IsEmpty;

struct Range {
  int from;
  absl::optional<int> to;
};

// Returns a request without a demand. The sizes have the names a, b, c and so on, and no capacities.
v1::RecommendSizeRequest Request(const std::vector<Range>& ranges, int64_t nodes) {
  v1::RecommendSizeRequest request;
  request.set_node_count(nodes);
  for (size_t i = 0; i < ranges.size(); ++i) {
    v1::SizeConfiguration& size = *request.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes();
    size.set_name(std::string(1, static_cast<char>('a' + i)));
    size.mutable_criteria()->set_from(ranges[i].from);
    if (ranges[i].to.has_value()) size.mutable_criteria()->set_to(*ranges[i].to);
  }
  return request;
}

constexpr absl::nullopt_t kNoEnd = absl::nullopt;

TEST(NodeCount, TheLastSizeWithTheNumberOfNodesIsChosen) {
  struct Case {
    const char* name;
    std::vector<Range> ranges;
    // The size for each number of nodes.
    std::vector<std::pair<int64_t, std::string>> sizes;
  };
  const Case cases[] = {
      {"one size", {{0, kNoEnd}}, {{0, "a"}, {1'000'000'000'000, "a"}}},
      {"three sizes",
       {{0, 10}, {11, 100}, {101, kNoEnd}},
       {{0, "a"}, {10, "a"}, {11, "b"}, {100, "b"}, {101, "c"}, {2'147'483'648, "c"}}},
      {"in another order", {{101, kNoEnd}, {11, 100}, {0, 10}}, {{0, "c"}, {10, "c"}, {11, "b"}, {101, "a"}}},
      {"a gap", {{0, 10}, {20, kNoEnd}}, {{10, "a"}, {11, ""}, {19, ""}, {20, "b"}}},
      {"an overlap", {{0, 10}, {5, 20}, {8, kNoEnd}}, {{4, "a"}, {5, "b"}, {7, "b"}, {8, "c"}, {10, "c"}}},
      {"the same range twice", {{0, kNoEnd}, {0, kNoEnd}}, {{7, "b"}}},
      {"nothing from zero", {{1, kNoEnd}}, {{0, ""}, {1, "a"}}},
      {"a bounded end", {{0, 10}}, {{10, "a"}, {11, ""}}},
      {"from above to", {{0, kNoEnd}, {12, 11}}, {{11, "a"}, {12, "a"}}},
      {"one count", {{0, 0}, {1, 1}, {2, kNoEnd}}, {{0, "a"}, {1, "b"}, {2, "c"}}},
  };
  for (const Case& c : cases) {
    for (const auto& [nodes, size] : c.sizes) {
      const v1::RecommendSizeResponse response = Recommend(Request(c.ranges, nodes));
      EXPECT_EQ(response.by_node_count().size(), size) << c.name << ", " << nodes << " nodes";
    }
  }
}

TEST(NodeCount, SaysWhy) {
  const std::vector<Range> ranges = {{0, 1}, {3, 10}, {11, kNoEnd}};
  const auto summary = [&](int64_t nodes) { return Recommend(Request(ranges, nodes)).by_node_count().summary(); };
  EXPECT_EQ(summary(1), "a: the cluster has 1 node, and this size is for 0 to 1");
  EXPECT_EQ(summary(5), "b: the cluster has 5 nodes, and this size is for 3 to 10");
  EXPECT_EQ(summary(11), "c: the cluster has 11 nodes, and this size is for 11 and more");
  EXPECT_EQ(summary(2), "no size is for 2 nodes, so the cluster keeps the size that it has");
}

TEST(NodeCount, ADemandIsNotRequired) {
  const v1::RecommendSizeResponse response = Recommend(Request({{0, kNoEnd}}, 3));
  EXPECT_EQ(response.outcome(), v1::SIZE_OUTCOME_NO_RECOMMENDATION);
  EXPECT_EQ(response.no_recommendation_reason(), v1::SIZE_NO_RECOMMENDATION_REASON_DEMAND_MISSING);
  EXPECT_EQ(response.recommended_size(), "") << "a caller that writes the recommended size must write nothing";
  EXPECT_EQ(response.summary(), "no recommendation: the request has no demand; the cluster stays as it is");
}

TEST(NodeCount, DoesNotChangeTheDecisionByResources) {
  v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "20Gi", "2");
  const v1::RecommendSizeResponse without = Recommend(request);
  EXPECT_FALSE(without.has_by_node_count());
  request.set_node_count(0);
  v1::RecommendSizeResponse with = Recommend(request);
  EXPECT_EQ(with.by_node_count().size(), "small");
  with.clear_by_node_count();
  EXPECT_EQ(with.SerializeAsString(), without.SerializeAsString());
}

TEST(NodeCount, MustNotBeNegative) {
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(Request({{0, kNoEnd}}, -1), response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Lines(response.findings()), Contains("ERROR VALUE_NEGATIVE nodeCount"));
}

TEST(NodeCount, IsInABriefAnswerWithoutItsSummary) {
  v1::BatchRecommendSizeRequest batch;
  v1::RecommendSizeRequest item = Request({{0, 10}, {11, kNoEnd}}, 12);
  batch.mutable_cluster_sizing_configuration()->Swap(item.mutable_cluster_sizing_configuration());
  item.clear_cluster_sizing_configuration();
  *batch.add_items() = item;
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(BatchRecommendSize(batch, testing::kNotCancelled, response).ok());
  const v1::RecommendSizeResponse& answer = response.results(0).response();
  EXPECT_EQ(answer.by_node_count().size(), "b");
  EXPECT_THAT(answer.by_node_count().summary(), IsEmpty());
}

}  // namespace
}  // namespace cpsizer
