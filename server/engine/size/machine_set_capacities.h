#ifndef CPSIZER_SERVER_ENGINE_SIZE_MACHINE_SET_CAPACITIES_H_
#define CPSIZER_SERVER_ENGINE_SIZE_MACHINE_SET_CAPACITIES_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "cpsizer/size_ladder.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Sets the capacities that are not in the configuration, from the MachineSets of the sizes. `find` returns the size
// with a name, or null.
void FillFromMachineSets(const SizeLadder::MachineSets& machine_sets, absl::FunctionRef<Size*(absl::string_view)> find,
                         Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_MACHINE_SET_CAPACITIES_H_
