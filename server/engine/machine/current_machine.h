#ifndef CPSIZER_SERVER_ENGINE_MACHINE_CURRENT_MACHINE_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_CURRENT_MACHINE_H_

#include <string>
#include <vector>

#include "cpsizer/v1/control_plane_machine_set.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/machine/validate/machine_sizes.h"

namespace cpsizer {

// The machines that a ControlPlaneMachineSet requests.
struct CurrentMachine {
  // The values of the fields of the platform of the autoscaler; empty if the machines have another platform.
  std::vector<SizeValue> values;
  // The name of the size, in the form of SizeName().
  std::string name;
  // The size; null if it is not one of the sizes of the autoscaler.
  const MachineSize* size = nullptr;
  bool is_active = false;
  bool is_deleting = false;
  bool is_rolling_out = false;
};

// Returns the name of a size, for example `m6i.xlarge` or `numCPUs 4, memoryMiB 16384`.
std::string SizeName(const PlatformInfo& platform, const std::vector<SizeValue>& values);

// Reads a ControlPlaneMachineSet, and warns about settings that make a change of the size ineffective. `ladder` is the
// valid ladder of the autoscaler and must outlive the result.
CurrentMachine ReadCurrentMachine(const v1::ControlPlaneMachineSet& machine_set, const MachineLadder& ladder,
                                  Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_CURRENT_MACHINE_H_
