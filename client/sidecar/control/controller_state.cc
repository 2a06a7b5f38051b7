#include "client/sidecar/control/controller_state.h"

namespace cpsizer::sidecar {

void ControllerState::Delete(const std::string& key) {
  holds.Release(key);
  agreements.Delete(key);
  contentions.Delete(key);
}

void ControllerState::Describe(absl::Time now, SidecarStatus& status) const {
  status.held = holds.Count(now);
  status.held_begun = holds.begun();
  status.agreements = agreements.decisions();
  status.observed = agreements.Objects();
  status.contended = contentions.Count(now);
}

}  // namespace cpsizer::sidecar
