#ifndef CPSIZER_SERVER_ENGINE_SIZE_CAPACITY_HOLDS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_CAPACITY_HOLDS_H_

#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "server/engine/size/hold_report.h"

namespace cpsizer {

// Adds CAPACITY_SUSPECT or CPU_CAPACITY_MISSING if the unit of a capacity is probably wrong, or if a CPU capacity is
// unknown, and the choice is another size that is not certainly larger than the current size. A size is certainly
// larger if it has more memory, and the units of the memory of both sizes are plausible. If the ladder does not have
// the current size, only its last size is certainly larger. If a size has more memory but less CPU than another size,
// no size is certainly larger.
//
// CPU capacities are read only if `cpu_counts` is true, that is, if CPU would take part if all capacities were known.
// Source: docs/decisions/0042-capacities-hold-in-the-engine.md. O(n).
void CheckCapacities(const SizeLadder& ladder, bool cpu_counts, const Choice& choice,
                     const absl::optional<CurrentSize>& current, HoldReport& report);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_CAPACITY_HOLDS_H_
