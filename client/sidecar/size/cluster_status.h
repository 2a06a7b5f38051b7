#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUS_H_

#include <string>

#include "absl/types/optional.h"

namespace cpsizer::sidecar {

// What the chosen size holds beyond the demand, as a part of the demand; absent where the answer is brief, or the
// resource takes no part.
struct Headroom {
  absl::optional<double> memory;
  absl::optional<double> cpu;
};

// How one cluster stands, for whoever exposes it.
struct ClusterStatus {
  std::string name_space;
  std::string name;
  std::string size;         // recommended; empty where there never was one
  std::string held_reason;  // empty where it is not held
  Headroom headroom;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_STATUS_H_
