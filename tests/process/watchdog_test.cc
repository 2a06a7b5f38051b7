#include "server/process/watchdog.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

TEST(WatchdogTest, ExpiresAfterItsTimeout) {
  std::promise<void> bitten;
  const Watchdog watchdog(std::chrono::milliseconds(1), [&] { bitten.set_value(); });
  EXPECT_TRUE(testing::Await(bitten));
}

TEST(WatchdogTest, DestructorCancelsTheTimeout) {
  std::atomic<bool> bitten{false};
  {
    const Watchdog watchdog(std::chrono::hours(1), [&] { bitten = true; });
  }
  EXPECT_FALSE(bitten);
}

}  // namespace
}  // namespace cpsizer::server
