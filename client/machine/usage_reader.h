#ifndef CPSIZER_CLIENT_MACHINE_USAGE_READER_H_
#define CPSIZER_CLIENT_MACHINE_USAGE_READER_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/machine/node_usage.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// The current usage of the nodes of the control plane.
struct NodeUsage {
  NodeCapacities nodes;
  // The newest samples of each node. Absent for nodes for which the metrics API has no samples.
  SamplesByNode samples;
  v1::MachineMetricsSource source = v1::MACHINE_METRICS_SOURCE_OK;
  std::string error;  // the reason why the metrics API was not read
};

// Reads the Nodes with a role of the control plane, then metrics.k8s.io. A failure of the metrics API is part of the
// result. Errors: the error of listing Nodes, with a code of api_error.h. Calls `done` once. `client` must outlive the
// call.
void ReadUsage(kube::ApiClient& client, std::function<void(absl::StatusOr<NodeUsage>)> done);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_USAGE_READER_H_
