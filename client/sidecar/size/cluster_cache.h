#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_CACHE_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_CACHE_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/control/watch/store.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// The VPA in the control plane namespace of a hosted cluster.
struct VpaOfCluster {
  const Vpa* vpa = nullptr;  // null if there is no VPA for this cluster
  // The reason why an existing VPA is not for this cluster. Empty if there is no VPA, or if the VPA is for this
  // cluster.
  std::string conflict;
};

// The objects of the management cluster, as lists, watches and responses report them. The current time is a parameter.
class ClusterCache {
 public:
  // The keys of the hosted clusters that a change affects.
  using Keys = std::vector<std::string>;

  Store<HostedCluster>& clusters() { return clusters_; }
  const Store<HostedCluster>& clusters() const { return clusters_; }
  Store<Vpa>& vpas() { return vpas_; }
  Store<Configuration>& configurations() { return configurations_; }
  Store<MachineSet>& machine_sets() { return machine_sets_; }

  // Puts an object that a list (`listed`) or a watch reported at `now`.
  Keys PutCluster(HostedCluster cluster, bool listed, absl::Time now);
  Keys PutVpa(Vpa vpa, bool listed);
  // Must be called when a list of clusters begins. The list is at least as new as all earlier responses, so no object
  // in the list is stale.
  void BeginClusterList();
  // Puts a cluster from the response to our own write or read. The response arrived at `now`. For some time after
  // `now`, older versions from a watch are ignored. Does nothing if a watch has already reported a newer version or the
  // deletion.
  void PutFresh(HostedCluster cluster, absl::Time now);
  // Puts a VPA from the response to our own write, under the same rules as PutFresh(). The VPA may be new.
  void PutFreshVpa(Vpa vpa);
  void RemoveCluster(const std::string& key);
  Keys RemoveVpa(const std::string& key);

  // Returns the configuration; null if it does not exist.
  const Configuration* configuration() const;
  const HostedCluster* FindCluster(const std::string& key) const { return clusters_.Find(key); }
  VpaOfCluster FindVpa(const HostedCluster& cluster) const;
  Keys AllClusters() const;

 private:
  struct Fresh {
    std::string resource_version;
    absl::Time until;
  };

  Keys ClustersOf(const Vpa& vpa) const;
  bool IsStale(const std::string& key, const HostedCluster& cluster, absl::Time now);
  void Index(const HostedCluster& cluster);

  Store<HostedCluster> clusters_;
  Store<Vpa> vpas_;
  Store<Configuration> configurations_;
  Store<MachineSet> machine_sets_;
  // The keys of clusters, by control plane namespace. Several clusters can have the same control plane namespace.
  absl::flat_hash_map<std::string, std::set<std::string>> by_control_plane_namespace_;
  absl::flat_hash_map<std::string, Fresh> fresh_;
  // The last resourceVersions of deleted VPAs whose clusters still exist.
  absl::flat_hash_map<std::string, std::string> gone_vpas_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_CACHE_H_
