#ifndef CPSIZER_SERVER_ENGINE_SIZE_VPA_VALUES_H_
#define CPSIZER_SERVER_ENGINE_SIZE_VPA_VALUES_H_

#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/size_ladder.h"

// The values that the VPA recommender can produce. Source: kubernetes/autoscaler, pkg/recommender. All values are
// recommendations with the default flags, and include the safety margin.
namespace cpsizer {

// Returns whether the value is at or above the upper end of the histogram of the recommender: 1e12 bytes or 1,000
// cores.
bool IsVpaOverflow(Resource resource, const Quantity& value);

// Returns the next value that the recommender can produce above or below `value`; absent if its histogram has no such
// value.
absl::optional<Quantity> NextVpaValueAbove(Resource resource, const Quantity& value);
absl::optional<Quantity> NextVpaValueBelow(Resource resource, const Quantity& value);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_VPA_VALUES_H_
