#ifndef CPSIZER_SERVER_ENGINE_SIZE_VPA_VALUES_H_
#define CPSIZER_SERVER_ENGINE_SIZE_VPA_VALUES_H_

#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/size_ladder.h"

// The values that the VPA recommender can produce, and those that mean that it has no data. Source:
// kubernetes/autoscaler, pkg/recommender. All values are recommendations with the default flags, safety margin
// included.
namespace cpsizer {

// Returns whether the value is beyond what a histogram of the recommender can measure: 1e12 bytes, 1,000 cores.
bool IsVpaOverflow(Resource resource, const Quantity& value);

// Returns whether the value is the recommender's minimum (250 MiB, 25 millicores) shared among 1 to 20 containers,
// rounded up or down.
bool IsVpaFloor(Resource resource, const Quantity& value);

// Returns whether the value is less than all values for which IsVpaFloor() is true. A recommender never produces such a
// value.
bool IsBelowVpaFloor(Resource resource, const Quantity& value);

// Returns the next value above or below that the recommender can produce; absent past either end of its histogram.
absl::optional<Quantity> NextVpaValueAbove(Resource resource, const Quantity& value);
absl::optional<Quantity> NextVpaValueBelow(Resource resource, const Quantity& value);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_VPA_VALUES_H_
