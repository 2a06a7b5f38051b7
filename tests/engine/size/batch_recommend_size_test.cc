#include <string>

#include "cpsizer/limits.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/size_batch.h"
#include "cpsizer/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::kNotCancelled;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::VpaRequest;

v1::BatchRecommendSizeResponse RecommendBatch(const v1::BatchRecommendSizeRequest& request) {
  v1::BatchRecommendSizeResponse response;
  const absl::Status status = BatchRecommendSize(request, kNotCancelled, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

v1::BatchRecommendSizeRequest SharedBatch() {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = ExampleConfig();
  const auto add = [&](absl::string_view memory, absl::string_view cpu) {
    v1::RecommendSizeRequest item = VpaRequest(v1::ClusterSizingConfiguration(), memory, cpu, "medium");
    item.clear_cluster_sizing_configuration();
    *batch.add_items() = item;
  };
  add("18337983960", "1168m");
  add("72558894968", "1168m");
  add("--1", "1168m");
  add("", "");
  return batch;
}

TEST(BatchRecommendSize, AnswersEachItemInOrderAndABadOneFailsAlone) {
  const v1::BatchRecommendSizeResponse response = RecommendBatch(SharedBatch());
  ASSERT_EQ(response.results_size(), 4);
  EXPECT_EQ(response.results(0).response().recommended_size(), "small");
  EXPECT_EQ(response.results(1).response().recommended_size(), "large");
  EXPECT_EQ(response.results(2).error().code(), static_cast<int>(absl::StatusCode::kInvalidArgument));
  EXPECT_EQ(response.results(2).error().details_size(), 2);
  EXPECT_EQ(response.results(3).response().outcome(), v1::SIZE_OUTCOME_NO_RECOMMENDATION);
}

TEST(BatchRecommendSize, IsBriefByDefaultAndOtherwiseEqualsTheSingleAnswer) {
  v1::BatchRecommendSizeRequest batch = SharedBatch();
  EXPECT_EQ(RecommendBatch(batch).results(0).response().summary(), "");
  EXPECT_EQ(RecommendBatch(batch).results(0).response().sizes_size(), 0);
  batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  // The warning about the shared configuration is in each full response.
  batch.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_concurrency()->set_limit(0);
  const v1::BatchRecommendSizeResponse full = RecommendBatch(batch);
  EXPECT_EQ(full.findings_size(), 1);
  for (const int i : {0, 1, 3}) {
    v1::RecommendSizeRequest single = batch.items(i);
    *single.mutable_cluster_sizing_configuration() = batch.cluster_sizing_configuration();
    EXPECT_EQ(full.results(i).response().SerializeAsString(), Recommend(single).SerializeAsString());
  }
}

// Returns a batch with a CPU demand that overflows. With this demand, each option changes the response.
v1::BatchRecommendSizeRequest OptionsBatch(const v1::RecommendSizeOptions& of_batch,
                                           const v1::RecommendSizeOptions& of_item) {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = ExampleConfig();
  *batch.mutable_options() = of_batch;
  v1::RecommendSizeRequest& item = *batch.add_items();
  item = VpaRequest(v1::ClusterSizingConfiguration(), "1Gi", "5000", "small");
  item.clear_cluster_sizing_configuration();
  *item.mutable_options() = of_item;
  return batch;
}

v1::RecommendSizeOptions AllOptions(v1::SizeCpuPolicy policy, v1::SizeHygieneMode hygiene, v1::Detail detail) {
  v1::RecommendSizeOptions options;
  options.set_cpu_policy(policy);
  options.set_hygiene(hygiene);
  options.set_detail(detail);
  return options;
}

struct OptionsCase {
  absl::string_view name;
  v1::RecommendSizeOptions of_item;
  v1::RecommendSizeOptions together;
};

TEST(BatchRecommendSize, OptionsOfAnItemTakePrecedenceFieldByField) {
  const auto of_batch = AllOptions(v1::SIZE_CPU_POLICY_NEVER, v1::SIZE_HYGIENE_MODE_WARN, v1::DETAIL_FULL);
  const auto none = v1::RecommendSizeOptions();
  OptionsCase cases[] = {{"nothing", none, of_batch},
                         {"cpu_policy", none, of_batch},
                         {"hygiene", none, of_batch},
                         {"detail", none, of_batch},
                         {"all", none, of_batch}};
  for (const int i : {1, 4}) {
    cases[i].of_item.set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
    cases[i].together.set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
  }
  for (const int i : {2, 4}) {
    cases[i].of_item.set_hygiene(v1::SIZE_HYGIENE_MODE_ENFORCE);
    cases[i].together.set_hygiene(v1::SIZE_HYGIENE_MODE_ENFORCE);
  }
  for (const int i : {3, 4}) {
    cases[i].of_item.set_detail(v1::DETAIL_BRIEF);
    cases[i].together.set_detail(v1::DETAIL_BRIEF);
  }
  for (const OptionsCase& c : cases) {
    const v1::BatchRecommendSizeRequest batch = OptionsBatch(of_batch, c.of_item);
    v1::RecommendSizeRequest single = batch.items(0);
    *single.mutable_cluster_sizing_configuration() = batch.cluster_sizing_configuration();
    *single.mutable_options() = c.together;
    EXPECT_EQ(RecommendBatch(batch).results(0).response().SerializeAsString(), Recommend(single).SerializeAsString())
        << c.name;
  }
}

TEST(BatchRecommendSize, EachOptionOfTheBatchCountsWhereAnItemSpecifiesAnother) {
  v1::RecommendSizeOptions of_item;
  of_item.set_detail(v1::DETAIL_BRIEF);
  const auto answer = [&](v1::SizeCpuPolicy policy, v1::SizeHygieneMode hygiene) {
    return RecommendBatch(OptionsBatch(AllOptions(policy, hygiene, v1::DETAIL_FULL), of_item)).results(0).response();
  };
  EXPECT_EQ(answer(v1::SIZE_CPU_POLICY_NEVER, v1::SIZE_HYGIENE_MODE_ENFORCE).recommended_size(), "small");
  const auto held = answer(v1::SIZE_CPU_POLICY_UNSPECIFIED, v1::SIZE_HYGIENE_MODE_UNSPECIFIED);
  EXPECT_EQ(held.outcome(), v1::SIZE_OUTCOME_HELD);
  EXPECT_EQ(held.held_by(), v1::SIZE_HOLD_RULE_VPA_OVERFLOW) << "in brief too";
  EXPECT_EQ(answer(v1::SIZE_CPU_POLICY_UNSPECIFIED, v1::SIZE_HYGIENE_MODE_WARN).recommended_size(), "large");
}

TEST(BatchRecommendSize, AnItemThatBringsNoDetailCountsItsRowsAsTheBatchSays) {
  v1::BatchRecommendSizeRequest batch;
  for (int i = 0; i < 1'000; ++i) {
    v1::SizeConfiguration& size = *batch.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes();
    size.set_name("s" + std::to_string(i));
  }
  batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  // The options of each item are set, but do not contain `detail`.
  for (int i = 0; i < 1'001; ++i) batch.add_items()->mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
  v1::BatchRecommendSizeResponse response;
  EXPECT_EQ(ErrorInfoOf(BatchRecommendSize(batch, kNotCancelled, response)).reason(), "LIMIT_EXCEEDED");
  batch.mutable_items(0)->mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_EQ(RecommendBatch(batch).results_size(), 1'001);
  batch.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  for (auto& item : *batch.mutable_items()) item.mutable_options()->set_detail(v1::DETAIL_FULL);
  response.Clear();
  EXPECT_EQ(ErrorInfoOf(BatchRecommendSize(batch, kNotCancelled, response)).reason(), "LIMIT_EXCEEDED");
}

TEST(BatchRecommendSize, EachItemNamesTheSizesWithoutMemoryCapacity) {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "", "", "", ""}});
  for (int i = 0; i < 2; ++i) batch.add_items()->mutable_demand()->set_memory("1Gi");
  const v1::BatchRecommendSizeResponse response = RecommendBatch(batch);
  for (const v1::BatchRecommendSizeResult& result : response.results()) {
    google::rpc::PreconditionFailure failure;
    ASSERT_TRUE(ReadDetail(FromRpcStatus(result.error()), failure));
    ASSERT_EQ(failure.violations_size(), 1);
    EXPECT_EQ(failure.violations(0).subject(), "spec.sizes[1].capacity.memory");
  }
}

TEST(BatchRecommendSize, ItemsMayBringTheirOwnConfiguration) {
  v1::BatchRecommendSizeRequest batch;
  *batch.add_items() = DemandRequest(ExampleConfig(), "20Gi", "");
  *batch.add_items() = DemandRequest(ConfigOf({{"tiny", "0", "", "", ""}}), "20Gi", "");
  *batch.add_items() = DemandRequest(ConfigOf({{"only", "1Gi", "", "", ""}}), "20Gi", "");
  batch.add_items()->mutable_demand()->set_memory("1Gi");
  const v1::BatchRecommendSizeResponse response = RecommendBatch(batch);
  EXPECT_EQ(response.results(0).response().recommended_size(), "medium");
  EXPECT_THAT(response.results(1).error().message(), ::testing::HasSubstr("CAPACITY_NOT_POSITIVE"));
  EXPECT_EQ(response.results(2).response().outcome(), v1::SIZE_OUTCOME_BEST_EFFORT);
  EXPECT_THAT(response.results(3).error().message(), ::testing::HasSubstr("CONFIG_MISSING"));
}

TEST(BatchRecommendSize, BadSharedConfigurationFailsTheWholeBatch) {
  v1::BatchRecommendSizeRequest batch = SharedBatch();
  batch.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory("x");
  v1::BatchRecommendSizeResponse response;
  const absl::Status status = BatchRecommendSize(batch, kNotCancelled, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "QUANTITY_MALFORMED");
}

TEST(BatchRecommendSize, EndsAfterTheCallIsCancelled) {
  v1::BatchRecommendSizeRequest batch = SharedBatch();
  for (int i = 0; i < 2'500; ++i) *batch.add_items() = batch.items(0);
  int checks = 0;
  v1::BatchRecommendSizeResponse response;
  const absl::Status status = BatchRecommendSize(
      batch, [&] { return ++checks == 2; }, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(response.results_size(), 16) << "the second check comes after sixteen items";
}

// Returns the item with `index` of `batch` as a part of it.
v1::BatchRecommendSizeRequest PartOf(const v1::BatchRecommendSizeRequest& batch, int index) {
  v1::BatchRecommendSizeRequest part;
  *part.add_items() = batch.items(index);
  return part;
}

TEST(SizeBatch, PartsHaveTheResultsOfTheWholeBatch) {
  v1::BatchRecommendSizeRequest request = SharedBatch();
  request.mutable_options()->set_detail(v1::DETAIL_FULL);
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_concurrency()->set_limit(0);
  SizeBatch batch(request, request.items_size(), SizeRows::kMessages);
  v1::BatchRecommendSizeResponse response;
  for (int i = 0; i < request.items_size(); ++i) {
    EXPECT_TRUE(batch.Decide(PartOf(request, i), kNotCancelled, response).ok());
  }
  *response.mutable_findings() = batch.findings();
  EXPECT_EQ(response.SerializeAsString(), RecommendBatch(request).SerializeAsString());
}

TEST(SizeBatch, TheLimitOfRowsIsForAllParts) {
  v1::BatchRecommendSizeRequest request;
  for (int i = 0; i < 1'000; ++i) {
    request.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes()->set_name("s" + std::to_string(i));
  }
  request.mutable_options()->set_detail(v1::DETAIL_FULL);
  request.add_items();
  SizeBatch batch(request, 1'001, SizeRows::kMessages);
  v1::BatchRecommendSizeResponse response;
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_TRUE(batch.Decide(PartOf(request, 0), kNotCancelled, response).ok()) << i;
    response.Clear();
  }
  const absl::Status status = batch.Decide(PartOf(request, 0), kNotCancelled, response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED");
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("at least 1001000 rows"));
}

TEST(SizeBatch, ReportsTooManyItemsBeforeTheFirstPart) {
  const SizeBatch batch(SharedBatch(), kMaxBatchItems + 1, SizeRows::kMessages);
  EXPECT_EQ(ErrorInfoOf(batch.status()).reason(), "LIMIT_EXCEEDED");
}

TEST(BatchRecommendSize, AcceptsAHundredThousandItemsAndRefusesOneMore) {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = ExampleConfig();
  for (int i = 0; i < kMaxBatchItems; ++i) batch.add_items()->mutable_demand();
  EXPECT_EQ(RecommendBatch(batch).results_size(), kMaxBatchItems);
  batch.add_items();
  v1::BatchRecommendSizeResponse response;
  const absl::Status status = BatchRecommendSize(batch, kNotCancelled, response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED");
}

TEST(BatchRecommendSize, AcceptsAMillionFullRowsAndRefusesOneMore) {
  v1::BatchRecommendSizeRequest batch;
  for (int i = 0; i < 1'000; ++i) {
    v1::SizeConfiguration& size = *batch.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes();
    size.set_name("s" + std::to_string(i));
  }
  batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  for (int i = 0; i < 1'000; ++i) batch.add_items();
  EXPECT_EQ(RecommendBatch(batch).results_size(), 1'000);
  batch.add_items()->mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_EQ(RecommendBatch(batch).results_size(), 1'001);
  *batch.add_items()->mutable_cluster_sizing_configuration() = ConfigOf({{"one", "1Gi", "", "", ""}});
  v1::BatchRecommendSizeResponse response;
  const absl::Status status = BatchRecommendSize(batch, kNotCancelled, response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED");
}

}  // namespace
}  // namespace cpsizer
