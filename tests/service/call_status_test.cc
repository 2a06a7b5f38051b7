#include "client/service/call_status.h"

#include <gtest/gtest.h>

#include <string>

#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace cpsizer {
namespace {

absl::Status Busy() {
  absl::Status status = CallErrorStatus(CallError::kTooManyCallsInFlight, "busy");
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(1);
  AddDetail(retry, status);
  return status;
}

std::string DetailsOf(const absl::Status& status) {
  google::rpc::Status details;
  SetRpcStatus(status, details);
  return details.SerializeAsString();
}

TEST(CallStatusTest, OkIsOk) {
  EXPECT_TRUE(ToAbslStatus(grpc::Status::OK).ok());
}

TEST(CallStatusTest, KeepsAllDetails) {
  EXPECT_EQ(ToAbslStatus(grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy", DetailsOf(Busy()))), Busy());
}

TEST(CallStatusTest, DropsDetailsThatDoNotBelongToTheStatus) {
  const absl::Status expected = absl::UnavailableError("gone");
  for (const std::string& details : {std::string(), std::string("garbage"), DetailsOf(Busy())}) {
    EXPECT_EQ(ToAbslStatus(grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone", details)), expected);
  }
}

TEST(CallStatusTest, AnotherMessageKeepsCodeAndDetails) {
  const absl::Status changed = WithMessage(Busy(), "the service is busy");
  EXPECT_EQ(changed.code(), Busy().code());
  EXPECT_EQ(changed.message(), "the service is busy");
  EXPECT_EQ(WithMessage(changed, "busy"), Busy());
}

}  // namespace
}  // namespace cpsizer
