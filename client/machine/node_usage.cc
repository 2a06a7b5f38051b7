#include "client/machine/node_usage.h"

#include "absl/strings/str_cat.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"
#include "cpsizer/limits.h"

namespace cpsizer::machine {

absl::Status ReadNodes(absl::string_view answer, NodeCapacities& nodes) {
  return objects::ReadItems<objects::FoundNode>(
      answer, "NodeList", objects::ReadNode, [&](const objects::FoundNode& found) {
        absl::Status status = objects::ReadNodeCapacity(found.node, nodes[found.node.metadata().name()]);
        if (status.ok() && nodes.size() > kMaxMachineNodes) {
          return absl::ResourceExhaustedError(
              absl::StrCat("there are more than ", kMaxMachineNodes, " Nodes with a role of the control plane"));
        }
        return status;
      });
}

absl::Status ReadNodeMetrics(absl::string_view answer, const NodeCapacities& nodes, SamplesByNode& samples) {
  return objects::ReadItems<objects::FoundNodeMetrics>(
      answer, "NodeMetricsList", objects::ReadNodeMetrics, [&](const objects::FoundNodeMetrics& found) {
        const auto node = nodes.find(found.node);
        if (node == nodes.end()) return absl::OkStatus();
        return objects::AddNodeMetrics(found, node->second, samples[found.node]);
      });
}

}  // namespace cpsizer::machine
