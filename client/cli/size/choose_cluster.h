#ifndef CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Returns the clusters of `inventory` to decide: the one named `wanted`, as `name` or `namespace/name`, or all if
// `wanted` is empty. Empty, after a message, if there is no such cluster or several.
absl::Span<const objects::HostedCluster> ChooseClusters(const objects::Inventory& inventory, absl::string_view wanted,
                                                        Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
