#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_MACHINE_SETS_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_MACHINE_SETS_H_

#include <string>
#include <vector>

#include "client/cli/base/screen.h"
#include "client/cli/verbs/validation_output.h"
#include "client/objects/machine_objects.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer::cli {

// Returns for each MachineAutoscaler the names of the others with the same target. The namespace of a target is not
// used, because all targets are in the namespace of the operator.
std::vector<std::vector<std::string>> TargetSharers(const std::vector<objects::FoundMachineAutoscaler>& autoscalers);

// Returns TARGET_NOT_FOUND for each MachineAutoscaler whose MachineSet is missing, or a finding without a message. The
// files may have only some MachineSets, so the target is missing only if they have a MachineSet that is the target of
// no MachineAutoscaler. The message has the most similar of these MachineSets.
std::vector<v1::Finding> TargetsNotFound(const objects::MachineObjects& objects);

// Returns whether the annotations of the MachineSet have bounds for the cluster-autoscaler.
bool HasNodeGroupBounds(const objects::FoundScalingTarget& found);

// Adds the findings about MachineSets as node groups of the cluster-autoscaler, with the bounds that `objects` give
// them. Adds an entry for each MachineSet that has a finding or HasNodeGroupBounds(). Returns the exit code.
int ValidateMachineSets(const objects::MachineObjects& objects, BlockingService& client, Screen& err,
                        std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_MACHINE_SETS_H_
