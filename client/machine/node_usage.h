#ifndef CPSIZER_CLIENT_MACHINE_NODE_USAGE_H_
#define CPSIZER_CLIENT_MACHINE_NODE_USAGE_H_

#include <string>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/objects/node_samples.h"
#include "cpsizer/v1/recommend_machine.pb.h"

// Reads responses of the API server and of metrics.k8s.io about control plane nodes. Errors: InvalidArgument with a
// sentence about the malformed part; ResourceExhausted for an item with more than tree::kMaxNodes keys and values, or
// for too many items.
namespace cpsizer::machine {

// The capacity of each node, by the name of the node.
using NodeCapacities = absl::btree_map<std::string, objects::NodeCapacity>;
using SamplesByNode = absl::btree_map<std::string, v1::MachineNodeSamples>;

// Adds the Nodes of a NodeList to `nodes`, which may have at most kMaxMachineNodes nodes.
absl::Status ReadNodes(absl::string_view answer, NodeCapacities& nodes);

// Reads a NodeMetricsList of metrics.k8s.io/v1beta1. Adds the samples of each item that is about one of `nodes`. If
// such an item has no time, no window or an invalid amount, the whole response is invalid.
absl::Status ReadNodeMetrics(absl::string_view answer, const NodeCapacities& nodes, SamplesByNode& samples);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_NODE_USAGE_H_
