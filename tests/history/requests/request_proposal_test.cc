// Tests when a request is proposed and when the present one is kept.
#include "client/history/requests/request_proposal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "client/history/requests/request_amount.h"

namespace cpsizer::history {
namespace {

// Evidence about CPU whose peak is `peak`, of `clusters` clusters.
UsageEvidence EvidenceOf(double peak, uint32_t clusters = 5, absl::Duration span = absl::Hours(7 * 24)) {
  UsageEvidence evidence;
  evidence.samples = 100;
  evidence.span = span;
  for (uint32_t i = 0; i < clusters; ++i) evidence.clusters.push_back({i, {static_cast<float>(peak)}});
  SetPeak(0.95, evidence);
  return evidence;
}

RequestProposal ProposeCpu(const UsageEvidence& evidence, absl::optional<double> present, bool allow_decrease = false) {
  RequestOptions options;
  options.allow_decrease = allow_decrease;
  return ProposeRequest(evidence, Resource::kCpu, present, options);
}

TEST(RequestProposalTest, ProposesTheQuantileWithHeadroomRoundedUp) {
  const RequestProposal proposal = ProposeCpu(EvidenceOf(0.501), 0.3);
  EXPECT_EQ(proposal.reason, RequestReason::kIncrease);
  EXPECT_NEAR(proposal.needed, 0.6012, 1e-6);
  EXPECT_NEAR(proposal.proposed.value_or(0), 0.61, 1e-9);
  ASSERT_TRUE(proposal.interval.has_value());
  EXPECT_NEAR(proposal.interval->low, 0.6012, 1e-6);
  EXPECT_NEAR(proposal.interval->high, 0.6012, 1e-6);
}

TEST(RequestProposalTest, AMissingRequestIsNew) {
  const RequestProposal proposal = ProposeCpu(EvidenceOf(0.5), absl::nullopt);
  EXPECT_EQ(proposal.reason, RequestReason::kNew);
  EXPECT_TRUE(proposal.proposed.has_value());
}

TEST(RequestProposalTest, KeepsTheRequestWithinTheDeadBand) {
  const struct {
    double present;
    RequestReason reason;
  } kCases[] = {
      {0.60, RequestReason::kWithinDeadBand}, {0.55, RequestReason::kWithinDeadBand}, {0.54, RequestReason::kIncrease},
      {0.66, RequestReason::kWithinDeadBand}, {0.67, RequestReason::kDecrease},       {0.01, RequestReason::kIncrease},
  };
  for (const auto& [present, reason] : kCases) {
    const RequestProposal proposal = ProposeCpu(EvidenceOf(0.5), present, true);
    EXPECT_EQ(proposal.reason, reason) << present;
    EXPECT_EQ(proposal.proposed.has_value(), reason != RequestReason::kWithinDeadBand) << present;
  }
}

TEST(RequestProposalTest, ADecreaseMustBeAllowed) {
  EXPECT_EQ(ProposeCpu(EvidenceOf(0.5), 2).reason, RequestReason::kDecreaseNotAllowed);
  EXPECT_FALSE(ProposeCpu(EvidenceOf(0.5), 2).proposed.has_value());
  EXPECT_EQ(ProposeCpu(EvidenceOf(0.5), 2, true).reason, RequestReason::kDecrease);
  EXPECT_NEAR(ProposeCpu(EvidenceOf(0.5), 2, true).proposed.value_or(0), 0.6, 1e-9);
}

TEST(RequestProposalTest, LessThanTheSmallestStepIsNotAnIncrease) {
  EXPECT_EQ(ProposeCpu(EvidenceOf(0.004), 0.008, true).reason, RequestReason::kWithinDeadBand);
  EXPECT_EQ(ProposeCpu(EvidenceOf(0.001), 0.01, true).reason, RequestReason::kWithinDeadBand);
}

TEST(RequestProposalTest, NeverDecreasesAfterOomKills) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> amount(0.001, 8);
  for (int round = 0; round < 2'000; ++round) {
    UsageEvidence evidence = EvidenceOf(amount(random));
    evidence.oom_kills = 1 + round % 3;
    const double present = amount(random);
    const RequestProposal proposal = ProposeCpu(evidence, present, true);
    EXPECT_GE(proposal.proposed.value_or(present), present);
    if (proposal.needed < 0.8 * present && present > 0.02) {
      EXPECT_EQ(proposal.reason, RequestReason::kOomKilled);
    } else if (proposal.needed > 1.11 * present) {
      EXPECT_EQ(proposal.reason, RequestReason::kIncrease);
    }
  }
}

TEST(RequestProposalTest, NeedsFiveClustersAndSevenDays) {
  const absl::Duration week = absl::Hours(7 * 24);
  for (const UsageEvidence& little :
       {EvidenceOf(0.5, 4, week), EvidenceOf(0.5, 5, week - absl::Milliseconds(1)), EvidenceOf(0.5, 1, week)}) {
    const RequestProposal proposal = ProposeCpu(little, 0.1, true);
    EXPECT_EQ(proposal.reason, RequestReason::kTooLittleEvidence);
    EXPECT_FALSE(proposal.proposed.has_value());
    EXPECT_FALSE(proposal.interval.has_value());
    EXPECT_NEAR(proposal.needed, 0.6, 1e-6);
  }
  EXPECT_EQ(ProposeCpu(EvidenceOf(0.5, 5, week), 0.1).reason, RequestReason::kIncrease);
  EXPECT_EQ(ProposeCpu({}, 0.1).reason, RequestReason::kNoUsage);
}

TEST(RequestProposalTest, TheIntervalIsThatOfTheClusters) {
  UsageEvidence evidence = EvidenceOf(1, 40);
  for (uint32_t i = 0; i < 40; ++i) evidence.clusters[i].maxima = {0.5F + 0.0125F * static_cast<float>(i)};
  SetPeak(0.95, evidence);
  const RequestProposal proposal = ProposeCpu(evidence, absl::nullopt);
  EXPECT_NEAR(proposal.needed, 1.2 * (0.5 + 0.0125 * 37), 1e-6);
  ASSERT_TRUE(proposal.interval.has_value());
  EXPECT_LT(proposal.interval->low, proposal.needed);
  EXPECT_GT(proposal.interval->high, proposal.needed);
  // The order of the clusters does not matter, and the seed is fixed.
  std::reverse(evidence.clusters.begin(), evidence.clusters.end());
  SetPeak(0.95, evidence);
  EXPECT_EQ(ProposeCpu(evidence, absl::nullopt).interval->low, proposal.interval->low);
  EXPECT_EQ(ProposeCpu(evidence, absl::nullopt).interval->high, proposal.interval->high);
}

// The definition of the quantile, with clusters that have different numbers of replicas.
TEST(RequestProposalTest, EachReplicaAndWeekHasTheSameWeight) {
  UsageEvidence evidence = EvidenceOf(1);
  float value = 0;
  for (size_t i = 0; i < 5; ++i) {
    evidence.clusters[i].maxima.clear();
    for (size_t k = 0; k < 4 * (i + 1); ++k) evidence.clusters[i].maxima.push_back(++value);
  }
  for (const auto& [quantile, peak] :
       {std::pair(0.95, 57), std::pair(0.5, 30), std::pair(0.01, 1), std::pair(1.0, 60)}) {
    SetPeak(quantile, evidence);
    EXPECT_EQ(evidence.peak, peak) << quantile;
  }
}

}  // namespace
}  // namespace cpsizer::history
