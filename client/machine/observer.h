#ifndef CPSIZER_CLIENT_MACHINE_OBSERVER_H_
#define CPSIZER_CLIENT_MACHINE_OBSERVER_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/machine/usage_reader.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// The inputs of one decision.
struct Observation {
  // The request, without its samples, its time and its options.
  v1::RecommendMachineRequest request;
  NodeUsage usage;
  bool machine_set_deleting = false;
};

// Reads the inputs of a decision about `autoscaler` in the namespace: the ControlPlaneMachineSet, the control plane
// nodes with their usage, and the results of the queries. Reads the ControlPlaneMachineSet from the API server, not
// from a cache. Failures of metrics and queries are part of the request. Errors: a code of api_error.h, with a sentence
// that names the object that cannot be read. Calls `done` once. Writes nothing. `loop` and `client` must outlive the
// call.
void Observe(kube::EventLoop& loop, kube::ApiClient& client, const std::string& name_space,
             v1::ControlPlaneMachineSetAutoscaler autoscaler, std::function<void(absl::StatusOr<Observation>)> done);

// Reads an autoscaler from the JSON of the API server. Errors: InvalidArgument with a sentence about the field.
absl::StatusOr<v1::ControlPlaneMachineSetAutoscaler> ReadAutoscaler(const tree::Node& object);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_OBSERVER_H_
