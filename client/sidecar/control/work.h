#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_

#include <functional>
#include <memory>

#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/status_board.h"

namespace cpsizer::sidecar {

// What a sidecar does on a cluster, beside what every run on one needs. Belongs to the loop.
class Work {
 public:
  // What it is given; all of it outlives it.
  struct Tools {
    kube::EventLoop& loop;
    kube::ApiClient& client;
    kube::EventRecorder& events;
    SizingService& service;
    Counters& counters;
    Log log;
    // Whether a write may be sent now: asked right before each.
    std::function<bool()> may_write;
    // Gives free memory back to the system.
    std::function<void()> release_memory;
  };
  struct Callbacks {
    std::function<void()> complete;    // everything that decisions need is known
    std::function<void()> incomplete;  // it no longer is: nothing may be decided until `complete` is heard again
    std::function<void()> failed;      // the API server cannot be followed for now
  };

  virtual ~Work() = default;

  // Begins to follow the API server. Once.
  virtual void Follow(Callbacks callbacks) = 0;
  // Ends that: a stop has begun. What is under way goes on.
  virtual void Unfollow() = 0;
  // Somebody else may have acted on newer things: looks at everything anew before anything is decided.
  virtual void LookAnew() = 0;
  // Decides from here on.
  virtual void Start() = 0;
  // Decides nothing until Start(), and writes nothing of what was decided.
  virtual void Hold() = 0;
  // Whether no write is planned or under way.
  virtual bool writes_ended() const = 0;
  // Adds what there is to tell of it to `status`.
  virtual void Describe(SidecarStatus& status) const = 0;
};

// Make the service and the work of a run; both belong to its loop.
using MakeService = std::function<std::unique_ptr<SizingService>(kube::EventLoop& loop)>;
using MakeWork = std::function<std::unique_ptr<Work>(const Work::Tools& tools)>;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_
