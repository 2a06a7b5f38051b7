#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_MIN_MAX_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_MIN_MAX_H_

#include <cstdint>

#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"

namespace cpsizer {

// One of two bounds.
struct Bound {
  FieldPath path;
  bool given;
  int32_t value;
};

// Checks two required bounds: `min` must be at least 0; `max` must be at least `least_max` and at least `min`. Adds
// FIELD_REQUIRED or VALUE_OUT_OF_RANGE, or `below` if `max` is below `min`.
void CheckMinMax(const Bound& min, const Bound& max, int least_max, Rule below, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_MIN_MAX_H_
