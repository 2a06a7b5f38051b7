#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/sidecar/size/objects.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {

// Returns the condition to write for the verdict of the service about the configuration. Absent if nothing must be
// written. A condition without a type means that we release our share of the condition. Pure.
//
// While another field manager owns the condition, nothing is written except the release of our share. Even a write of
// the same values would make both managers owners of the condition, and the next apply of the other manager would fail.
//
// Our share is released only if the condition remains. If the other manager applied the condition, it owns the whole
// condition, so the condition remains. If the other manager only updated the condition, it owns the values that it
// changed, and we own the other values. In this case, a release of our share would delete the condition, so our share
// is kept. Our share does not prevent updates.
absl::optional<v1::Condition> PlanCondition(const Configuration& configuration, const v1::Condition& verdict,
                                            absl::Time now);

// Returns the condition objects::kStoredFieldsCondition to write; absent if nothing must be written. `lost_fields` is
// StoredFields::problem(). Without a problem, the condition is written only if an earlier problem has ended. Pure.
absl::optional<v1::Condition> PlanFieldsCondition(const Configuration& configuration, absl::string_view lost_fields,
                                                  absl::Time now);

// Returns the desired condition objects::kStoredFieldsCondition without its time; without a type if there must be none.
v1::Condition FieldsCondition(const Configuration& configuration, absl::string_view lost_fields);

// Returns whether another field manager owns the condition.
bool IsForeign(const Configuration& configuration);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_PLAN_CONDITION_H_
