#include "server/rpc/grpc_status.h"

#include <gtest/gtest.h>

#include "cpsizer/status.h"
#include "google/rpc/status.pb.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::DetailOf;
using ::cpsizer::testing::ReasonOf;

TEST(GrpcStatusTest, OkIsOkWithoutDetails) {
  const grpc::Status status = ToGrpcStatus(absl::OkStatus());
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(status.error_details().empty());
}

TEST(GrpcStatusTest, KeepsCodeMessageAndDetails) {
  const grpc::Status status =
      ToGrpcStatus(StatusWithReason(absl::StatusCode::kFailedPrecondition, "CAPACITY_MISSING", "no memory for small"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(status.error_message(), "no memory for small");
  EXPECT_EQ(ReasonOf(status), "CAPACITY_MISSING");
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_EQ(details.code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(details.message(), "no memory for small");
}

TEST(GrpcStatusTest, ARetryHasItsDelay) {
  const grpc::Status status = ToGrpcStatus(CallErrorWithRetry(CallError::kShuttingDown, "soon"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), "SHUTTING_DOWN");
  const auto retry = DetailOf<google::rpc::RetryInfo>(status);
  ASSERT_TRUE(retry.has_value());
  EXPECT_EQ(retry->retry_delay().seconds(), 1);
  EXPECT_EQ(retry->retry_delay().nanos(), 0);
}

TEST(GrpcStatusTest, ReturnsTheReasonOfTheErrorInfo) {
  EXPECT_EQ(server::ReasonOf(CallErrorStatus(CallError::kMethodUnknown, "x")), "METHOD_UNKNOWN");
  EXPECT_EQ(server::ReasonOf(absl::OkStatus()), "");
  absl::Status bad = absl::InternalError("x");
  EXPECT_EQ(server::ReasonOf(bad), "");
  bad.SetPayload("type.googleapis.com/google.rpc.ErrorInfo", absl::Cord("\xff"));
  EXPECT_EQ(server::ReasonOf(bad), "") << "one that cannot be read";
}

}  // namespace
}  // namespace cpsizer::server
