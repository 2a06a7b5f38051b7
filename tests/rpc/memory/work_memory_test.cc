#include "server/rpc/memory/work_memory.h"

#include <gtest/gtest.h>

#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(WorkMemoryTest, CountsTheMemoryOfAllCallsUntilTheyEnd) {
  WorkMemory memory(10 * kMiB);
  {
    WorkMemory::Share first(memory), second(memory);
    EXPECT_TRUE(first.Take(4 * kMiB));
    EXPECT_TRUE(first.Take(6 * kMiB));
    EXPECT_TRUE(second.Take(4 * kMiB));
    EXPECT_EQ(memory.held(), 10 * kMiB);
    EXPECT_FALSE(second.Take(5 * kMiB));
    EXPECT_EQ(memory.held(), 10 * kMiB) << "a refusal counts nothing";
  }
  EXPECT_EQ(memory.held(), 0u);
}

TEST(WorkMemoryTest, ASingleCallMayUseMore) {
  WorkMemory memory(10 * kMiB);
  WorkMemory::Share large(memory), other(memory);
  EXPECT_TRUE(large.Take(40 * kMiB));
  EXPECT_TRUE(large.Take(50 * kMiB));
  EXPECT_FALSE(other.Take(kMiB));
}

TEST(WorkMemoryTest, SmallCallsAreNotCounted) {
  WorkMemory memory(10 * kMiB);
  WorkMemory::Share large(memory), small(memory);
  EXPECT_TRUE(large.Take(10 * kMiB));
  EXPECT_TRUE(small.Take(kMiB - 1));
  EXPECT_EQ(memory.held(), 10 * kMiB);
}

TEST(WorkMemoryTest, TheErrorHasARetry) {
  EXPECT_EQ(server::ReasonOf(TooMuchWork()), "TOO_MUCH_WORK_IN_FLIGHT");
  EXPECT_EQ(TooMuchWork().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace cpsizer::server
