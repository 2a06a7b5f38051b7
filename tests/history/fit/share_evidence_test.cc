// Tests the evidence from shares: how samples are matched, and how much evidence is enough.
#include "client/history/fit/share_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace cpsizer::history {
namespace {

constexpr int64_t kDay = 24 * 3'600'000;
constexpr double kNone = Sample::kNoValue;

Sample UsageOf(int64_t at, uint32_t cluster, uint32_t pod, double memory, double cpu) {
  return {at, cluster, pod, memory, cpu};
}

Sample NodesOf(int64_t at, uint32_t cluster, double memory, double cpu) {
  return {at, cluster, Sample::kNoPod, memory, cpu};
}

// Adds one pod and its nodes.
void AddShare(ShareCollector& shares, int64_t at, uint32_t cluster, double memory, double cpu, int size = 0) {
  shares.AddUsage(UsageOf(at, cluster, cluster, memory, cpu));
  shares.AddNodes(NodesOf(at, cluster, 1, 1), size);
}

// Shares of 0.502 for clusters at the size 0, from the time 0 to `last`.
ShareCollector SharesOf(uint32_t clusters, int64_t last) {
  ShareCollector shares;
  for (const int64_t at : {int64_t{0}, last}) {
    for (uint32_t cluster = 0; cluster < clusters; ++cluster) AddShare(shares, at, cluster, 0.502, 0.502);
  }
  return shares;
}

// The numbers of clusters are given in the order in which a history names them.
TEST(ShareEvidenceTest, TheNumbersOfClustersDoNotChangeTheInterval) {
  constexpr uint32_t kClusters = 20;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> more(0, 0.2);
  ShareCollector shares;
  ShareCollector reversed;
  for (int64_t at = 0; at <= 8 * kDay; at += kDay / 8) {
    for (uint32_t cluster = 0; cluster < kClusters; ++cluster) {
      const double share = 0.3 + 0.02 * cluster + more(random);
      AddShare(shares, at, cluster, share, share);
      AddShare(reversed, at, kClusters - 1 - cluster, share, share);
    }
  }
  const ShareEvidence evidence = shares.EvidenceOf(Resource::kCpu, 0, 0.1);
  const ShareEvidence other = reversed.EvidenceOf(Resource::kCpu, 0, 0.1);
  ASSERT_TRUE(evidence.interval.has_value() && other.interval.has_value());
  EXPECT_EQ(evidence.interval->low, other.interval->low);
  EXPECT_EQ(evidence.interval->high, other.interval->high);
}

TEST(ShareEvidenceTest, FindsKnownShares) {
  const struct {
    double memory;
    double cpu;
  } kSizes[] = {{0.62, 0.41}, {0.35, 0.77}, {0.05, 0.93}};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> more(0, 0.05);
  ShareCollector shares;
  for (int64_t at = 0; at <= 8 * kDay; at += kDay / 24) {
    for (uint32_t cluster = 0; cluster < 18; ++cluster) {
      const int size = static_cast<int>(cluster % 3);
      AddShare(shares, at, cluster, kSizes[size].memory + more(random), kSizes[size].cpu + more(random), size);
    }
  }
  for (int size = 0; size < 3; ++size) {
    for (const Resource resource : kResources) {
      const double known = (resource == Resource::kMemory ? kSizes[size].memory : kSizes[size].cpu) + 0.05 * 0.05;
      const ShareEvidence evidence = shares.EvidenceOf(resource, size, 0.1);
      EXPECT_EQ(evidence.clusters, 6);
      EXPECT_EQ(evidence.samples, 6 * (8 * 24 + 1));
      EXPECT_EQ(evidence.span, absl::Hours(8 * 24));
      EXPECT_NEAR(evidence.share, known, 0.01);
      ASSERT_TRUE(evidence.proposed_percent.has_value());
      EXPECT_LE(*evidence.proposed_percent, 90 * evidence.share);
      EXPECT_GT(*evidence.proposed_percent, 90 * evidence.share - 1);
      EXPECT_LE(evidence.interval->low, 0.9 * evidence.share);
      EXPECT_GE(evidence.interval->high, 0.9 * evidence.share);
      EXPECT_LT(evidence.interval->high - evidence.interval->low, 0.01);
    }
  }
}

TEST(ShareEvidenceTest, NeedsFiveClusters) {
  for (const uint32_t clusters : {4u, 5u}) {
    const ShareEvidence evidence = SharesOf(clusters, 7 * kDay).EvidenceOf(Resource::kCpu, 0, 0.1);
    EXPECT_EQ(evidence.clusters, clusters);
    EXPECT_EQ(evidence.has_few_clusters(), clusters < 5);
    EXPECT_FALSE(evidence.is_short());
    EXPECT_EQ(evidence.proposed_percent.has_value(), clusters >= 5);
    EXPECT_EQ(evidence.interval.has_value(), clusters >= 5);
    EXPECT_NEAR(evidence.share, 0.502, 0.005);
  }
}

TEST(ShareEvidenceTest, NeedsSevenDays) {
  for (const int64_t missing : {1, 0}) {
    const ShareEvidence evidence = SharesOf(5, 7 * kDay - missing).EvidenceOf(Resource::kMemory, 0, 0.1);
    EXPECT_EQ(evidence.is_short(), missing > 0);
    EXPECT_FALSE(evidence.has_few_clusters());
    EXPECT_EQ(evidence.proposed_percent.has_value(), missing == 0);
  }
}

TEST(ShareEvidenceTest, ASizeWithoutSamplesHasNoEvidence) {
  const ShareEvidence evidence = SharesOf(5, 7 * kDay).EvidenceOf(Resource::kCpu, 1, 0.1);
  EXPECT_EQ(evidence.samples, 0);
  EXPECT_FALSE(evidence.proposed_percent.has_value());
}

TEST(ShareEvidenceTest, TheReserveIsNotProposed) {
  const ShareCollector shares = SharesOf(5, 7 * kDay);
  EXPECT_EQ(shares.EvidenceOf(Resource::kCpu, 0, 0).proposed_percent, 50);
  EXPECT_EQ(shares.EvidenceOf(Resource::kCpu, 0, 0.5).proposed_percent, 25);
  EXPECT_EQ(shares.EvidenceOf(Resource::kCpu, 0, 0.999).proposed_percent, 1);
}

TEST(ShareEvidenceTest, AddsUpPods) {
  ShareCollector shares;
  shares.AddUsage(UsageOf(0, 0, 0, 0.2, 0.1));
  shares.AddUsage(UsageOf(0, 0, 1, 0.3, kNone));
  shares.AddNodes(NodesOf(0, 0, 1, 1), 0);
  EXPECT_NEAR(shares.EvidenceOf(Resource::kMemory, 0, 0).share, 0.5, 0.005);
  EXPECT_NEAR(shares.EvidenceOf(Resource::kCpu, 0, 0).share, 0.1, 0.005);
}

TEST(ShareEvidenceTest, AValueIsUsedForFiveMinutes) {
  for (const int64_t more : {0, 1}) {
    ShareCollector shares;
    shares.AddUsage(UsageOf(0, 0, 0, 0.2, 0.2));
    shares.AddNodes(NodesOf(5 * 60'000 + more, 0, 1, 1), 0);
    EXPECT_EQ(shares.EvidenceOf(Resource::kCpu, 0, 0).samples, 1 - more);
    EXPECT_EQ(shares.unmatched(), 2 * more);
  }
}

TEST(ShareEvidenceTest, APodThatWasReplacedIsNotCounted) {
  ShareCollector shares;
  shares.AddUsage(UsageOf(0, 0, 0, 0.4, 0.4));
  shares.AddUsage(UsageOf(10 * 60'000, 0, 1, 0.3, 0.3));
  shares.AddNodes(NodesOf(10 * 60'000, 0, 1, 1), 0);
  EXPECT_NEAR(shares.EvidenceOf(Resource::kCpu, 0, 0).share, 0.3, 0.005);
}

TEST(ShareEvidenceTest, LeavesOutWhatCannotBeAShare) {
  ShareCollector shares;
  shares.AddNodes(NodesOf(0, 3, 1, 1), 0);  // no usage
  EXPECT_EQ(shares.unmatched(), 2);
  shares.AddUsage(UsageOf(1, 0, 0, 2, 0.5));
  shares.AddNodes(NodesOf(1, 0, 1, 1), -1);  // no size
  EXPECT_EQ(shares.unmatched(), 4);
  shares.AddNodes(NodesOf(1, 0, 1, kNone), 0);  // below the usage
  EXPECT_EQ(shares.below_usage(), 1);
  shares.AddNodes(NodesOf(1, 0, 0, 0), 0);
  EXPECT_EQ(shares.below_usage(), 3);
  EXPECT_EQ(shares.EvidenceOf(Resource::kMemory, 0, 0).samples, 0);
  shares.AddNodes(NodesOf(1, 0, 2, 0.5), 0);  // the whole node
  EXPECT_EQ(shares.EvidenceOf(Resource::kMemory, 0, 0).samples, 1);
}

}  // namespace
}  // namespace cpsizer::history
