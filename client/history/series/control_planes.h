#ifndef CPSIZER_CLIENT_HISTORY_SERIES_CONTROL_PLANES_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_CONTROL_PLANES_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::history {

// The control plane namespaces of hosted clusters. A namespace alone does not say which part of it is the name of the
// cluster: a-b-c can be of the cluster b-c in the namespace a, and of the cluster c in the namespace a-b.
class ControlPlanes {
 public:
  // Adds the cluster `name` in the namespace `name_space`.
  void Add(absl::string_view name_space, absl::string_view name);

  // Returns whether a cluster with this control plane namespace was added.
  bool Contains(absl::string_view control_plane) const { return clusters_.contains(control_plane); }

  // Returns "namespace/name" of the cluster with the control plane namespace `control_plane`. Returns `control_plane`
  // if no such cluster was added, because a history also has clusters that no longer exist. Errors: InvalidArgument if
  // several clusters have this control plane namespace.
  absl::StatusOr<std::string> ClusterOf(absl::string_view control_plane) const;

 private:
  absl::flat_hash_map<std::string, std::vector<std::string>> clusters_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_CONTROL_PLANES_H_
