#include "client/history/fit/share_evidence.h"

#include <algorithm>
#include <cmath>

namespace cpsizer::history {
namespace {

// A share of 0.60 with a reserve of 0.10 is 54 %, also if the product is slightly below it in binary.
constexpr double kRoundingError = 1e-9;

double AmountOf(const Sample& sample, Resource resource) {
  return resource == Resource::kMemory ? sample.memory_bytes : sample.cpu_cores;
}

}  // namespace

void ShareCollector::AddUsage(const Sample& sample) {
  if (sample.cluster >= pods_.size()) pods_.resize(sample.cluster + 1);
  std::vector<Usage>& pods = pods_[sample.cluster];
  auto pod = std::find_if(pods.begin(), pods.end(), [&](const Usage& usage) { return usage.pod == sample.pod; });
  if (pod == pods.end()) {
    // A new pod is the time to forget pods that no longer exist.
    const int64_t oldest = sample.milliseconds - kUsageLifetimeMilliseconds;
    pods.erase(std::remove_if(pods.begin(), pods.end(),
                              [oldest](const Usage& usage) {
                                return std::max(usage.milliseconds[0], usage.milliseconds[1]) < oldest;
                              }),
               pods.end());
    pods.push_back({sample.pod});
    pod = pods.end() - 1;
  }
  for (const Resource resource : kResources) {
    const double amount = AmountOf(sample, resource);
    if (std::isnan(amount)) continue;
    pod->amount[Index(resource)] = amount;
    pod->milliseconds[Index(resource)] = sample.milliseconds;
  }
}

absl::optional<double> ShareCollector::UsageOf(uint32_t cluster, Resource resource, int64_t now) const {
  if (cluster >= pods_.size()) return absl::nullopt;
  absl::optional<double> sum;
  for (const Usage& pod : pods_[cluster]) {
    if (now - pod.milliseconds[Index(resource)] > kUsageLifetimeMilliseconds) continue;
    sum = sum.value_or(0) + pod.amount[Index(resource)];
  }
  return sum;
}

void ShareCollector::AddNodes(const Sample& sample, int size) {
  for (const Resource resource : kResources) {
    const double nodes = AmountOf(sample, resource);
    if (std::isnan(nodes)) continue;
    const absl::optional<double> usage = UsageOf(sample.cluster, resource, sample.milliseconds);
    if (!usage.has_value() || size < 0) {
      ++unmatched_;
      continue;
    }
    if (nodes <= 0 || *usage > nodes) {
      ++below_usage_;
      continue;
    }
    ClusterShares& shares = shares_[{size, sample.cluster}][Index(resource)];
    ++shares.counts[static_cast<size_t>(ShareBin(*usage / nodes))];
    ++shares.samples;
    shares.first = std::min(shares.first, sample.milliseconds);
    shares.last = sample.milliseconds;
  }
}

ShareEvidence ShareCollector::EvidenceOf(Resource resource, int size, double reserve) const {
  ShareEvidence evidence;
  std::vector<const ShareCounts*> clusters;
  int64_t first = std::numeric_limits<int64_t>::max();
  int64_t last = 0;
  for (auto it = shares_.lower_bound({size, 0}); it != shares_.end() && it->first.first == size; ++it) {
    const ClusterShares& shares = it->second[Index(resource)];
    if (shares.samples == 0) continue;
    clusters.push_back(&shares.counts);
    evidence.samples += shares.samples;
    first = std::min(first, shares.first);
    last = std::max(last, shares.last);
  }
  if (clusters.empty()) return evidence;
  evidence.clusters = static_cast<int64_t>(clusters.size());
  evidence.span = absl::Milliseconds(last - first);
  // The bootstrap chooses clusters by their position, which must not depend on the order of the history.
  std::sort(clusters.begin(), clusters.end(), [](const ShareCounts* a, const ShareCounts* b) { return *a < *b; });
  const ShareQuantile quantile(clusters);
  evidence.share = quantile.Of(kShareQuantile);
  if (evidence.has_few_clusters() || evidence.is_short()) return evidence;
  const double factor = 1 - reserve;
  const auto percent = static_cast<int>(std::floor(100 * factor * evidence.share + kRoundingError));
  evidence.proposed_percent = std::max(percent, 1);
  const Interval interval = quantile.Bootstrap(kShareQuantile, kBootstrapRounds, kBootstrapSeed);
  evidence.interval = Interval{factor * interval.low, factor * interval.high};
  return evidence;
}

}  // namespace cpsizer::history
