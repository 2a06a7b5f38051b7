#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_NAMED_LISTS_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_NAMED_LISTS_H_

#include <vector>

#include "client/kube/json.h"
#include "client/sidecar/cluster_autoscaler/field_path.h"

// Lists whose items are identified by their names, such as containers, container ports and environment variables.
namespace cpsizer::sidecar {

// Returns the paths of the named lists in the spec of `planned` that a server-side apply would not produce.
std::vector<FieldPath> ListsToReplace(const kube::Json& planned, const kube::Json& current);

// Returns `planned` with the additional fields of `current`, in maps and in list items with the same name.
kube::Json MergedWith(const kube::Json& planned, const kube::Json& current);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_NAMED_LISTS_H_
