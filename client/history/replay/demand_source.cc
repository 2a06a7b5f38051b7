#include "client/history/replay/demand_source.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/history/series/limits.h"

namespace cpsizer::history {
namespace {

constexpr double kNanosPerCore = 1e9;
constexpr int64_t kNanosPerMillicore = 1'000'000;
// Far above each real amount, and below the limits of a quantity and of the whole nano-cores of 64 bits.
constexpr double kMaxMemoryBytes = 1e18;
constexpr double kMaxCpuCores = 1e9;
// The start of the year 2200, which is the end of the times that the recommender can use.
constexpr int64_t kEndOfUsageMilliseconds = 7'258'118'400'000;

absl::Status CheckAmount(absl::string_view what, double amount, double most) {
  if (std::isnan(amount) || (amount >= 0 && amount <= most)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(what, " ", amount, " is not in the range from 0 to ", most, "; correct the history"));
}

// Sets `last` to `amount`. Without an amount, the last one is kept for kDemandLifetimeMilliseconds.
void Update(int64_t amount, int64_t now, int64_t& last, int64_t& last_milliseconds) {
  if (amount != Demand::kAbsent) {
    last = amount;
    last_milliseconds = now;
  } else if (last_milliseconds < now - kDemandLifetimeMilliseconds) {
    last = Demand::kAbsent;
  }
}

// Returns the nearest thousandths of a byte, so that 41.6Gi is not more than 41.6Gi. Above 9e15 bytes, which no size
// has, returns the largest number.
int64_t MillisOf(double bytes) {
  constexpr auto kMostBytes = static_cast<double>(INT64_MAX / kMillisPerByte);
  if (bytes >= kMostBytes) return INT64_MAX;
  const double whole = std::floor(bytes);
  return static_cast<int64_t>(whole) * kMillisPerByte + std::llround((bytes - whole) * kMillisPerByte);
}

}  // namespace

absl::Status DemandSource::Add(const Sample& sample, bool& used) {
  used = false;
  bool has_nodes = false;
  if (absl::Status status = AddNodes(sample, has_nodes); !status.ok()) return status;
  absl::Status status = AddResources(sample, used);
  used |= has_nodes;
  return status;
}

absl::Status DemandSource::AddNodes(const Sample& sample, bool& used) {
  if (!with_nodes_) return absl::OkStatus();
  used = !std::isnan(sample.nodes);
  if (absl::Status status = CheckAmount("nodes", sample.nodes, kMaxNodes); !status.ok()) return status;
  if (!used && sample.cluster >= clusters_.size()) return absl::OkStatus();
  Cluster& cluster = At(sample.cluster);
  Update(used ? static_cast<int64_t>(sample.nodes) : Demand::kAbsent, sample.milliseconds, cluster.demand.nodes,
         cluster.nodes_milliseconds);
  return absl::OkStatus();
}

DemandSource::Cluster& DemandSource::At(uint32_t cluster) {
  if (cluster >= clusters_.size()) clusters_.resize(cluster + size_t{1});
  return clusters_[cluster];
}

absl::Status DemandSource::AddResources(const Sample& sample, bool& used) {
  if (kind_ == SeriesKind::kNodes) return absl::OkStatus();
  if (std::isnan(sample.memory_bytes) && std::isnan(sample.cpu_cores)) return absl::OkStatus();
  if (absl::Status status = CheckAmount("memory", sample.memory_bytes, kMaxMemoryBytes); !status.ok()) return status;
  if (absl::Status status = CheckAmount("cpu", sample.cpu_cores, kMaxCpuCores); !status.ok()) return status;
  if (absl::Status status = Detect(sample, used); !status.ok() || !used) return status;
  Cluster& cluster = At(sample.cluster);
  if (kind_ == SeriesKind::kUsage) return AddUsage(sample, cluster);
  Demand amounts;
  if (!std::isnan(sample.memory_bytes)) amounts.memory_millis = MillisOf(sample.memory_bytes);
  // A decimal number of cores has a rounding error in binary, so the nearest nano-core is the number that was written.
  if (!std::isnan(sample.cpu_cores)) amounts.cpu_nanos = std::llround(sample.cpu_cores * kNanosPerCore);
  AddRecommendation(sample, amounts, cluster);
  return absl::OkStatus();
}

absl::Status DemandSource::Detect(const Sample& sample, bool& used) {
  const bool of_pod = sample.pod != Sample::kNoPod;
  if (kind_ == SeriesKind::kDetect) {
    kind_ = of_pod ? SeriesKind::kUsage : SeriesKind::kRecommendation;
    detected_ = true;
  }
  if (detected_ && of_pod != (kind_ == SeriesKind::kUsage)) {
    return absl::InvalidArgumentError(
        "the history has samples of clusters and samples of pods; choose with --series=recommendation or "
        "--series=usage");
  }
  used = kind_ == SeriesKind::kUsage || !of_pod;
  return absl::OkStatus();
}

void DemandSource::AddRecommendation(const Sample& sample, const Demand& amounts, Cluster& cluster) {
  const int64_t now = sample.milliseconds;
  Update(amounts.memory_millis, now, cluster.demand.memory_millis, cluster.memory_milliseconds);
  Update(amounts.cpu_nanos, now, cluster.demand.cpu_nanos, cluster.cpu_milliseconds);
}

absl::Status DemandSource::AddUsage(const Sample& sample, Cluster& cluster) {
  if (sample.milliseconds >= kEndOfUsageMilliseconds) {
    return absl::InvalidArgumentError("usage after the year 2199 cannot be used; correct the time");
  }
  if (cluster.recommender == nullptr) {
    cluster.recommender = std::make_unique<VpaRecommender>(options_);
    cluster.kills_from = sample.milliseconds + 1;
  }
  AddKillsBefore(sample, cluster);
  const absl::Time time = absl::FromUnixMillis(sample.milliseconds);
  if (!std::isnan(sample.cpu_cores)) cluster.recommender->AddCpu(sample.pod, time, sample.cpu_cores);
  if (!std::isnan(sample.memory_bytes)) cluster.recommender->AddMemory(sample.pod, time, sample.memory_bytes);
  return absl::OkStatus();
}

void DemandSource::AddKillsBefore(const Sample& sample, Cluster& cluster) {
  const OomKills::Kills* const kills = kills_ == nullptr ? nullptr : kills_->Of(sample.cluster);
  if (kills == nullptr || sample.milliseconds <= cluster.kills_from) return;
  const auto end = kills->lower_bound({sample.milliseconds, 0});
  for (auto kill = kills->lower_bound({cluster.kills_from, 0}); kill != end; ++kill) {
    const auto& [milliseconds, pod] = kill->first;
    const double request = std::isnan(kill->second) ? kills_->RequestOf(pod) : kill->second;
    cluster.recommender->AddOomKill(pod, absl::FromUnixMillis(milliseconds), request);
    ++oom_kills_;
  }
  cluster.kills_from = sample.milliseconds;
}

Demand DemandSource::Of(uint32_t cluster) const {
  const Cluster& found = clusters_[cluster];
  if (found.recommender == nullptr) return found.demand;
  const Recommendation recommendation = found.recommender->Recommend();
  return {MillisOf(static_cast<double>(recommendation.memory_bytes)),
          recommendation.cpu_millicores * kNanosPerMillicore, found.demand.nodes};
}

}  // namespace cpsizer::history
