#include "server/rpc/memory/answer_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

namespace cpsizer::server {
namespace {

constexpr size_t kLarge = AnswerMemory::kCountedBytes;

TEST(AnswerMemoryTest, AResponseCountsUntilItIsReleased) {
  AnswerMemory memory(2 * kLarge);
  absl::optional<grpc::Slice> first = memory.Allocate(kLarge);
  absl::optional<grpc::Slice> second = memory.Allocate(kLarge);
  ASSERT_TRUE(first.has_value());
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(first->size(), kLarge);
  EXPECT_EQ(memory.held(), 2 * kLarge);
  EXPECT_FALSE(memory.Allocate(kLarge).has_value());
  EXPECT_EQ(memory.held(), 2 * kLarge) << "what was refused does not count";
  const grpc::Slice copy = *second;
  second.reset();
  EXPECT_FALSE(memory.Allocate(kLarge).has_value()) << "gRPC still holds it";
  first.reset();
  EXPECT_TRUE(memory.Allocate(kLarge).has_value());
}

TEST(AnswerMemoryTest, ASingleResponseMayHaveAnySize) {
  AnswerMemory memory(kLarge);
  EXPECT_TRUE(memory.Allocate(100 * kLarge).has_value());
  EXPECT_EQ(memory.held(), 0u);
}

TEST(AnswerMemoryTest, ShortAnswersAreNotCounted) {
  AnswerMemory memory(0);
  const absl::optional<grpc::Slice> large = memory.Allocate(kLarge);
  const absl::optional<grpc::Slice> small = memory.Allocate(kLarge - 1);
  ASSERT_TRUE(small.has_value());
  EXPECT_EQ(memory.held(), kLarge);
}

TEST(AnswerMemoryTest, ResponsesMayOutliveAnswerMemory) {
  auto memory = std::make_unique<AnswerMemory>(kLarge);
  const absl::optional<grpc::Slice> answer = memory->Allocate(kLarge);
  memory.reset();
  memset(const_cast<uint8_t*>(answer->begin()), 'x', answer->size());
}

}  // namespace
}  // namespace cpsizer::server
