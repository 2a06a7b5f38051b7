#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/status_board.h"

namespace cpsizer::sidecar {

// The work of one controller on a cluster. ClusterRun has everything that is common to all controllers. Must be used
// only on the thread of the event loop.
class Work {
 public:
  // The objects that the work uses. They outlive the work.
  struct Context {
    kube::EventLoop& loop;
    kube::ApiClient& client;
    kube::EventRecorder& events;
    SizingService& service;
    Counters& counters;
    Log log;
    // Returns whether a write may be sent now. Must be called immediately before each write.
    std::function<bool()> may_write;
    // Returns free memory to the system.
    std::function<void()> release_memory;
    // Returns the value of an annotation of our lease, which a previous leader may have set; nothing if there is none.
    // The value is known while this process is the leader.
    std::function<absl::optional<std::string>(absl::string_view name)> lease_annotation;
    // Sets an annotation of our lease for the next leader. Does nothing without a lease.
    std::function<void(absl::string_view name, std::string value)> set_lease_annotation;
    std::function<absl::Time()> wall_time = absl::Now;  // the time of day
  };
  struct Callbacks {
    // Called when the caches contain all objects that decisions need.
    std::function<void()> complete;
    // Called when the caches are incomplete. Decisions must stop until `complete` is called again.
    std::function<void()> incomplete;
    // Called when a list or a watch of the API server has failed.
    std::function<void()> failed;
  };

  virtual ~Work() = default;

  // Starts the reflectors. Must be called once.
  virtual void Follow(Callbacks callbacks) = 0;
  // Stops the reflectors before shutdown. Calls and writes in flight continue.
  virtual void Unfollow() = 0;
  // Lists all objects again before the next decision, because another process may have decided from newer objects.
  virtual void Relist() = 0;
  // Starts decisions.
  virtual void Start() = 0;
  // Pauses decisions until Start(). Does not write decisions that were already made.
  virtual void Pause() = 0;
  // Returns true if there are no planned writes and no writes in flight.
  virtual bool writes_ended() const = 0;
  // Adds the state of the work to `status`.
  virtual void Describe(SidecarStatus& status) const = 0;
};

// These functions create the service and the work of a run. The service and the work must be used only on the thread of
// the event loop.
using MakeService = std::function<std::unique_ptr<SizingService>(kube::EventLoop& loop)>;
using MakeWork = std::function<std::unique_ptr<Work>(const Work::Context& context)>;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_
