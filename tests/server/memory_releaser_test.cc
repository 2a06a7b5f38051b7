#include "server/memory_releaser.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <vector>

namespace cpsizer::server {
namespace {

TEST(MemoryReleaserTest, ReleasesAfterARequestOnAThreadOfItsOwn) {
  std::binary_semaphore released(0);
  std::thread::id thread;
  MemoryReleaser releaser(
      [&] {
        thread = std::this_thread::get_id();
        released.release();
      },
      std::chrono::seconds(0));
  releaser.Request();
  released.acquire();
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST(MemoryReleaserTest, ARequestWhileOneIsServedIsServedAfterIt) {
  std::binary_semaphore started(0), go_on(0);
  MemoryReleaser releaser(
      [&] {
        started.release();
        go_on.acquire();
      },
      std::chrono::seconds(0));
  releaser.Request();
  started.acquire();
  releaser.Request();
  releaser.Request();
  go_on.release();
  started.acquire();  // for ever, if the second request was lost
  go_on.release();
}

TEST(MemoryReleaserTest, ARequestThatStillWaitsIsDroppedAtTheEnd) {
  std::atomic<int> releases{0};
  {
    MemoryReleaser releaser([&] { ++releases; }, std::chrono::hours(1));
    releaser.Request();
  }
  EXPECT_EQ(releases, 0);
}

TEST(MemoryReleaserTest, ManyThreadsMayAsk) {
  std::atomic<int> releases{0};
  {
    MemoryReleaser releaser([&] { ++releases; }, std::chrono::seconds(0));
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int request = 0; request < 1'000; ++request) releaser.Request();
      });
    }
    for (std::thread& thread : threads) thread.join();
    while (releases == 0) std::this_thread::yield();
  }
  EXPECT_LE(releases, 4'000);
}

TEST(ReleaseFreeMemoryTest, CanBeCalled) {
  ReleaseFreeMemory();
}

}  // namespace
}  // namespace cpsizer::server
