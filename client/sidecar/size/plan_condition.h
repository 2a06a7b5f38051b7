#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_

#include <string>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/size/objects.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {

// What to write into the configuration's condition, given the service's verdict on it: absent for nothing; a condition
// without type gives up our share of it. Pure.
//
// Nothing is written while somebody else owns the condition, not even the same values: that would make us an owner
// beside them, and their next apply would fail. Our share is given up where the condition stays: who applied it owns it
// as a whole. Who only updated it owns the values that he changed, and the rest stays ours: the API server knows no way
// to give that up but taking the condition away, and it is in the way of no update.
absl::optional<v1::Condition> PlanCondition(const Configuration& configuration, const v1::Condition& verdict,
                                            absl::Time now);

// Returns whether another field manager owns the condition.
bool IsForeign(const Configuration& configuration);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_
