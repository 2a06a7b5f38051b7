#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUS_H_

#include <string>

#include "absl/types/optional.h"

namespace cpsizer::sidecar {

// The headroom of the chosen size, as a fraction of the demand. Absent if the response is brief or if the decision does
// not use the resource.
struct Headroom {
  absl::optional<double> memory;
  absl::optional<double> cpu;
};

// The result of the last decision about one cluster, for metrics.
struct ClusterStatus {
  std::string name_space;
  std::string name;
  std::string size;         // the recommended size; empty before the first recommendation
  std::string held_reason;  // empty if the cluster is not held
  Headroom headroom;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUS_H_
