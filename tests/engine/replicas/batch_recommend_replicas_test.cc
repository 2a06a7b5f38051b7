// Tests batches of requests about replicas: each item has the result of a single call, an item inherits the options of
// the batch, and some limits apply to all items together.
#include <cstdint>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddRecommendation;
using ::cpsizer::testing::AddUpEvent;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::At;
using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::ReplicasRequest;
using ::testing::HasSubstr;

constexpr auto kNeverCancelled = [] { return false; };

v1::BatchRecommendReplicasResponse DecideBatch(const v1::BatchRecommendReplicasRequest& request) {
  v1::BatchRecommendReplicasResponse response;
  const absl::Status status = BatchRecommendReplicas(request, kNeverCancelled, response);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(response.results_size(), request.items_size());
  return response;
}

absl::Status ErrorOf(const v1::BatchRecommendReplicasRequest& request) {
  v1::BatchRecommendReplicasResponse response;
  return BatchRecommendReplicas(request, kNeverCancelled, response);
}

// Sends `request` in a single call. Returns the response in the form of an item result.
v1::BatchRecommendReplicasResult Single(const v1::RecommendReplicasRequest& request) {
  v1::BatchRecommendReplicasResult result;
  const absl::Status status = RecommendReplicas(request, *result.mutable_response());
  if (!status.ok()) SetRpcStatus(status, *result.mutable_error());
  return result;
}

// Returns a random request, which may be invalid.
v1::RecommendReplicasRequest RandomItem(std::mt19937& engine) {
  const auto between = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine); };
  v1::RecommendReplicasRequest request = ReplicasRequest(between(-1, 20), between(0, 5), between(0, 30));
  request.mutable_horizontal_pod_autoscaler()->mutable_metadata()->set_generation(between(0, 5));
  const char* const usages[] = {"900m", "100m", "-", "1", "x"};
  std::vector<absl::string_view> pods;
  for (int i = between(0, 6); i > 0; --i) pods.emplace_back(usages[between(0, between(0, 9) == 0 ? 4 : 3)]);
  if (!pods.empty()) AddUtilization(request, "cpu", between(1, 99));
  AddCpuPods(request, pods);
  if (between(0, 3) == 0) AddExternal(request, "AverageValue", "10", {absl::StrCat(between(0, 400))});
  for (int i = between(0, 3); i > 0; --i) AddRecommendation(request, between(0, 30), -between(0, 400));
  if (between(0, 9) == 0) AddUpEvent(request, between(0, 3), -between(0, 400));
  if (between(0, 9) == 0) request.clear_target();
  if (between(0, 9) == 0) request.clear_horizontal_pod_autoscaler();
  if (between(0, 9) == 0) request.set_scale_error("gone");
  if (between(0, 4) == 0) request.mutable_options()->set_tolerance(between(0, 4) == 0 ? "wide" : "0.5");
  if (between(0, 9) == 0) request.mutable_options()->set_detail(static_cast<v1::Detail>(between(0, 3)));
  return request;
}

