#include "client/cli/size/fleet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;

struct FleetCase {
  absl::string_view name;
  std::vector<size_t> item_bytes;
  size_t shared_bytes;
  int rows;
  size_t items;
};

TEST(ItemsOfNextCallTest, KeepsWithinEveryLimit) {
  const size_t kLimit = kMaxBatchRequestBytes;
  const FleetCase kCases[] = {
      {"all of a few", {100, 100, 100}, 1000, 3, 3},
      {"exactly the bytes", {kLimit - 1006, 100}, 1000, 3, 1},
      {"one byte too many for the second", {kLimit - 1112, 101}, 1000, 3, 1},
      {"just enough for the second", {kLimit - 1112, 100}, 1000, 3, 2},
      {"an item that fits nowhere is sent alone, and the service refuses it", {kLimit, 1}, 1000, 3, 1},
      {"rows", std::vector<size_t>(1000, 10), 1000, 1000, 100},
      {"more rows than one call takes", std::vector<size_t>(2, 10), 1000, 2'000'000, 1},
      {"no sizes at all", std::vector<size_t>(1000, 10), 1000, 0, 1000},
      {"items", std::vector<size_t>(200'000, 10), 1000, 1, kMaxBatchItems},
  };
  for (const FleetCase& test : kCases) {
    EXPECT_EQ(ItemsOfNextCall(test.item_bytes, test.shared_bytes, test.rows), test.items) << test.name;
  }
}

// A fake service. The summary of each result is the name of the cluster in the item. Counts the items of each call.
class EchoService : public SizingService {
 public:
  // Throws an exception if the request is not a batch.
  void Send(const Message& message, bool, Message& answer, OnEnd end) override {
    const auto& request = dynamic_cast<const v1::BatchRecommendSizeRequest&>(message);
    auto& response = dynamic_cast<v1::BatchRecommendSizeResponse&>(answer);
    EXPECT_EQ(request.options().detail(), v1::DETAIL_FULL);
    calls.push_back(request.items_size());
    if (static_cast<int>(calls.size()) == failing_call) return end(absl::UnavailableError("gone"));
    for (const v1::RecommendSizeRequest& item : request.items()) {
      EXPECT_TRUE(item.has_vpa_status());
      EXPECT_FALSE(item.has_cluster_sizing_configuration());
      response.add_results()->mutable_response()->set_summary(item.cluster().name());
    }
    if (loses_one) response.mutable_results()->RemoveLast();
    end(absl::OkStatus());
  }

  std::vector<int> calls;
  int failing_call = 0;
  bool loses_one = false;
};

class DecideFleetTest : public ::testing::Test {
 protected:
  // Three calls are required for this number of clusters.
  DecideFleetTest() : clusters_(250) {
    for (size_t i = 0; i < clusters_.size(); ++i) clusters_[i].name = absl::StrCat("c", i);
    for (int i = 0; i < 1000; ++i) found_.config.mutable_spec()->add_sizes();
  }

  absl::StatusOr<FleetResponse> Decide() {
    return DecideFleet({{found_, {}}, {}, clusters_, absl::UnixEpoch()}, client_,
                       [this](size_t done) { progress_.push_back(done); });
  }

  std::vector<objects::HostedCluster> clusters_;
  objects::FoundConfiguration found_;
  EchoService* service_ = nullptr;
  BlockingService client_{[this](const Executor&) {
    auto service = std::make_unique<EchoService>();
    service_ = service.get();
    return service;
  }};
  std::vector<size_t> progress_;
};

TEST_F(DecideFleetTest, SplitsRequestsAndKeepsTheOrder) {
  const absl::StatusOr<FleetResponse> answer = Decide();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(service_->calls, ElementsAre(100, 100, 50));
  EXPECT_THAT(progress_, ElementsAre(100, 200, 250));
  ASSERT_EQ(answer->results.size(), clusters_.size());
  for (size_t i = 0; i < clusters_.size(); ++i) EXPECT_EQ(answer->results[i].response().summary(), clusters_[i].name);
}

TEST_F(DecideFleetTest, SendsNoClusterWhoseVpaCannotBeUsed) {
  for (const size_t i : {0, 120, 249}) clusters_[i].vpa_problem = {"VPA_UNREADABLE", "its VPA cannot be used"};
  const absl::StatusOr<FleetResponse> answer = Decide();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(service_->calls, ElementsAre(100, 100, 47));
  for (size_t i = 0; i < clusters_.size(); ++i) {
    const v1::BatchRecommendSizeResult& result = answer->results[i];
    EXPECT_EQ(result.has_error(), clusters_[i].vpa_problem.has_value()) << i;
    if (result.has_error()) continue;
    EXPECT_EQ(result.response().summary(), clusters_[i].name);
  }
  EXPECT_EQ(answer->results[120].error().message(), "its VPA cannot be used");
}

TEST_F(DecideFleetTest, FailsWithTheFirstCallThatFails) {
  service_->failing_call = 2;
  EXPECT_EQ(Decide().status(), absl::UnavailableError("gone"));
  EXPECT_EQ(service_->calls.size(), 2);
}

TEST_F(DecideFleetTest, RefusesAResponseOfTheWrongLength) {
  service_->loses_one = true;
  EXPECT_EQ(Decide().status(), absl::InternalError("the response has 99 results for 100 clusters"));
}

TEST(RequestForTest, AClusterWithoutAVpaIsSentWithAnEmptyStatus) {
  objects::HostedCluster cluster;
  cluster.namespace_name = "a";
  cluster.name = "b";
  cluster.current_size = "small";
  const v1::RecommendSizeRequest request = RequestFor(cluster);
  EXPECT_TRUE(request.has_vpa_status());
  EXPECT_EQ(request.vpa_status().ByteSizeLong(), 0);
  EXPECT_FALSE(request.has_vpa_resource_policy());
  EXPECT_EQ(request.current_size(), "small");
  EXPECT_EQ(absl::StrCat(request.cluster().namespace_(), "/", request.cluster().name()), ClusterName(cluster));
}

TEST(RequestForTest, TheResourcePolicyOfTheVpaIsSent) {
  objects::HostedCluster cluster;
  cluster.vpa_resource_policy.emplace().add_container_policies()->set_container_name("*");
  EXPECT_EQ(RequestFor(cluster).vpa_resource_policy().container_policies(0).container_name(), "*");
}

}  // namespace
}  // namespace cpsizer::cli
