#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_CLUSTERS_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_CLUSTERS_H_

#include <vector>

#include "absl/time/time.h"
#include "client/cli/verbs/validation_output.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Adds the hosted clusters that have findings: see ClusterFindings(). Overrides of sizes are compared with the
// configuration of `inventory`, if it has one.
void ValidateClusters(const objects::Inventory& inventory, absl::Time now, std::vector<Validation>& validations);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_CLUSTERS_H_
