#include "client/service/call_failure.h"

#include <gtest/gtest.h>

#include <string>

#include "cpsizer/call_errors.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"

namespace cpsizer {
namespace {

absl::Status WithRetryInfo(absl::Status status, int64_t seconds, int32_t nanos = 0) {
  google::rpc::RetryInfo info;
  info.mutable_retry_delay()->set_seconds(seconds);
  info.mutable_retry_delay()->set_nanos(nanos);
  AddDetail(info, status);
  return status;
}

TEST(CallFailureTest, SeparatesRefusalsFromFailuresOfTheService) {
  struct Case {
    const char* name;
    absl::Status status;
    bool refusal;
  };
  const Case cases[] = {
      {"invalid", absl::InvalidArgumentError("no"), true},
      {"precondition", absl::FailedPreconditionError("no"), true},
      {"out of range", absl::OutOfRangeError("no"), true},
      {"too large", CheckRequestBytes(/*bytes=*/2, /*limit=*/1), true},
      {"busy", WithRetryInfo(absl::ResourceExhaustedError("busy"), 1), false},
      {"busy without a delay", WithRetryInfo(absl::ResourceExhaustedError("busy"), 0), false},
      {"unreachable", absl::UnavailableError("down"), false},
      {"late", absl::DeadlineExceededError("late"), false},
      {"cancelled", absl::CancelledError("gone"), false},
      {"not allowed", absl::PermissionDeniedError("no"), false},
      {"not authenticated", absl::UnauthenticatedError("no"), false},
      {"unknown method", absl::UnimplementedError("no"), false},
      {"internal", absl::InternalError("no"), false},
      {"unknown", absl::UnknownError("no"), false},
      {"unavailable with a delay", WithRetryInfo(absl::UnavailableError("down"), 1), false},
      {"no failure", absl::OkStatus(), false},
  };
  for (const Case& one : cases) EXPECT_EQ(IsRefusal(one.status), one.refusal) << one.name;
}

TEST(CallFailureTest, ReadsTheDelayWithinItsBounds) {
  const absl::Status busy = absl::ResourceExhaustedError("busy");
  EXPECT_EQ(RetryDelay(busy), absl::nullopt);
  EXPECT_EQ(RetryDelay(absl::OkStatus()), absl::nullopt);
  EXPECT_EQ(RetryDelay(WithRetryInfo(busy, 1, 500'000'000)), absl::Milliseconds(1'500));
  EXPECT_EQ(RetryDelay(WithRetryInfo(busy, 86'400)), kMaxRetryDelay);
  EXPECT_EQ(RetryDelay(WithRetryInfo(busy, -5)), absl::ZeroDuration());
  EXPECT_EQ(RetryDelay(WithRetryInfo(absl::UnavailableError("down"), 2)), absl::Seconds(2));
}

TEST(CallFailureTest, AnUnreadableDetailGivesNoDelay) {
  absl::Status status = absl::ResourceExhaustedError("?");
  status.SetPayload("type.googleapis.com/google.rpc.RetryInfo", absl::Cord("\xff\xff"));
  EXPECT_EQ(RetryDelay(status), absl::nullopt);
  EXPECT_TRUE(IsRefusal(status));
}

}  // namespace
}  // namespace cpsizer
