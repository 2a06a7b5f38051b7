#include "client/history/recommender/vpa_recommender.h"

#include <algorithm>
#include <cmath>

#include "client/history/recommender/amount.h"
#include "client/history/recommender/buckets.h"

namespace cpsizer::history {
namespace {

constexpr double kCpuWeight = 0.1;
constexpr double kMemoryWeight = 1.0;

int64_t RoundUp(int64_t amount, int64_t multiple) {
  if (multiple == 1) return amount;
  return static_cast<int64_t>(std::ceil(static_cast<double>(amount) / static_cast<double>(multiple))) * multiple;
}

}  // namespace

VpaRecommender::VpaRecommender(const RecommenderOptions& options)
    : options_(options),
      cpu_(Buckets::Cpu(), options.cpu_half_life),
      memory_(Buckets::Memory(), options.memory_half_life) {}

void VpaRecommender::AddCpu(uint32_t pod, absl::Time time, double cores) {
  if (std::isnan(cores)) return;
  Pod& state = pods_[pod];
  if (time <= state.last_cpu) return;
  state.last_cpu = time;
  cpu_.Add(AmountFrom(cores * kMillicoresPerCore), kCpuWeight, time);
}

void VpaRecommender::AddMemory(uint32_t pod, absl::Time time, double bytes) {
  if (std::isnan(bytes)) return;
  Pod& state = pods_[pod];
  if (time < state.last_memory) return;
  state.last_memory = time;
  if (state.window_end == absl::InfinitePast()) state.window_end = time;
  const int64_t amount = AmountFrom(bytes);
  if (time < state.window_end) {
    // A window whose peak is 0 keeps this peak, as upstream does.
    if (state.peak == 0 || amount <= state.peak) return;
    memory_.Subtract(state.peak, kMemoryWeight, state.window_end);
  } else {
    const absl::Duration interval = options_.memory_aggregation_interval;
    state.window_end += absl::Trunc(time - state.window_end, interval) + interval;
  }
  state.peak = amount;
  memory_.Add(amount, kMemoryWeight, state.window_end);
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
