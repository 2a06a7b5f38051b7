// Tests the steps and the texts of requests.
#include "client/history/requests/request_amount.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

constexpr double kMebi = 1 << 20;

TEST(RequestAmountTest, RoundsMemoryUp) {
  const struct {
    double mebi;
    const char* text;
  } kCases[] = {
      {0, "10Mi"},      {1, "10Mi"},   {10, "10Mi"},     {10.001, "20Mi"},      {995, "1000Mi"},  {1010.5, "1020Mi"},
      {1020, "1020Mi"}, {1021, "1Gi"}, {1024, "1Gi"},    {1024.1, "1088Mi"},    {1088, "1088Mi"}, {1089, "1152Mi"},
      {2000, "2Gi"},    {3072, "3Gi"}, {3073, "3136Mi"}, {100'000, "100032Mi"},
  };
  for (const auto& [mebi, text] : kCases) {
    EXPECT_EQ(RequestQuantity(Resource::kMemory, RoundUpRequest(Resource::kMemory, mebi * kMebi)), text) << mebi;
  }
}

TEST(RequestAmountTest, RoundsCpuUp) {
  const struct {
    double cores;
    const char* text;
  } kCases[] = {
      {0, "10m"},      {0.0001, "10m"}, {0.01, "10m"}, {0.0101, "20m"},  {0.25, "250m"},
      {0.251, "260m"}, {0.991, "1"},    {1, "1"},      {1.001, "1010m"}, {2, "2"},
  };
  for (const auto& [cores, text] : kCases) {
    EXPECT_EQ(RequestQuantity(Resource::kCpu, RoundUpRequest(Resource::kCpu, cores)), text) << cores;
  }
}

// 500Mi with a headroom of 1.20 are 600Mi, and not 610Mi.
TEST(RequestAmountTest, AProductThatIsRoundedInBinaryIsItsStep) {
  for (int step = 1; step <= 500; ++step) {
    const double cores = step * 0.01;
    EXPECT_EQ(RequestQuantity(Resource::kCpu, RoundUpRequest(Resource::kCpu, 1.2 * (cores / 1.2))),
              RequestQuantity(Resource::kCpu, cores));
    const double amount = static_cast<float>(64 * step * kMebi / 1.2);
    EXPECT_EQ(RoundUpRequest(Resource::kMemory, 1.2 * amount), RoundUpRequest(Resource::kMemory, 64 * step * kMebi));
  }
}

TEST(RequestAmountTest, WritesPresentRequestsExactly) {
  EXPECT_EQ(RequestQuantity(Resource::kMemory, 3.5e9), "3500000000");
  EXPECT_EQ(RequestQuantity(Resource::kMemory, 1536 * kMebi), "1536Mi");
  EXPECT_EQ(RequestQuantity(Resource::kCpu, 0.0005), "1m");
}

TEST(RequestAmountTest, TheGoMemLimitIsAPartOfTheRequest) {
  EXPECT_EQ(GoMemLimitOf(10 * 1024 * kMebi, 90), "9GiB");
  EXPECT_EQ(GoMemLimitOf(1024 * kMebi, 90), "921MiB");
  EXPECT_EQ(GoMemLimitOf(3136 * kMebi, 100), "3136MiB");
  EXPECT_EQ(GoMemLimitOf(1 * kMebi, 50), "1MiB");
}

}  // namespace
}  // namespace cpsizer::history
