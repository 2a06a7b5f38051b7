#include "server/rpc/cut_calls.h"

#include <gtest/gtest.h>

namespace cpsizer::server {
namespace {

constexpr CutCalls::Clock::time_point kEnd{std::chrono::hours(1)};

TEST(CutCallsTest, CountsNoCallsIfNoEndIsExpected) {
  CutCalls cut;
  EXPECT_FALSE(cut.expected());
  cut.Count(kEnd);
  EXPECT_EQ(cut.count(), 0);
}

TEST(CutCallsTest, CountsOnlyCallsThatEndWithTheServer) {
  CutCalls cut;
  cut.ExpectAt(kEnd);
  EXPECT_TRUE(cut.expected());
  cut.Count(kEnd - CutCalls::kSlack - std::chrono::nanoseconds(1));
  EXPECT_EQ(cut.count(), 0) << "its caller gave up";
  cut.Count(kEnd - CutCalls::kSlack);
  cut.Count(kEnd + std::chrono::hours(1));
  EXPECT_EQ(cut.count(), 2);
}

}  // namespace
}  // namespace cpsizer::server
