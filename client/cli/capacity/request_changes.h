#ifndef CPSIZER_CLIENT_CLI_CAPACITY_REQUEST_CHANGES_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_REQUEST_CHANGES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/objects/capacity_objects.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// New requests of one container of a control plane. An absent amount does not change the request.
struct RequestChange {
  std::string component;  // the name of the Deployment or StatefulSet
  std::string container;
  absl::optional<int64_t> cpu_millis;
  absl::optional<int64_t> memory_bytes;
};

// The changes for the control planes of each size.
using RequestChanges = std::map<std::string, std::vector<RequestChange>>;

// Returns the requests that `effects.resourceRequests` of each size sets. They do not have the requests that clusters
// override with annotations. Errors: InvalidArgument with the field and the value of an amount that is not a quantity
// from 0 to the limits of capacity_objects.h.
absl::StatusOr<RequestChanges> ChangesByEffects(const v1::ClusterSizingConfiguration& config);

// Applies the changes to the containers of a pod. Returns whether a request is different.
bool ApplyChanges(const std::vector<RequestChange>& changes, objects::FoundCapacityPod& pod);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_REQUEST_CHANGES_H_
