#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_

#include <string>

#include "absl/time/time.h"
#include "client/kube/json.h"
#include "cpsizer/v1/meta.pb.h"

// Fields that every status has.
namespace cpsizer::sidecar {

// RFC 3339, with the fraction of the second that there is.
std::string TimeText(absl::Time time);
// The same in whole seconds, as the API server stores times.
std::string SecondsText(absl::Time time);
// InfinitePast if it is not RFC 3339.
absl::Time TimeOf(const std::string& text);

// A condition as an object has it; fields that are empty are left out, but for reason and message.
kube::Json ConditionJson(const v1::Condition& condition);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_
