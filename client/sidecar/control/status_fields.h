#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_

#include <string>

#include "absl/time/time.h"
#include "client/kube/json.h"
#include "cpsizer/v1/meta.pb.h"

// Functions for the fields that every status has.
namespace cpsizer::sidecar {

// Returns `time` in RFC 3339, with fractional seconds if they are not zero.
std::string TimeText(absl::Time time);
// Returns the time of an RFC 3339 text; InfinitePast if `text` is not RFC 3339.
absl::Time TimeOf(const std::string& text);

// Returns the JSON of a condition in the status of an object. Empty fields are omitted, except reason and message.
kube::Json ConditionJson(const v1::Condition& condition);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STATUS_FIELDS_H_
