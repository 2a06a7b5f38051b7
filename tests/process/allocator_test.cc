#include "server/process/allocator.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace cpsizer::server {
namespace {

TEST(AllocatorTest, FreedMemoryIsCountedAndReturned) {
  // The blocks are small enough to be allocated from the heap. Every second block is kept, so that the allocator does
  // not return memory without a request.
  constexpr size_t kBlock = 64 << 10;
  constexpr size_t kFreed = 256 * kBlock;
  std::vector<std::unique_ptr<char[]>> blocks(2 * kFreed / kBlock);
  for (auto& block : blocks) block = std::make_unique<char[]>(kBlock);
  const size_t before = FreeMemoryBytes();
  for (size_t i = 0; i < blocks.size(); i += 2) blocks[i].reset();
  EXPECT_GE(FreeMemoryBytes(), before + kFreed * 9 / 10);
  ReleaseFreeMemory();
  EXPECT_LE(FreeMemoryBytes(), before + kFreed / 10) << "what was returned is not free";
}

}  // namespace
}  // namespace cpsizer::server