TEST(BatchRecommendReplicas, AnswersRandomItemsAsSingleCallsDo) {
  std::mt19937 engine(20'260'104);
  v1::BatchRecommendReplicasRequest batch;
  for (int i = 0; i < 1'000; ++i) *batch.add_items() = RandomItem(engine);
  batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  const v1::BatchRecommendReplicasResponse response = DecideBatch(batch);
  int refused = 0;
  for (int i = 0; i < batch.items_size(); ++i) {
    const v1::BatchRecommendReplicasResult single = Single(batch.items(i));
    refused += single.has_error() ? 1 : 0;
    ASSERT_EQ(response.results(i).SerializeAsString(), single.SerializeAsString()) << batch.items(i).DebugString();
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 700);
}

TEST(BatchRecommendReplicas, ABadItemFailsAloneAndResultsAreInOrder) {
  v1::BatchRecommendReplicasRequest batch;
  *batch.add_items() = Desiring(3, 5);
  batch.add_items();
  *batch.add_items() = Desiring(4, 7);
  const v1::BatchRecommendReplicasResponse response = DecideBatch(batch);
  EXPECT_EQ(response.results(0).response().desired_replicas(), 5);
  EXPECT_EQ(response.results(1).error().code(), static_cast<int>(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(response.results(1).error().message(), HasSubstr("FIELD_MISSING"));
  EXPECT_EQ(response.results(2).response().desired_replicas(), 7);
}

TEST(BatchRecommendReplicas, IsBriefUnlessTheBatchOrTheItemRequestsMore) {
  v1::BatchRecommendReplicasRequest batch;
  *batch.add_items() = Desiring(3, 5);
  *batch.add_items() = Desiring(3, 5);
  batch.mutable_items(1)->mutable_options()->set_detail(v1::DETAIL_FULL);
  EXPECT_EQ(DecideBatch(batch).results(0).response().summary(), "");
  EXPECT_NE(DecideBatch(batch).results(1).response().summary(), "");
  batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  batch.mutable_items(1)->mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_NE(DecideBatch(batch).results(0).response().summary(), "");
  EXPECT_EQ(DecideBatch(batch).results(1).response().summary(), "");
}

// An option of an item replaces only the same option of the batch.
TEST(BatchRecommendReplicas, OptionsAreMergedFieldByField) {
  const auto shared = [](v1::RecommendReplicasOptions& options) {
    options.set_downscale_stabilization("1m");
    options.set_tolerance("0.2");
    options.set_cpu_initialization_period("1m");
    options.set_initial_readiness_delay("10s");
    options.set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
    options.set_scale_to_zero(true);
    options.set_configurable_tolerance(false);
    options.set_pod_level_resources(false);
    options.set_kubernetes_version("v1.36.3");
    options.set_detail(v1::DETAIL_FULL);
  };
  // A field with presence in an item replaces the field of the batch even if its value is the default of its type.
  const std::function<void(v1::RecommendReplicasOptions&)> changes[] = {
      [](v1::RecommendReplicasOptions&) {},
      [](v1::RecommendReplicasOptions& options) { options.set_downscale_stabilization(""); },
      [](v1::RecommendReplicasOptions& options) { options.set_tolerance("0"); },
      [](v1::RecommendReplicasOptions& options) { options.set_cpu_initialization_period("0s"); },
      [](v1::RecommendReplicasOptions& options) { options.set_initial_readiness_delay("bad"); },
      [](v1::RecommendReplicasOptions& options) {
        options.set_zero_replicas_rule(v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION);
      },
      [](v1::RecommendReplicasOptions& options) { options.set_scale_to_zero(false); },
      [](v1::RecommendReplicasOptions& options) { options.set_configurable_tolerance(true); },
      [](v1::RecommendReplicasOptions& options) { options.set_pod_level_resources(true); },
      [](v1::RecommendReplicasOptions& options) { options.set_kubernetes_version("v1.37.2"); },
      [](v1::RecommendReplicasOptions& options) { options.set_kubernetes_version(""); },
      [](v1::RecommendReplicasOptions& options) { options.set_detail(v1::DETAIL_BRIEF); },
      [](v1::RecommendReplicasOptions& options) { options.set_detail(static_cast<v1::Detail>(77)); },
  };
  v1::RecommendReplicasRequest replicas_request = ReplicasRequest(0, 0, 20);
  AddExternal(replicas_request, "AverageValue", "10", {"57"});
  v1::BatchRecommendReplicasRequest batch;
  shared(*batch.mutable_options());
  for (const auto& change : changes) {
    v1::RecommendReplicasRequest& item = *batch.add_items();
    item = replicas_request;
    change(*item.mutable_options());
  }
  *batch.add_items() = replicas_request;
  const v1::BatchRecommendReplicasResponse response = DecideBatch(batch);
  for (int i = 0; i < batch.items_size(); ++i) {
    v1::RecommendReplicasRequest single = replicas_request;
    shared(*single.mutable_options());
    if (static_cast<size_t>(i) < std::size(changes)) changes[i](*single.mutable_options());
    EXPECT_EQ(response.results(i).SerializeAsString(), Single(single).SerializeAsString()) << i;
  }
}

TEST(BatchRecommendReplicas, TheTimeOfTheBatchCountsWhereAnItemHasNone) {
  v1::BatchRecommendReplicasRequest batch;
  for (int i = 0; i < 2; ++i) *batch.add_items() = Desiring(3, 5);
  batch.mutable_items(1)->clear_now();
  EXPECT_THAT(DecideBatch(batch).results(1).error().message(), HasSubstr("FIELD_MISSING"));
  batch.set_now(At(60));
  const v1::BatchRecommendReplicasResponse response = DecideBatch(batch);
  v1::RecommendReplicasRequest later = batch.items(1);
  later.set_now(At(60));
  later.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_EQ(response.results(1).SerializeAsString(), Single(later).SerializeAsString());
  EXPECT_NE(response.results(0).response().status().last_scale_time(),
            response.results(1).response().status().last_scale_time());
  batch.set_now("noon");
  EXPECT_THAT(DecideBatch(batch).results(1).error().message(), HasSubstr("TIME_MALFORMED"));
  EXPECT_TRUE(DecideBatch(batch).results(0).has_response());
}

TEST(BatchRecommendReplicas, EndsOnceItIsCancelled) {
  v1::BatchRecommendReplicasRequest batch;
  for (int i = 0; i < 5; ++i) *batch.add_items() = Desiring(3, 5);
  int checks = 0;
  v1::BatchRecommendReplicasResponse response;
  const absl::Status status = BatchRecommendReplicas(
      batch, [&] { return ++checks == 3; }, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(response.results_size(), 2) << "it is asked before each item";
}

TEST(BatchRecommendReplicas, AcceptsTenThousandItemsAndRefusesOneMore) {
  v1::BatchRecommendReplicasRequest batch;
  for (int i = 0; i < kMaxReplicasBatchItems; ++i) batch.add_items();
  EXPECT_EQ(DecideBatch(batch).results_size(), kMaxReplicasBatchItems);
  batch.add_items();
  const absl::Status status = ErrorOf(batch);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED");
  EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "items");
}

TEST(BatchRecommendReplicas, BoundsWhatAllItemsHaveTogether) {
  using Add = std::function<void(v1::RecommendReplicasRequest&, int64_t)>;
  struct Case {
    const char* what;
    int64_t limit;
    Add add;  // adds this number of entries
  };
  const Case cases[] = {
      {" pods,", kMaxPods,
       [](v1::RecommendReplicasRequest& item, int64_t count) {
         while (count-- > 0) item.add_pods();
       }},
      {" samples,", kMaxSamples,
       [](v1::RecommendReplicasRequest& item, int64_t count) {
         v1::ReplicasReading& reading = *item.add_readings();
         for (; count > 0; --count) count % 2 == 0 ? void(reading.add_external_values()) : void(reading.add_values());
       }},
      {" containers of pods,", kMaxPodContainers,
       [](v1::RecommendReplicasRequest& item, int64_t count) {
         v1::PodSpec& pod = *item.add_pods()->mutable_spec();
         for (; count > 0; --count) count % 2 == 0 ? pod.add_init_containers() : pod.add_containers();
       }},
      {" containers of pod metrics,", kMaxPodContainers,
       [](v1::RecommendReplicasRequest& item, int64_t count) {
         v1::PodMetrics& metrics = *item.add_pod_metrics();
         while (count-- > 0) metrics.add_containers();
       }},
      {" entries of history,", kMaxBatchHistoryEntries,
       [](v1::RecommendReplicasRequest& item, int64_t count) {
         v1::ReplicasHistory& history = *item.mutable_history();
         for (; count > 0; --count) {
           if (count % 3 == 0) history.add_scale_up_events();
           if (count % 3 == 1) history.add_recommendations();
           if (count % 3 == 2) history.add_scale_down_events();
         }
       }},
  };
  for (const Case& c : cases) {
    v1::BatchRecommendReplicasRequest batch;
    c.add(*batch.add_items(), c.limit / 2);
    c.add(*batch.add_items(), c.limit - c.limit / 2);
    EXPECT_EQ(ErrorOf(batch), absl::OkStatus()) << c.what;
    c.add(*batch.add_items(), 1);
    const absl::Status status = ErrorOf(batch);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED") << c.what;
    EXPECT_THAT(std::string(status.message()), HasSubstr(absl::StrCat("there are ", c.limit + 1, c.what)));
  }
}

}  // namespace
}  // namespace cpsizer
