#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_DEPENDENCIES_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_DEPENDENCIES_H_

#include <functional>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/write/writes.h"
#include "client/sidecar/size/cluster_cache.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kSizeWrites[] = "size";
inline constexpr char kVpaWrites[] = "vpa";
inline constexpr char kConditionWrites[] = "condition";

// The objects that the parts of the controller use. They outlive the parts.
struct Dependencies {
  kube::EventLoop& loop;
  ClusterCache& cache;
  SizingService& service;
  Writes::SendRequest send;                        // null if there is no API server
  std::function<void(const kube::Event&)> record;  // null if nothing is ever written
  Counters& counters;
  Log log;
  // Returns whether a write may be sent now. Must be called immediately before each write.
  std::function<bool()> may_write;
  std::function<absl::Time()> wall_time = absl::Now;
  // The text that the previous leader stored on the lease with `remember`; nothing if there is none. The text is known
  // while this process leads.
  std::function<absl::optional<std::string>()> remembered = [] { return absl::nullopt; };
  std::function<void(std::string text)> remember = [](const std::string&) {};
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_DEPENDENCIES_H_
