#ifndef CPSIZER_CLIENT_OBJECTS_CLUSTER_SET_H_
#define CPSIZER_CLIENT_OBJECTS_CLUSTER_SET_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/objects/inventory.h"
#include "client/objects/node_counts.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/meta.pb.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"

namespace cpsizer::objects {

// Collects hosted clusters and their VPAs from many files. The clusters and the VPAs may be added in any order.
class ClusterSet {
 public:
  // Adds a HostedCluster by its metadata and its object. Adds a problem if a cluster with the same namespace and name
  // was already added.
  void AddCluster(const v1::ObjectMeta& metadata, const Node& object, ProblemList& problems);
  // The parts of a VPA that decisions use.
  struct VpaParts {
    v1::ObjectMeta metadata;
    v1::VerticalPodAutoscalerStatus status;
    absl::optional<v1::PodResourcePolicy> resource_policy;
    bool readable = true;  // if false, only the metadata is read
  };
  // Adds a VPA. The name of the VPA must be kube-apiserver.
  void AddVpa(VpaParts parts, Position position, const ProblemList& problems);

  // For NodePools and HostedControlPlanes.
  NodeCounts& node_counts() { return node_counts_; }

  // Assigns each VPA and each number of nodes to its cluster. Moves the clusters, and the problems of this assignment,
  // to `inventory`. Source: docs/sidecar.md.
  void MoveTo(Inventory& inventory);

 private:
  using Name = std::pair<std::string, std::string>;  // namespace and name

  // Returns the cluster that the annotations of a VPA refer to. Absent if an annotation is missing.
  static absl::optional<Name> AnnotatedCluster(const v1::ObjectMeta& vpa);

  struct Vpa {
    VpaParts parts;
    Place place;
    int object = 0;  // its number in the file, for problems
  };

  // Returns the indexes of the clusters that a VPA refers to. The annotations of a VPA refer to at most one cluster.
  // The namespace of a VPA may refer to several clusters.
  std::vector<size_t> ClustersOf(const v1::ObjectMeta& vpa) const;

  // Marks the clusters without a VPA whose control plane namespace has the VPA of another cluster.
  void MarkForeignVpas(const std::vector<const Vpa*>& owners);

  std::vector<HostedCluster> clusters_;
  std::vector<Place> places_;  // the places of clusters_
  absl::flat_hash_map<Name, size_t> by_name_;
  // Several clusters can have the same control plane namespace: for example, the cluster c in the namespace a-b, and
  // the cluster b-c in the namespace a.
  absl::flat_hash_map<std::string, std::vector<size_t>> by_control_plane_namespace_;
  std::vector<Vpa> vpas_;
  NodeCounts node_counts_;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_CLUSTER_SET_H_
