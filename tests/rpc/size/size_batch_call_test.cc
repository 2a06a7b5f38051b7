// Tests that a BatchRecommendSize call, whose items are parsed and decided in parts, has the response of the library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_size.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::PaddedTo;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::SmallBatch;
using ::cpsizer::testing::SmallRequest;
using ::testing::HasSubstr;

constexpr char kBatch[] = "/cpsizer.v1.SizingService/BatchRecommendSize";

// Returns a serialized batch that has only `item`.
std::string ItemBytes(const v1::RecommendSizeRequest& item) {
  v1::BatchRecommendSizeRequest batch;
  *batch.add_items() = item;
  return batch.SerializeAsString();
}

// Returns a serialized batch of many parts: items with and without their own configuration and options, items with
// errors, and a shared configuration after the first items. The shared configuration has a warning.
std::string LargeBatch() {
  std::string bytes;
  v1::BatchRecommendSizeRequest head = SmallBatch();
  head.clear_items();
  head.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_concurrency()->set_limit(0);
  for (int i = 0; i < 500; ++i) {
    if (i == 100) head.AppendToString(&bytes);
    v1::RecommendSizeRequest item = SmallRequest();
    item.mutable_demand()->set_memory(i % 7 == 0 ? "1 Gi" : absl::StrCat(i, "Gi"));
    item.mutable_cluster()->set_name(absl::StrCat("cluster-", i));
    if (i % 3 == 0) item.clear_cluster_sizing_configuration();
    if (i % 2 == 0) item.mutable_options()->set_detail(v1::DETAIL_FULL);
    absl::StrAppend(&bytes, ItemBytes(item));
  }
  return bytes;
}

TEST(SizeBatchCallTest, HasTheResponseOfTheLibrary) {
  const std::string bytes = LargeBatch();
  v1::BatchRecommendSizeRequest request;
  ASSERT_TRUE(request.ParseFromString(bytes));
  v1::BatchRecommendSizeResponse expected;
  ASSERT_TRUE(BatchRecommendSize(
                  request, [] { return false; }, expected)
                  .ok());
  EXPECT_GE(expected.findings_size(), 1);
  RunningServer server;
  std::string answer;
  const grpc::Status status = CallWithBytes(server.channel(), kBatch, bytes, &answer);
  ASSERT_TRUE(status.ok()) << status.error_message();
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(response.ParseFromString(answer));
  EXPECT_EQ(response.SerializeAsString(), expected.SerializeAsString());
}

TEST(SizeBatchCallTest, AMalformedItemInALaterPartFailsTheCall) {
  v1::RecommendSizeRequest not_utf8 = SmallRequest();
  not_utf8.mutable_cluster()->set_name("xyz");
  std::string item = ItemBytes(not_utf8);
  item[item.find("xyz")] = '\xff';
  const std::string bytes = absl::StrCat(LargeBatch(), item);
  RunningServer server;
  const grpc::Status status = CallWithBytes(server.channel(), kBatch, bytes);
  EXPECT_EQ(ReasonOf(status), "MALFORMED_REQUEST");
  EXPECT_THAT(status.error_message(), HasSubstr(absl::StrCat("the ", bytes.size(),
                                                             " bytes received are not a valid "
                                                             "cpsizer.v1.BatchRecommendSize")));
}

TEST(SizeBatchCallTest, AnItemThatIsTooExpensiveFailsTheCall) {
  const std::string sets = cpsizer::testing::EmptyEntries(v1::RecommendSizeRequest::kMachineSetsFieldNumber, 1'000'000);
  v1::RecommendSizeRequest item;
  ASSERT_TRUE(item.ParseFromString(sets));
  RunningServer server;
  const grpc::Status status = CallWithBytes(server.channel(), kBatch, LargeBatch() + ItemBytes(item));
  EXPECT_EQ(ReasonOf(status), "REQUEST_TOO_EXPENSIVE");
}

TEST(SizeBatchCallTest, MillionsOfEmptyItemsAreTooMany) {
  RunningServer server;
  const std::string items = cpsizer::testing::EmptyEntries(v1::BatchRecommendSizeRequest::kItemsFieldNumber, 5'000'000);
  EXPECT_EQ(ReasonOf(CallWithBytes(server.channel(), kBatch, items)), "LIMIT_EXCEEDED");
}

TEST(SizeBatchCallTest, TheSizeOfAResponseIsLimited) {
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.batch_function = [](SizeBatch&, const auto&, auto, v1::BatchRecommendSizeResponse& response) {
    response.add_results()->mutable_response()->set_summary(std::string(8 << 20, 'x'));
    return absl::OkStatus();
  };
  RunningServer server(setup);
  // Each of these items is a part.
  v1::RecommendSizeRequest large;
  ASSERT_TRUE(large.ParseFromString(PaddedTo(16 << 10, SmallRequest())));
  std::string bytes;
  for (int i = 0; i < 8; ++i) absl::StrAppend(&bytes, ItemBytes(large));
  const grpc::Status status = CallWithBytes(server.channel(), kBatch, bytes);
  EXPECT_EQ(ReasonOf(status), "RESPONSE_TOO_LARGE");
  EXPECT_THAT(status.error_message(), HasSubstr("more than 64Mi"));
}

}  // namespace
}  // namespace cpsizer::server
