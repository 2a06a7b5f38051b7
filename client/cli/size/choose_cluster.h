#ifndef CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
#define CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
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
// or all clusters if `wanted` is empty. If there is no such cluster, or if several have this name, prints an error and
// returns an empty span. If `inputs` have no clusters, the error describes the filter.
absl::Span<const objects::HostedCluster> ChooseClusters(const Inputs& inputs, const ObjectFilter& filter,
                                                        absl::string_view wanted, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_CHOOSE_CLUSTER_H_
