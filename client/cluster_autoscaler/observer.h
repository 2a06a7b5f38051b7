#ifndef CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OBSERVER_H_
#define CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OBSERVER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "client/cluster_autoscaler/operands.h"
#include "client/kube/api_client.h"
#include "client/kube/resource_path.h"
#include "client/tree/node.h"
#include "cpsizer/v1/infrastructure.pb.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cluster_autoscaler {

// An object of kOperands on the API server.
struct CurrentOperand {
  const Operand* operand = nullptr;
  tree::Node object;  // including its managedFields
};

// An object that Observe() reads.
struct ObservedObject {
  kube::ApiResource resource;
  std::string name_space;  // empty if the object has no namespace
  std::string name;
};

// Returns the objects that Observe() reads if the cluster-autoscaler is in `name_space`.
std::vector<ObservedObject> ObservedObjects(const std::string& name_space);

// The result of one observation of the cluster.
struct Observation {
  // The existing operands, in the order of kOperands.
  std::vector<CurrentOperand> operands;
  v1::ClusterAutoscalerOperatorSettings settings;
  absl::optional<v1::Infrastructure> infrastructure;
  // The ClusterOperator `cluster-autoscaler`, or null if it does not exist.
  tree::Node cluster_operator;
  // The inputs of the status of the operator, without `failures` and `machines`.
  v1::ClusterAutoscalerOperatorObservation status;
  // OK if all objects could be read. Otherwise it is the error of the first object that could not be read, and only the
  // status of the operator can be planned. A failure to read the ClusterOperator `machine-api` is not an error here:
  // `status.machine_api_error` has this failure.
  absl::Status error;
};

// Reads the ObservedObjects(): the operands in `name_space`, and the inputs of the settings and of the status. `flags`
// are the settings that were given as flags. The other settings are read from the environment of the Deployment
// `cluster-autoscaler-operator`, if it exists. Calls `done` once, but not after `client` is destroyed.
void Observe(kube::ApiClient& client, const std::string& name_space, v1::ClusterAutoscalerOperatorSettings flags,
             std::function<void(Observation)> done);

}  // namespace cpsizer::cluster_autoscaler

#endif  // CPSIZER_CLIENT_CLUSTER_AUTOSCALER_OBSERVER_H_
