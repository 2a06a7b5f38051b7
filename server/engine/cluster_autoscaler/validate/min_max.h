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

// Checks two required bounds: `min` is at least 0, `max` at least `least_max` and at least `min`. FIELD_REQUIRED,
// VALUE_OUT_OF_RANGE; `below` if `max` is below `min`.
void CheckMinMax(const Bound& min, const Bound& max, int least_max, Rule below, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_MIN_MAX_H_
