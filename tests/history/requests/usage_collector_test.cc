// Tests the evidence from samples: known quantiles, sizes, OOM kills, limits.
#include "client/history/requests/usage_collector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/history/requests/limits.h"
#include "client/history/requests/request_amount.h"
#include "client/history/requests/request_proposal.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kHour = 3'600'000;
// A Monday.
constexpr int64_t kStart = 1'767'571'200'000;
const ContainerName kEtcd = {"etcd", "etcd"};

class UsageCollectorTest : public ::testing::Test {
 protected:
  // Returns a sample of a container of a pod of the cluster `cluster`.
  Sample Of(int cluster, const std::string& pod, int64_t hours, double memory, double cpu) {
    const std::string name = absl::StrCat("clusters/c", cluster);
    return {kStart + hours * kHour, names_.clusters.Number(name), names_.pods.Number(absl::StrCat(name, "/", pod)),
            memory, cpu};
  }
  void Add(const Sample& sample, int size = 0) { ASSERT_TRUE(usage_.Add(sample, size).ok()); }

  HistoryNames names_;
  UsageCollector usage_{names_};
};

// 200 clusters of 3 replicas whose peaks of two weeks are known: of 1,200 maxima, the quantile 0.95 is the 1,140th.
TEST_F(UsageCollectorTest, FindsAKnownQuantileWithinOneStep) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> below(0.1, 0.9);
  std::vector<int> peaks(1'200);
  for (size_t i = 0; i < peaks.size(); ++i) peaks[i] = static_cast<int>(i) + 1;
  std::shuffle(peaks.begin(), peaks.end(), random);
  size_t next = 0;
  for (int cluster = 0; cluster < 200; ++cluster) {
    for (int replica = 0; replica < 3; ++replica) {
      for (int week = 0; week < 2; ++week, ++next) {
        // The peak is at a random time; the other values are below it.
        const int64_t at = static_cast<int64_t>(random() % (7 * 24));
        for (int64_t hour = 0; hour < 7 * 24; ++hour) {
          const double part = hour == at ? 1 : below(random);
          Add(Of(cluster, absl::StrCat("etcd-", replica, ":etcd"), 7 * 24 * week + hour, part * peaks[next] * 4e6,
                 part * peaks[next] * 0.002));
        }
      }
    }
  }
  usage_.Finish();
  for (const double quantile : {0.5, 0.9, 0.95, 0.99, 1.0}) {
    RequestOptions options;
    options.quantile = quantile;
    for (const Resource resource : kResources) {
      const double known = std::ceil(1'200 * quantile) * (resource == Resource::kMemory ? 4e6 : 0.002);
      const UsageEvidence evidence = usage_.EvidenceOf(0, kEtcd, resource, quantile);
      EXPECT_EQ(evidence.clusters.size(), 200u);
      EXPECT_EQ(evidence.samples, 200 * 3 * 14 * 24);
      EXPECT_NEAR(evidence.peak, known, 1e-6 * known);
      EXPECT_NEAR(evidence.max, 1'200 * (resource == Resource::kMemory ? 4e6 : 0.002), 1e-6 * evidence.max);
      const RequestProposal proposal = ProposeRequest(evidence, resource, absl::nullopt, options);
      const double step = resource == Resource::kMemory ? 64 << 20 : 0.01;
      EXPECT_GE(proposal.proposed.value_or(0), 1.2 * known * (1 - 1e-6));
      EXPECT_LE(proposal.proposed.value_or(0), 1.2 * known + step);
      EXPECT_LE(proposal.interval->low, proposal.needed);
      EXPECT_GE(proposal.interval->high, proposal.needed);
    }
  }
}

TEST_F(UsageCollectorTest, TheOrderOfTheSamplesDoesNotMatter) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> amount(0.1, 4);
  std::vector<Sample> samples;
  for (int cluster = 0; cluster < 8; ++cluster) {
    for (int64_t hour = 0; hour < 9 * 24; hour += 3) {
      samples.push_back(Of(cluster, "etcd-0:etcd", hour, 1e9 * amount(random), amount(random)));
    }
  }
  UsageCollector shuffled(names_);
  for (const Sample& sample : samples) Add(sample);
  std::shuffle(samples.begin(), samples.end(), random);
  for (const Sample& sample : samples) ASSERT_TRUE(shuffled.Add(sample, 0).ok());
  usage_.Finish();
  shuffled.Finish();
  for (const Resource resource : kResources) {
    const UsageEvidence a = usage_.EvidenceOf(0, kEtcd, resource, 0.9);
    const UsageEvidence b = shuffled.EvidenceOf(0, kEtcd, resource, 0.9);
    EXPECT_EQ(a.p50, b.p50);
    EXPECT_EQ(a.p95, b.p95);
    EXPECT_EQ(a.max, b.max);
    EXPECT_EQ(a.peak, b.peak);
    EXPECT_EQ(a.span, b.span);
    EXPECT_EQ(a.interval->low, b.interval->low);
    EXPECT_EQ(a.interval->high, b.interval->high);
  }
}

TEST_F(UsageCollectorTest, SizesAndContainersAreSeparate) {
  Add(Of(0, "etcd-0:etcd", 0, 1e9, 1), 0);
  Add(Of(0, "etcd-0:etcd", 1, 2e9, NAN), 1);
  Add(Of(1, "kube-apiserver-6bd9f7c8d4-x2x9z:kube-apiserver", 1, 3e9, 3), 1);
  Add(Of(1, "etcd-0:etcd-metrics", 1, 1e7, 0.1), 1);
  usage_.Finish();
  EXPECT_THAT(usage_.ContainersOf(0), ElementsAre(kEtcd));
  EXPECT_THAT(usage_.ContainersOf(1), ElementsAre(kEtcd, ContainerName{"etcd", "etcd-metrics"},
                                                  ContainerName{"kube-apiserver", "kube-apiserver"}));
  EXPECT_THAT(usage_.ContainersOf(2), IsEmpty());
  EXPECT_NEAR(usage_.EvidenceOf(0, kEtcd, Resource::kMemory, 1).peak, 1e9, 1e3);
  EXPECT_NEAR(usage_.EvidenceOf(1, kEtcd, Resource::kMemory, 1).peak, 2e9, 1e3);
  EXPECT_EQ(usage_.EvidenceOf(1, kEtcd, Resource::kCpu, 1).samples, 0);
  EXPECT_EQ(usage_.EvidenceOf(2, kEtcd, Resource::kCpu, 1).samples, 0);
}

TEST_F(UsageCollectorTest, CountsSamplesOfOtherPods) {
  Add(Of(0, "olm-collect-profiles-29384151-bcdfg:collect", 0, 1e9, 1));
  Add(Of(0, "etcd-0", 0, 1e9, 1));
  Sample of_cluster = Of(0, "etcd-0:etcd", 0, 1e9, 1);
  of_cluster.pod = Sample::kNoPod;
  Add(of_cluster);
  usage_.Finish();
  EXPECT_EQ(usage_.other_samples(), 3);
  EXPECT_THAT(usage_.ContainersOf(0), IsEmpty());
}

TEST_F(UsageCollectorTest, CountsOomKillsOfTheContainer) {
  for (int cluster = 0; cluster < 6; ++cluster) {
    for (int day = 0; day < 8; ++day) Add(Of(cluster, "etcd-0:etcd", 24 * day, 1e9, 0.5));
    Add(Of(cluster, "etcd-0:etcd-metrics", 0, 1e9, 0.5));
  }
  // The second kill is of a pod without a sample.
  const Sample killed = Of(2, "etcd-0:etcd", 30, 0, 0);
  const Sample other = Of(3, "etcd-1:etcd", 40, 0, 0);
  ASSERT_TRUE(names_.oom_kills.Add(killed.cluster, killed.pod, killed.milliseconds, 0).ok());
  ASSERT_TRUE(names_.oom_kills.Add(other.cluster, other.pod, other.milliseconds, 0).ok());
  usage_.Finish();
  const UsageEvidence evidence = usage_.EvidenceOf(0, kEtcd, Resource::kMemory, 0.95);
  EXPECT_EQ(evidence.oom_kills, 2);
  EXPECT_EQ(usage_.oom_kills(), 2);
  EXPECT_EQ(usage_.EvidenceOf(0, {"etcd", "etcd-metrics"}, Resource::kMemory, 0.95).oom_kills, 0);
  RequestOptions options;
  options.allow_decrease = true;
  EXPECT_EQ(ProposeRequest(evidence, Resource::kMemory, 4e9, options).reason, RequestReason::kOomKilled);
}

TEST_F(UsageCollectorTest, LimitsTheDays) {
  absl::Status error;
  for (int cluster = 0; error.ok() && cluster < 1'000; ++cluster) {
    Sample sample = Of(cluster, "etcd-0:etcd", 0, 1, 1);
    sample.milliseconds = 0;
    ASSERT_TRUE(usage_.Add(sample, 0).ok());
    sample.milliseconds = int64_t{100'000} * kDayMilliseconds;
    error = usage_.Add(sample, 0);
  }
  EXPECT_EQ(error.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(error.message()), HasSubstr("select fewer clusters or a shorter time"));
}

TEST_F(UsageCollectorTest, LimitsTheContainers) {
  absl::Status error;
  for (size_t i = 0; i <= kMaxContainersOfSizes; ++i) {
    ASSERT_TRUE(error.ok());
    error = usage_.Add(Of(0, absl::StrCat("etcd-0:c", i), 0, 1, 1), 0);
  }
  EXPECT_EQ(error.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(error.message()), HasSubstr("select the namespaces"));
}

}  // namespace
}  // namespace cpsizer::history
