#include "server/memory_releaser.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace cpsizer::server {
namespace {

constexpr size_t kMuch = MemoryReleaser::kWorthwhileBytes;
constexpr size_t kLeftOver = 1'000;  // what the allocator cannot give back

// An allocator that keeps what is freed.
struct Allocator {
  size_t free = 0;
  int releases = 0;

  MemoryReleaser NewReleaser() {
    return {[this] { return free; },
            [this] {
              ++releases;
              free = kLeftOver;
            }};
  }
};

TEST(MemoryReleaserTest, ReleasesOnceMuchWasFreed) {
  Allocator allocator;
  MemoryReleaser releaser = allocator.NewReleaser();
  releaser.Look();
  allocator.free = kMuch - 1;
  releaser.Look();
  EXPECT_EQ(allocator.releases, 0);
  allocator.free = kMuch;
  releaser.Look();
  EXPECT_EQ(allocator.releases, 1);
  releaser.Look();
  EXPECT_EQ(allocator.releases, 1) << "what is left over is no reason to try again";
}

TEST(MemoryReleaserTest, CountsFromTheLeastThatWasFree) {
  Allocator allocator;
  allocator.free = 10 * kMuch;
  MemoryReleaser releaser = allocator.NewReleaser();
  releaser.Look();
  EXPECT_EQ(allocator.releases, 0) << "free before it began";
  allocator.free = 2 * kMuch;  // used again
  releaser.Look();
  allocator.free = 3 * kMuch;
  releaser.Look();
  EXPECT_EQ(allocator.releases, 1);
}

TEST(FreeMemoryTest, WhatIsFreedIsSeenAndGivenBack) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's allocator tells nothing";
#endif
  // Small enough to come from the heap, with every second one kept, so that nothing falls back by itself.
  constexpr size_t kBlock = 64 << 10;
  std::vector<std::unique_ptr<char[]>> blocks(512);
  for (auto& block : blocks) block = std::make_unique<char[]>(kBlock);
  const size_t before = FreeMemoryBytes();
  for (size_t i = 0; i < blocks.size(); i += 2) blocks[i].reset();
  EXPECT_GE(FreeMemoryBytes(), before + blocks.size() / 2 * kBlock * 9 / 10);
  ReleaseFreeMemory();
}

}  // namespace
}  // namespace cpsizer::server
