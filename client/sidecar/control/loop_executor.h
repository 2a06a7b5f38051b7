#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_LOOP_EXECUTOR_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_LOOP_EXECUTOR_H_

#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"

namespace cpsizer::sidecar {

// Returns an executor that runs the tasks of a service inside RunOnce() of `loop`, which must outlive the service.
Executor ExecutorOf(kube::EventLoop& loop);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_LOOP_EXECUTOR_H_
