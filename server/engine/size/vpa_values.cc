#include "server/engine/size/vpa_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "server/engine/size/vpa_options.h"

namespace cpsizer {
namespace {

// All values in this file are multiples of the unit in which the recommender counts.
constexpr PerResource<int64_t> kOverflow = {1'000'000'000'000, 1'000'000};

// The histogram has 176 buckets, and each bucket is 5 % wider than the previous bucket. A target is the edge of a
// bucket plus 15 %.
constexpr int kEdges = 175;
constexpr double kGrowth = 1.05;
constexpr double kMargin = 0.15;
constexpr PerResource<double> kFirstBucket = {1e7, 10};  // bytes, millicores

// In nano-units, in ascending order.
using Targets = std::array<Nanos, kEdges>;

Targets MakeTargets(Resource resource) {
  Targets targets;
  for (int i = 1; i <= kEdges; ++i) {
    const double edge = kFirstBucket[resource] * (std::pow(kGrowth, i) - 1) / (kGrowth - 1);
    const auto steps = static_cast<int64_t>(edge);
    const int64_t target = steps + static_cast<int64_t>(static_cast<double>(steps) * kMargin);
    targets[static_cast<size_t>(i) - 1] = target * VpaStepOf(resource);
  }
  return targets;
}

const Targets& TargetsOf(Resource resource) {
  static const PerResource<Targets> kTargets = {MakeTargets(Resource::kMemory), MakeTargets(Resource::kCpu)};
  return kTargets[resource];
}

}  // namespace

bool IsVpaOverflow(Resource resource, const Quantity& value) {
  return value.nanos >= kOverflow[resource] * VpaStepOf(resource);
}

absl::optional<Quantity> NextVpaValueAbove(Resource resource, const Quantity& value) {
  const Targets& targets = TargetsOf(resource);
  const auto next = std::upper_bound(targets.begin(), targets.end(), value.nanos);
  if (next == targets.end()) return absl::nullopt;
  return Quantity{*next, value.format};
}

absl::optional<Quantity> NextVpaValueBelow(Resource resource, const Quantity& value) {
  const Targets& targets = TargetsOf(resource);
  const auto at = std::lower_bound(targets.begin(), targets.end(), value.nanos);
  if (at == targets.begin()) return absl::nullopt;
  return Quantity{*std::prev(at), value.format};
}

}  // namespace cpsizer
