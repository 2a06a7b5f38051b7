#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_MACHINE_SETS_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_MACHINE_SETS_H_

#include <vector>

#include "client/cli/base/screen.h"
#include "client/cli/verbs/validation_output.h"
#include "client/objects/machine_objects.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Returns whether the annotations of the MachineSet have bounds for the cluster-autoscaler.
bool HasNodeGroupBounds(const objects::FoundScalingTarget& found);

// Adds the findings about MachineSets as node groups of the cluster-autoscaler, with the bounds that `objects` give
// them. Adds an entry for each MachineSet that has a finding or HasNodeGroupBounds(). Returns the exit code.
int ValidateMachineSets(const objects::MachineObjects& objects, BlockingService& client, Screen& err,
                        std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_MACHINE_SETS_H_
