#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_SIZES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_SIZES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/machine/validate/machine_platform.h"

namespace cpsizer {

// The value of one SizeField. Only the members for the kind of the field are set; a quantity sets `text` and
// `quantity`.
struct SizeValue {
  bool given = false;
  std::string text;
  int64_t number = 0;
  Quantity quantity;
};

// A size that machines can have.
struct MachineSize {
  uint32_t weight = 0;
  // The values of the fields of the platform, in order.
  std::vector<SizeValue> values;
  // The index in the list of the autoscaler.
  int index = 0;
};

// The sizes of one platform, in ascending order of weight.
struct MachineLadder {
  const PlatformInfo* platform = nullptr;
  std::vector<MachineSize> sizes;
};

// Returns whether two sizes are the same. A field that only one of the two sizes has is equal to any value.
bool IsSameSize(const PlatformInfo& platform, const MachineSize& a, const MachineSize& b);

// Returns whether a machine with these values has this size. A value that the size does not have is equal to any value.
// A value that the machine does not have is unknown, and is not equal to any value.
bool HasSize(const PlatformInfo& platform, const std::vector<SizeValue>& machine, const MachineSize& size);

// Reads the sizes of an autoscaler. The ladder is usable only if no error was added. Source: section 2 of
// docs/reference/machine-autoscaler.md.
MachineLadder ReadMachineSizes(const v1::AutoscalerMachineConfiguration& configuration, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_SIZES_H_
