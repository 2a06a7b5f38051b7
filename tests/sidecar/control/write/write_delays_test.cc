#include "client/sidecar/control/write/write_delays.h"

#include <gtest/gtest.h>

namespace cpsizer::sidecar {
namespace {

constexpr absl::Time kBegin = absl::UnixEpoch();

TEST(WriteDelaysTest, WaitsLongerAfterEachFailureOfAnObject) {
  WriteDelays delays;
  EXPECT_TRUE(delays.MayWrite("a", kBegin));
  EXPECT_EQ(delays.Next(kBegin), absl::InfiniteFuture());
  absl::Time now = kBegin;
  absl::Duration before = absl::ZeroDuration();
  for (int i = 0; i < 4; ++i) {
    delays.Failed("a", now, /*random=*/0);
    const absl::Duration delay = delays.Next(now) - now;
    EXPECT_GT(delay, before);
    EXPECT_FALSE(delays.MayWrite("a", now));
    EXPECT_TRUE(delays.MayWrite("b", now)) << "another object does not wait";
    EXPECT_TRUE(delays.MayWrite("a", now + delay));
    before = delay;
    now += delay;
  }
}

TEST(WriteDelaysTest, ADelayIsAtMostSixteenSeconds) {
  WriteDelays delays;
  for (int i = 0; i < 100; ++i) delays.Failed("a", kBegin, /*random=*/0.999);
  EXPECT_LE(delays.Next(kBegin), kBegin + absl::Seconds(16));
}

TEST(WriteDelaysTest, ADelayThatTheServerNamedIsNotCutShort) {
  WriteDelays delays;
  delays.Postpone("a", kBegin + absl::Minutes(1));
  EXPECT_TRUE(delays.MayWrite("a", kBegin)) << "no write of it failed";
  delays.Failed("a", kBegin, /*random=*/0);
  delays.Postpone("a", kBegin + absl::Minutes(1));
  delays.Postpone("a", kBegin + absl::Seconds(1));
  EXPECT_EQ(delays.Next(kBegin), kBegin + absl::Minutes(1));
}

TEST(WriteDelaysTest, TheNextTimeIsTheEarliestInTheFuture) {
  WriteDelays delays;
  delays.Failed("a", kBegin, /*random=*/0);
  delays.Failed("b", kBegin + absl::Minutes(5), /*random=*/0);
  const absl::Time a = delays.Next(kBegin);
  EXPECT_LT(a, kBegin + absl::Minutes(5));
  EXPECT_GT(delays.Next(a), kBegin + absl::Minutes(5));
  delays.Forget("b");
  EXPECT_EQ(delays.Next(a), absl::InfiniteFuture());
}

TEST(WriteDelaysTest, ASuccessEndsTheDelay) {
  WriteDelays delays;
  delays.Failed("a", kBegin, /*random=*/0);
  delays.Failed("a", kBegin, /*random=*/0);
  delays.Forget("a");
  EXPECT_TRUE(delays.MayWrite("a", kBegin));
  delays.Failed("a", kBegin, /*random=*/0);
  EXPECT_LE(delays.Next(kBegin), kBegin + absl::Seconds(2)) << "the next failure is a first one";
}

TEST(WriteDelaysTest, KeepsTheErrorOfTheLastFailedWrite) {
  WriteDelays delays;
  EXPECT_EQ(delays.ErrorOf("a"), "");
  delays.Failed("a", kBegin, /*random=*/0);
  EXPECT_TRUE(delays.SetError("a", "forbidden"));
  EXPECT_FALSE(delays.SetError("a", "forbidden"));
  delays.ResetDelay("a");
  EXPECT_TRUE(delays.MayWrite("a", kBegin)) << "another write is planned";
  EXPECT_EQ(delays.ErrorOf("a"), "forbidden");
  delays.ClearError("a");
  EXPECT_EQ(delays.ErrorOf("a"), "");
}

TEST(WriteDelaysTest, ForgetsTheObjectsThatNeedNoWrite) {
  WriteDelays delays;
  for (const char* const key : {"a", "b"}) delays.Failed(key, kBegin, /*random=*/0);
  delays.ForgetAllBut({"b", "c"});
  EXPECT_TRUE(delays.MayWrite("a", kBegin));
  EXPECT_FALSE(delays.MayWrite("b", kBegin));
}

}  // namespace
}  // namespace cpsizer::sidecar
