#include "client/sidecar/control/service_health.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {

absl::Duration ServiceHealth::Failed(const absl::Status& status) {
  trouble_ = std::string(status.message());
  ++failures_;
  ++seams_.counters.service_failures;
  // Logs have it: no more digits than mean something.
  return absl::Ceil(backoff_.Next(seams_.loop.now(), seams_.loop.random()), absl::Milliseconds(1));
}

void ServiceHealth::Answered() {
  const int failures = std::exchange(failures_, 0);
  trouble_.clear();
  if (failures == 0) return;
  backoff_ = kube::Backoff();
  seams_.log(LogLevel::kInfo, "the service answers again", {{"failures", absl::StrCat(failures)}});
}

}  // namespace cpsizer::sidecar
