#include "server/process/memory_releaser.h"

#include <gtest/gtest.h>

namespace cpsizer::server {
namespace {

constexpr size_t kMuch = MemoryReleaser::kWorthwhileBytes;
constexpr size_t kLeftOver = 1'000;  // memory that the allocator cannot return

// An allocator that keeps freed memory.
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
  releaser.Poll();
  allocator.free = kMuch - 1;
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 0);
  allocator.free = kMuch;
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 1);
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 1) << "the remaining memory causes no release";
}

TEST(MemoryReleaserTest, CountsFromTheSmallestFreeMemory) {
  Allocator allocator;
  allocator.free = 10 * kMuch;
  MemoryReleaser releaser = allocator.NewReleaser();
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 0) << "free before it began";
  allocator.free = 2 * kMuch;  // most of the free memory is in use again
  releaser.Poll();
  allocator.free = 3 * kMuch;
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 1);
}

TEST(MemoryReleaserTest, MemoryFreedDuringAReleaseIsReleasedNextTime) {
  Allocator allocator;
  MemoryReleaser releaser([&] { return allocator.free; },
                          [&] {
                            ++allocator.releases;
                            allocator.free += kMuch;
                          });
  allocator.free = kMuch;
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 1);
  releaser.Poll();
  EXPECT_EQ(allocator.releases, 2);
}

TEST(MemoryReleaserTest, MemoryFreedAfterALargerReleaseIsReleasedNextTime) {
  Allocator allocator;
  MemoryReleaser releaser([&] { return allocator.free; },
                          [&] { allocator.free = ++allocator.releases == 1 ? 5 * kMuch : kLeftOver; });
  allocator.free = 10 * kMuch;
  releaser.Poll();
  releaser.Poll();
  EXPECT_EQ(allocator.free, kLeftOver);
}

TEST(MemoryReleaserTest, MemoryFreedDuringTheSecondReleaseIsReleasedNextTime) {
  Allocator allocator;
  MemoryReleaser releaser([&] { return allocator.free; },
                          [&] { allocator.free = ++allocator.releases == 2 ? 5 * kMuch : kLeftOver; });
  allocator.free = 10 * kMuch;
  releaser.Poll();
  allocator.free = 10 * kMuch;
  releaser.Poll();
  releaser.Poll();
  EXPECT_EQ(allocator.free, kLeftOver);
}

// The allocator in this test cannot return memory that is between blocks in use.
TEST(MemoryReleaserTest, MemoryThatTwoReleasesKeepCausesNoFurtherRelease) {
  Allocator allocator;
  MemoryReleaser releaser([&] { return allocator.free; }, [&] { ++allocator.releases; });
  allocator.free = 10 * kMuch;
  for (int i = 0; i < 5; ++i) releaser.Poll();
  EXPECT_EQ(allocator.releases, 2);
}

}  // namespace
}  // namespace cpsizer::server
