#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_

#include <string>

#include "absl/time/time.h"
#include "client/kube/json.h"
#include "cpsizer/v1/meta.pb.h"

// Fields that every status has.
namespace cpsizer::sidecar {

// Returns RFC 3339 text with the fraction of the second, if any.
std::string TimeText(absl::Time time);
// Returns the same in whole seconds, as the API server stores times.
std::string SecondsText(absl::Time time);
// Returns InfinitePast if the text is not RFC 3339.
absl::Time TimeOf(const std::string& text);

// Returns a condition as objects have it, without empty fields except reason and message.
kube::Json ConditionJson(const v1::Condition& condition);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_
