#include "client/history/series/control_planes.h"

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"

namespace cpsizer::history {

void ControlPlanes::Add(absl::string_view name_space, absl::string_view name) {
  clusters_[objects::ControlPlaneNamespace(name_space, name)].push_back(absl::StrCat(name_space, "/", name));
}

absl::StatusOr<std::string> ControlPlanes::ClusterOf(absl::string_view control_plane) const {
  const auto found = clusters_.find(control_plane);
  if (found == clusters_.end()) return std::string(control_plane);
  if (found->second.size() == 1) return found->second.front();
  return absl::InvalidArgumentError(absl::StrCat(
      "the clusters ", found->second[0], " and ", found->second[1], " have the same control plane namespace ",
      control_plane, "; name the cluster of each series in the labels cluster_namespace and cluster_name"));
}

}  // namespace cpsizer::history
