#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_CONTROLLER_DEPENDENCIES_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_CONTROLLER_DEPENDENCIES_H_

#include <functional>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/write/writes.h"

namespace cpsizer::sidecar {

// The objects that each controller uses. They outlive the controller. Each controller adds its own.
struct ControllerDependencies {
  kube::EventLoop& loop;
  SizingService& service;
  Writes::SendRequest send;                        // null if there is no API server
  std::function<void(const kube::Event&)> record;  // null if nothing is ever written
  Counters& counters;
  Log log;
  // Returns whether a write may be sent now. Must be called immediately before each write.
  std::function<bool()> may_write;
  std::function<absl::Time()> wall_time = absl::Now;  // the time of day
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_CONTROLLER_DEPENDENCIES_H_
