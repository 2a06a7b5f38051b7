#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLER_STATE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLER_STATE_H_

#include <string>

#include "absl/time/time.h"
#include "client/sidecar/control/agreements.h"
#include "client/sidecar/control/contention_tracker.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/control/status_board.h"

namespace cpsizer::sidecar {

// The state that one controller keeps for its objects, by key, in addition to the objects. Must be used only on the
// thread of the event loop.
struct ControllerState {
  Holds holds;
  Agreements agreements;
  ContentionTracker contentions;

  // Must be called when the object no longer exists.
  void Delete(const std::string& key);
  void Describe(absl::Time now, SidecarStatus& status) const;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLER_STATE_H_
