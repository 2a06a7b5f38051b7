#include "server/engine/size/vpa_floor.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/types/optional.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr int kMaxContainers = 20;
constexpr PerResource<double> kPodMinimum = {250, 25};
constexpr PerResource<int64_t> kMostWithoutData = {512 << 20, 100};

// Returns the minimum of a pod, with the arithmetic of the recommender.
int64_t PodMinimum(Resource resource, const VpaRecommender& recommender) {
  const double minimum = recommender.pod_minimum[resource].value_or(kPodMinimum[resource]);
  const double amount = resource == Resource::kMemory ? minimum * 1024 * 1024 : minimum * 0.001 * 1000.0;
  return static_cast<int64_t>(std::clamp(amount, 0.0, static_cast<double>(kMaxVpaAmount)));
}

int64_t RoundUp(int64_t amount, Resource resource, const VpaRecommender& recommender) {
  const int64_t multiple = recommender.rounding[resource].value_or(1);
  return (amount + multiple - 1) / multiple * multiple;
}

// Returns the amount, or nothing if it is absent or not a quantity.
absl::optional<Quantity> AmountOf(const v1::ResourceList& list, Resource resource) {
  const std::string* text = AmountText(list, resource);
  Quantity quantity;
  if (text == nullptr || ParseQuantity(*text, quantity) != QuantityError::kNone) return absl::nullopt;
  return quantity;
}

}  // namespace

bool IsVpaFloor(Resource resource, const Quantity& value, const VpaRecommender& recommender) {
  const int64_t minimum = PodMinimum(resource, recommender);
  if (value.nanos > RoundUp(minimum, resource, recommender) * VpaStepOf(resource)) return false;
  for (int64_t containers = 1; containers <= kMaxContainers; ++containers) {
    for (const int64_t share : {minimum / containers, (minimum + containers - 1) / containers}) {
      if (value.nanos == RoundUp(share, resource, recommender) * VpaStepOf(resource)) return true;
    }
  }
  return false;
}

bool IsBelowVpaFloor(Resource resource, const Quantity& value, const VpaRecommender& recommender) {
  const int64_t least = PodMinimum(resource, recommender) / kMaxContainers;
  return value.nanos < RoundUp(least, resource, recommender) * VpaStepOf(resource);
}

bool IsSmallVpaAmount(Resource resource, const Quantity& value) {
  return value.nanos <= kMostWithoutData[resource] * VpaStepOf(resource);
}

bool IsSmallAndAlike(const v1::RecommendedContainerResources& container) {
  int resources = 0;
  for (const Resource resource : kResources) {
    if (AmountText(container.uncapped_target(), resource) == nullptr) continue;
    const absl::optional<Quantity> uncapped = AmountOf(container.uncapped_target(), resource);
    if (!uncapped.has_value() || !IsSmallVpaAmount(resource, *uncapped)) return false;
    // A minimum of the VPA raises the target and the lower bound alike.
    const absl::optional<Quantity> target = AmountOf(container.target(), resource);
    if (!target.has_value() || *target < *uncapped) return false;
    if (AmountOf(container.lower_bound(), resource) != target) return false;
    ++resources;
  }
  return resources > 0;
}

}  // namespace cpsizer
