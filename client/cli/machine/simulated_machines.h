#ifndef CPSIZER_CLIENT_CLI_MACHINE_SIMULATED_MACHINES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_SIMULATED_MACHINES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "cpsizer/v1/control_plane_machine_set.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// A node of a simulation. If the size changes, a new node with a new name replaces this node.
struct SimulatedNode {
  v1::MachineLadderSize size;
  absl::Time since = absl::InfinitePast();
  // The name of the node, and its samples.
  v1::MachineNodeSamples samples;
};

// A ControlPlaneMachineSet and its nodes. When the size changes, an operator replaces the nodes one after the other.
class SimulatedMachines {
 public:
  // `size` is the size in `machine_set`. All machines have this size, and no rollout is in progress. `rollout` is the
  // time that it takes to replace all machines.
  SimulatedMachines(const v1::ControlPlaneMachineSet& machine_set, const v1::MachineLadderSize& size,
                    absl::Duration rollout);

  // Replaces the machines whose replacement is due at `time`. Requires that `time` is not before the time of the
  // previous call.
  void AdvanceTo(absl::Time time);

  // Starts to replace all machines with machines of `size`. `patch` is the change of the ControlPlaneMachineSet.
  // Errors: Internal if the patch cannot be applied.
  absl::Status Resize(const std::string& patch, const v1::MachineLadderSize& size, absl::Time time);

  const v1::ControlPlaneMachineSet& machine_set() const { return machine_set_; }
  // Returns the size that the ControlPlaneMachineSet specifies.
  const v1::MachineLadderSize& size() const { return size_; }
  const std::vector<SimulatedNode>& nodes() const { return nodes_; }
  std::vector<SimulatedNode>& nodes() { return nodes_; }

 private:
  void NameNode(SimulatedNode& node);

  v1::ControlPlaneMachineSet machine_set_;
  v1::MachineLadderSize size_;
  const absl::Duration rollout_;
  std::vector<SimulatedNode> nodes_;
  absl::Time rollout_start_ = absl::InfinitePast();
  size_t updated_ = 0;  // the nodes from nodes_[0] to nodes_[updated_ - 1] have size_
  int named_ = 0;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_SIMULATED_MACHINES_H_
