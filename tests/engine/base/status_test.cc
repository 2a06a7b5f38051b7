#include "cpsizer/status.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::ErrorInfoOf;

google::protobuf::RepeatedPtrField<v1::Finding> ErrorFindings(int count) {
  google::protobuf::RepeatedPtrField<v1::Finding> findings;
  for (int i = 0; i < count; ++i) {
    v1::Finding& warning = *findings.Add();
    warning.set_severity(v1::SEVERITY_WARNING);
    v1::Finding& error = *findings.Add();
    error.set_rule("RULE");
    error.set_severity(v1::SEVERITY_ERROR);
    error.set_path(absl::StrCat("spec.sizes[", i, "].name"));
    error.set_message("it is wrong");
    error.set_remedy("Mend it.");
  }
  return findings;
}

TEST(InvalidArgument, ReportsTheFirstViolationAndTheNumberOfOthers) {
  const absl::Status status = InvalidArgument(ErrorFindings(3));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "spec.sizes[0].name: it is wrong. Mend it. (RULE); and 2 more");
  EXPECT_EQ(BadRequestOf(status).field_violations_size(), 3);
  EXPECT_EQ(BadRequestOf(status).field_violations(2).field(), "spec.sizes[2].name");
  EXPECT_EQ(BadRequestOf(status).field_violations(2).description(), "it is wrong. Mend it. (RULE)");
  EXPECT_EQ(ErrorInfoOf(status).domain(), "cpsizer");
  EXPECT_EQ(ErrorInfoOf(status).reason(), "RULE");
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("violations_total"), "3");
}

TEST(InvalidArgument, DetailsStayWithinTheirLimitWhateverTheFindings) {
  const absl::Status status = InvalidArgument(ErrorFindings(5'000));
  google::rpc::Status message;
  SetRpcStatus(status, message);
  size_t bytes = 0;
  for (const auto& detail : message.details()) bytes += detail.ByteSizeLong();
  EXPECT_LE(bytes, kMaxErrorDetailsBytes);
  EXPECT_GT(BadRequestOf(status).field_violations_size(), 10);
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("violations_total"), "5000");
}

TEST(FailedPrecondition, NamesEachErrorByItsRuleAndPath) {
  const absl::Status status = FailedPrecondition(ErrorFindings(3), "set it");
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(), "set it");
  google::rpc::PreconditionFailure failure;
  ASSERT_TRUE(ReadDetail(status, failure));
  ASSERT_EQ(failure.violations_size(), 3);
  EXPECT_EQ(failure.violations(2).type(), "RULE");
  EXPECT_EQ(failure.violations(2).subject(), "spec.sizes[2].name");
  EXPECT_EQ(failure.violations(2).description(), "it is wrong");
  EXPECT_EQ(ErrorInfoOf(status).reason(), "RULE");
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("violations_total"), "3");
}

TEST(FailedPrecondition, DetailsStayWithinTheirLimitWhateverTheFindings) {
  const absl::Status status = FailedPrecondition(ErrorFindings(5'000), "set it");
  google::rpc::Status message;
  SetRpcStatus(status, message);
  ASSERT_EQ(message.details_size(), 2);
  EXPECT_TRUE(message.details(0).Is<google::rpc::PreconditionFailure>());
  EXPECT_LE(message.details(0).ByteSizeLong() + message.details(1).ByteSizeLong(), kMaxErrorDetailsBytes);
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("violations_total"), "5000");
  EXPECT_EQ(FromRpcStatus(message), status);
}

TEST(Details, AMissingOrUnreadableOneIsEmpty) {
  google::rpc::ErrorInfo info;
  info.set_reason("OLD");
  EXPECT_FALSE(ReadDetail(absl::InvalidArgumentError("x"), info));
  EXPECT_EQ(info.reason(), "");
  absl::Status damaged = absl::InvalidArgumentError("x");
  damaged.SetPayload("type.googleapis.com/google.rpc.ErrorInfo", absl::Cord("\x0a\x01R\xff"));
  EXPECT_FALSE(ReadDetail(damaged, info));
  EXPECT_EQ(info.reason(), "");
}

TEST(RpcStatus, CarriesCodeMessageAndDetailsBothWays) {
  const absl::Status status = InvalidArgument(ErrorFindings(2));
  google::rpc::Status message;
  SetRpcStatus(status, message);
  EXPECT_EQ(message.code(), 3);
  ASSERT_EQ(message.details_size(), 2);
  EXPECT_TRUE(message.details(0).Is<google::rpc::BadRequest>());
  EXPECT_TRUE(message.details(1).Is<google::rpc::ErrorInfo>());
  EXPECT_EQ(FromRpcStatus(message), status);
}

TEST(CheckRequestBytes, AcceptsTheLimitAndRefusesOneByteMore) {
  EXPECT_TRUE(CheckRequestBytes(10, 10).ok());
  const absl::Status status = CheckRequestBytes(11, 10);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "REQUEST_TOO_LARGE");
}

TEST(InvalidArgument, CountsOthersFromTheSecondErrorOn) {
  EXPECT_EQ(InvalidArgument(ErrorFindings(1)).message(), "spec.sizes[0].name: it is wrong. Mend it. (RULE)");
  EXPECT_EQ(InvalidArgument(ErrorFindings(2)).message(),
            "spec.sizes[0].name: it is wrong. Mend it. (RULE); and 1 more");
}

}  // namespace
}  // namespace cpsizer
