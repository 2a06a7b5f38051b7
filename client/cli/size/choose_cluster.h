#ifndef CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/object_filter.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Keeps only the clusters of `inventory` that `filter` admits.
void FilterClusters(const ObjectFilter& filter, objects::Inventory& inventory);

// Returns the clusters of `inventory` to decide: the one named `wanted`, as `name` or `namespace/name`, or all if
// `wanted` is empty. Empty, after a message with the words of the filter, if there is no such cluster or several.
absl::Span<const objects::HostedCluster> ChooseClusters(const objects::Inventory& inventory, const ObjectFilter& filter,
                                                        absl::string_view wanted, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
