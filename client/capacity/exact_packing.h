#ifndef CPSIZER_CLIENT_CAPACITY_EXACT_PACKING_H_
#define CPSIZER_CLIENT_CAPACITY_EXACT_PACKING_H_

#include <cstdint>

#include "client/capacity/packing_problem.h"

namespace cpsizer::capacity {

enum class ExactResult : uint8_t {
  kFits,
  kImpossible,  // no placement exists
  kUnknown,     // the search ended at its limit
};

struct ExactPacking {
  ExactResult result = ExactResult::kUnknown;
  PodCounts counts;  // if it fits
};

// Searches a placement of `copies` control planes among all placements. The number of steps is limited, so it finds a
// result only in small clusters.
ExactPacking PackExactly(const PackingProblem& problem, int64_t copies);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_EXACT_PACKING_H_
