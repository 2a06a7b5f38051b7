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

// The work of one controller on a cluster. ClusterRun has what every run needs. Belongs to the loop.
class Work {
 public:
  // What it works with. All of it outlives the work.
  struct Tools {
    kube::EventLoop& loop;
    kube::ApiClient& client;
    kube::EventRecorder& events;
    SizingService& service;
    Counters& counters;
    Log log;
    // Returns whether a write may be sent now. Called right before each write.
    std::function<bool()> may_write;
    // Gives free memory back to the system.
    std::function<void()> release_memory;
  };
  struct Callbacks {
    std::function<void()> complete;    // everything that decisions need is known
    std::function<void()> incomplete;  // it no longer is: nothing may be decided until the next `complete`
    std::function<void()> failed;      // the API server cannot be followed for now
  };

  virtual ~Work() = default;

  // Begins to follow the API server. Once.
  virtual void Follow(Callbacks callbacks) = 0;
  // Stops following: the process ends. Calls and writes under way go on.
  virtual void Unfollow() = 0;
  // Another process may have decided from newer objects: lists everything again before anything is decided.
  virtual void LookAnew() = 0;
  // Decides from now on.
  virtual void Start() = 0;
  // Decides nothing until Start(), and writes nothing of what was decided.
  virtual void Hold() = 0;
  // Whether no write is planned or under way.
  virtual bool writes_ended() const = 0;
  // Adds its state to `status`.
  virtual void Describe(SidecarStatus& status) const = 0;
};

// Make the service and the work of a run; both belong to its loop.
using MakeService = std::function<std::unique_ptr<SizingService>(kube::EventLoop& loop)>;
using MakeWork = std::function<std::unique_ptr<Work>(const Work::Tools& tools)>;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WORK_H_
