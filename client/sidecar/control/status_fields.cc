#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {

std::string TimeText(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E*SZ", time, absl::UTCTimeZone());
}

absl::Time TimeOf(const std::string& text) {
  absl::Time time;
  return absl::ParseTime(absl::RFC3339_full, text, &time, nullptr) ? time : absl::InfinitePast();
}

kube::Json ConditionJson(const v1::Condition& condition) {
  kube::Json json = {{"type", condition.type()},
                     {"status", condition.status()},
                     {"reason", condition.reason()},
                     {"message", condition.message()}};
  if (condition.observed_generation() != 0) json["observedGeneration"] = condition.observed_generation();
  if (!condition.last_transition_time().empty()) json["lastTransitionTime"] = condition.last_transition_time();
  return json;
}

}  // namespace cpsizer::sidecar
