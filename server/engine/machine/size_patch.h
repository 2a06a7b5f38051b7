#ifndef CPSIZER_SERVER_ENGINE_MACHINE_SIZE_PATCH_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_SIZE_PATCH_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/engine/machine/validate/machine_sizes.h"

namespace cpsizer {

// Returns the JSON Patch (RFC 6902) that changes a ControlPlaneMachineSet from one size to another. First the patch
// tests the resource version, if the object has one, and each value that the object has. Then the patch sets the values
// of the size `target`. A value that `target` does not have is not changed. `machine` has the values of the object, in
// the order of the fields of the platform.
std::string SizePatch(const PlatformInfo& platform, const std::vector<SizeValue>& machine, const MachineSize& target,
                      absl::string_view resource_version);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_SIZE_PATCH_H_
