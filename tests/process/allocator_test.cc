#include "server/process/allocator.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/testing/sanitizers.h"

namespace cpsizer::server {
namespace {

TEST(AllocatorTest, WhatIsFreedIsSeenAndGivenBack) {
  if (cpsizer::testing::kSanitizersAllocator) GTEST_SKIP() << "the sanitizer's allocator tells nothing";
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
