#ifndef CPSIZER_CLIENT_OBJECTS_CLUSTER_SET_H_
#define CPSIZER_CLIENT_OBJECTS_CLUSTER_SET_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/objects/inventory.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/meta.pb.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"

namespace cpsizer::objects {

// Collects the hosted clusters of many files and their VPAs, which may be read in any order.
class ClusterSet {
 public:
  // Adds a HostedCluster by its metadata. A second one of the same namespace and name is a problem.
  void AddCluster(const v1::ObjectMeta& metadata, Position position, ProblemList& problems);
  // The parts of a VPA that are read.
  struct VpaParts {
    v1::ObjectMeta metadata;
    v1::VerticalPodAutoscalerStatus status;
    absl::optional<v1::PodResourcePolicy> resource_policy;
  };
  // Adds a VPA named kube-apiserver.
  void AddVpa(VpaParts parts, Position position, const ProblemList& problems);

  // Assigns each VPA to its cluster, and moves everything to `inventory`. Source: docs/sidecar.md.
  void MoveTo(Inventory& inventory);

 private:
  using Name = std::pair<std::string, std::string>;  // namespace and name

  struct Vpa {
    VpaParts parts;
    Place place;
  };

  // Returns the clusters that a VPA refers to: by its annotations at most one, by its namespace possibly several.
  std::vector<size_t> ClustersOf(const v1::ObjectMeta& vpa) const;

  std::vector<HostedCluster> clusters_;
  std::vector<Place> places_;  // of clusters_
  absl::flat_hash_map<Name, size_t> by_name_;
  // These names are not unique: a-b and c have the same control plane namespace as a and b-c.
  absl::flat_hash_map<std::string, std::vector<size_t>> by_control_plane_namespace_;
  std::vector<Vpa> vpas_;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_CLUSTER_SET_H_
