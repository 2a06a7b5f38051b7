#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_

#include <string>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/size/objects.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {

// Returns the condition to write, given the service's verdict on the configuration: absent if nothing is to be written;
// a condition without type releases our share of it. Pure.
//
// Nothing is written while another field manager owns the condition, not even the same values: both would be owners
// then, and the next apply of the other one would fail. Our share is released if the condition stays: a manager that
// applied it owns it as a whole. A manager that only updated it owns the values that it changed, and we own the rest:
// the API server has no way to release that except deleting the condition, and our share does not prevent updates.
absl::optional<v1::Condition> PlanCondition(const Configuration& configuration, const v1::Condition& verdict,
                                            absl::Time now);

// Returns whether another field manager owns the condition.
bool IsForeign(const Configuration& configuration);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_
