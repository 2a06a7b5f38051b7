#include "client/history/recommender/vpa_recommender.h"

#include <algorithm>
#include <cmath>

#include "client/history/recommender/amount.h"
#include "client/history/recommender/buckets.h"

namespace cpsizer::history {
namespace {

constexpr double kCpuWeight = 0.1;
constexpr double kMemoryWeight = 1.0;
// Source: aggregateContainerStateGCInterval.
constexpr absl::Duration kDeletionInterval = absl::Hours(1);

int64_t RoundUp(int64_t amount, int64_t multiple) {
  if (multiple == 1) return amount;
  return static_cast<int64_t>(std::ceil(static_cast<double>(amount) / static_cast<double>(multiple))) * multiple;
}

}  // namespace

VpaRecommender::VpaRecommender(const RecommenderOptions& options)
    : options_(options),
      cpu_(Buckets::Cpu(), options.cpu_half_life),
      memory_(Buckets::Memory(), options.memory_half_life) {}

void VpaRecommender::DeleteOldState(absl::Time now) {
  if (last_cpu_ == absl::InfinitePast() || now - last_deletion_ < kDeletionInterval) return;
  last_deletion_ = now;
  if (now - last_cpu_ < options_.memory_aggregation_interval_count * options_.memory_aggregation_interval) return;
  // The pods keep their windows and peaks, as upstream does.
  last_cpu_ = absl::InfinitePast();
  cpu_.Clear();
  memory_.Clear();
}

void VpaRecommender::AddCpu(uint32_t pod, absl::Time time, double cores) {
  if (std::isnan(cores)) return;
  DeleteOldState(time);
  Pod& state = pods_[pod];
  if (time <= state.last_cpu) return;
  state.last_cpu = time;
  last_cpu_ = std::max(last_cpu_, time);
  cpu_.Add(AmountFrom(cores * kMillicoresPerCore), kCpuWeight, time);
}

void VpaRecommender::AddMemory(uint32_t pod, absl::Time time, double bytes) {
  if (std::isnan(bytes)) return;
  DeleteOldState(time);
  Pod& state = pods_[pod];
  if (time >= state.last_memory) AddMemoryPeak(state, time, AmountFrom(bytes), /*is_oom_kill=*/false);
}

void VpaRecommender::AddOomKill(uint32_t pod, absl::Time time, double request_bytes) {
  DeleteOldState(time);
  Pod& state = pods_[pod];
  if (time < state.last_memory - options_.memory_aggregation_interval) return;
  // Without the peak of earlier kills, so that several kills do not raise the memory several times.
  const int64_t used = std::max(AmountFrom(request_bytes), state.peak);
  const int64_t needed =
      std::max(used + AmountFrom(options_.oom_min_bump_up_bytes), Scale(used, options_.oom_bump_up_ratio));
  AddMemoryPeak(state, time, needed, /*is_oom_kill=*/true);
}

void VpaRecommender::AddMemoryPeak(Pod& pod, absl::Time time, int64_t amount, bool is_oom_kill) {
  pod.last_memory = time;
  if (pod.window_end == absl::InfinitePast()) pod.window_end = time;
  if (time < pod.window_end) {
    const int64_t peak = std::max(pod.peak, pod.oom_peak);
    // A window whose peak is 0 keeps this peak, as upstream does.
    if (peak == 0 || amount <= peak) return;
    memory_.Subtract(peak, kMemoryWeight, pod.window_end);
  } else {
    const absl::Duration interval = options_.memory_aggregation_interval;
    pod.window_end += absl::Trunc(time - pod.window_end, interval) + interval;
    pod.peak = pod.oom_peak = 0;
  }
  (is_oom_kill ? pod.oom_peak : pod.peak) = amount;
  memory_.Add(amount, kMemoryWeight, pod.window_end);
}

Recommendation VpaRecommender::Recommend() const {
  // The order of the operations is that of upstream, because it decides how the results are rounded.
  const double share = 1.0 / options_.containers;
  const auto finish = [this, share](int64_t target, double pod_minimum, int64_t multiple) {
    const int64_t with_margin = target + Scale(target, options_.margin_fraction);
    return RoundUp(std::max(with_margin, Scale(AmountFrom(pod_minimum), share)), multiple);
  };
  return {finish(cpu_.Percentile(options_.target_cpu_percentile),
                 options_.pod_min_cpu_millicores * 0.001 * kMillicoresPerCore, options_.round_cpu_millicores),
          finish(memory_.Percentile(options_.target_memory_percentile), options_.pod_min_memory_mb * 1024 * 1024,
                 options_.round_memory_bytes)};
}

}  // namespace cpsizer::history
