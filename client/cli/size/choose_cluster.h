#ifndef CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Removes the clusters from `inputs` that `filter` does not select, and counts them.
void FilterClusters(const ObjectFilter& filter, Inputs& inputs);

// Returns the error for files whose hosted clusters FilterClusters() has all removed. Returns an empty text if the
// filter has left a cluster, if there was none, or for a cluster, which lists only the objects of a namespace.
std::string AllLeftOut(const Inputs& inputs, const ObjectFilter& filter);

// Returns the clusters of `inputs` to decide about: the cluster named `wanted`, which is `name` or `namespace/name`,
// or all clusters if `wanted` is empty. Errors: NotFound if there is no such cluster, where the error describes the
// filter if `inputs` have no clusters; InvalidArgument if several have this name.
absl::StatusOr<absl::Span<const objects::HostedCluster>> ChooseClusters(const Inputs& inputs,
                                                                        const ObjectFilter& filter,
                                                                        absl::string_view wanted);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
