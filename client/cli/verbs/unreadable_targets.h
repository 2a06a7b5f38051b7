#ifndef CPSIZER_CLIENT_CLI_VERBS_UNREADABLE_TARGETS_H_
#define CPSIZER_CLIENT_CLI_VERBS_UNREADABLE_TARGETS_H_

#include <vector>

#include "client/cli/replicas/replica_input.h"
#include "client/cli/verbs/validation_output.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Adds the workloads of the files that cannot be read, if one of the autoscalers without a target means them. Each
// problem is FIELD_TYPE_MISMATCH. Other objects that cannot be read are only skipped with a warning. Reads the files
// with such problems again, so it finds nothing in standard input.
void ValidateUnreadableTargets(const objects::Inventory& inventory, const ReplicaInput& input,
                               std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_UNREADABLE_TARGETS_H_
