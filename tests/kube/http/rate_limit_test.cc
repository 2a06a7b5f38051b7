#include "client/kube/http/rate_limit.h"

#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

const absl::Time kRateLimitNow = absl::UnixEpoch();

TEST(RateLimitTest, AllowsABurstAndThenItsRate) {
  RateLimit limit(10, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(limit.Reserve(kRateLimitNow), kRateLimitNow);
  EXPECT_EQ(limit.Reserve(kRateLimitNow), kRateLimitNow + absl::Milliseconds(100));
  EXPECT_EQ(limit.Reserve(kRateLimitNow), kRateLimitNow + absl::Milliseconds(200));
  const absl::Time later = kRateLimitNow + absl::Milliseconds(400);
  EXPECT_EQ(limit.Reserve(later), later);
  EXPECT_EQ(limit.Reserve(later), later);
  EXPECT_EQ(limit.Reserve(later), later + absl::Milliseconds(100));
}

TEST(RateLimitTest, LimitsTheBurstAfterALongPause) {
  RateLimit limit(10, 2);
  limit.Reserve(kRateLimitNow);
  const absl::Time later = kRateLimitNow + absl::Hours(1);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(limit.Reserve(later), later);
  EXPECT_EQ(limit.Reserve(later), later + absl::Milliseconds(100));
}

TEST(RateLimitTest, ZeroDisablesTheLimit) {
  RateLimit limit(0, 0);
  for (int i = 0; i < 1'000; ++i) EXPECT_EQ(limit.Reserve(kRateLimitNow), kRateLimitNow);
}

}  // namespace
}  // namespace cpsizer::kube
