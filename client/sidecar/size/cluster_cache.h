#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_CACHE_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_CACHE_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/follow/store.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// The VPA of a hosted cluster, as its control plane namespace shows it.
struct VpaOfCluster {
  const Vpa* vpa = nullptr;  // null where there is none for this cluster
  // Why a VPA that is there is not for this cluster; empty where there is none, or it is.
  std::string conflict;
};

// What the sidecar knows about the management cluster. "Now" is a parameter.
class ClusterCache {
 public:
  // Keys of the hosted clusters that a change concerns.
  using Keys = std::vector<std::string>;

  Store<HostedCluster>& clusters() { return clusters_; }
  const Store<HostedCluster>& clusters() const { return clusters_; }
  Store<Vpa>& vpas() { return vpas_; }
  Store<Configuration>& configurations() { return configurations_; }
  Store<MachineSet>& machine_sets() { return machine_sets_; }

  // An object as a list (`listed`) or a watch reports it at `now`.
  Keys PutCluster(HostedCluster cluster, bool listed, absl::Time now);
  Keys PutVpa(Vpa vpa, bool listed);
  // A list of clusters begins. It knows all that was answered before, so none of it is stale.
  void BeginClusterList();
  // A cluster as the server answered to our own write, or to a look at it, at `now`: for a while older news are
  // passed over. So is the answer where the watch was faster and has told of something newer, or of the end.
  void PutFresh(HostedCluster cluster, absl::Time now);
  // The same for a VPA, which may be a new one.
  void PutFreshVpa(Vpa vpa);
  void RemoveCluster(const std::string& key);
  Keys RemoveVpa(const std::string& key);

  // The configuration; null where there is none.
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
  bool IsOldNews(const std::string& key, const HostedCluster& cluster, absl::Time now);
  void Index(const HostedCluster& cluster);

  Store<HostedCluster> clusters_;
  Store<Vpa> vpas_;
  Store<Configuration> configurations_;
  Store<MachineSet> machine_sets_;
  // Keys of clusters; several can share a control plane namespace.
  absl::flat_hash_map<std::string, std::set<std::string>> by_control_plane_namespace_;
  absl::flat_hash_map<std::string, Fresh> fresh_;
  // The last resourceVersions of VPAs that are gone, of clusters that are there.
  absl::flat_hash_map<std::string, std::string> gone_vpas_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CLUSTER_CACHE_H_
