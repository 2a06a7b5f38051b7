#include "client/kube/http/backoff.h"

#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

TEST(BackoffTest, DoublesUpToItsBound) {
  Backoff backoff;
  absl::Time now = absl::UnixEpoch();
  for (const int milliseconds : {800, 1'600, 3'200, 6'400, 12'800, 25'600, 30'000, 30'000}) {
    const absl::Duration wait = backoff.Next(now, 0);
    EXPECT_EQ(wait, absl::Milliseconds(milliseconds));
    now += wait;
  }
}

TEST(BackoffTest, JitterAddsUpToOnceTheStep) {
  Backoff backoff;
  EXPECT_EQ(backoff.Next(absl::UnixEpoch(), 0.5), absl::Milliseconds(1'200));
  EXPECT_EQ(backoff.Next(absl::UnixEpoch(), 0.25), absl::Milliseconds(2'000));
}

TEST(BackoffTest, BeginsAgainAfterAWhileWithoutFailures) {
  Backoff backoff;
  const absl::Time begin = absl::UnixEpoch();
  for (int i = 0; i < 10; ++i) backoff.Next(begin, 0);
  EXPECT_EQ(backoff.Next(begin + absl::Minutes(2), 0), absl::Seconds(30));
  EXPECT_EQ(backoff.Next(begin + absl::Minutes(4) + absl::Nanoseconds(1), 0), absl::Milliseconds(800));
}

}  // namespace
}  // namespace cpsizer::kube
