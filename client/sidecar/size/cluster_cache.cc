#include "client/sidecar/size/cluster_cache.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/resource_version.h"
#include "client/objects/hypershift.h"

namespace cpsizer::sidecar {
namespace {

// The longest expected time until a watch reports our own write.
constexpr absl::Duration kLongestLag = absl::Seconds(30);

std::string NamespaceOf(const HostedCluster& cluster) {
  return objects::ControlPlaneNamespace(cluster.name_space, cluster.name);
}

std::string VpaKey(absl::string_view name_space) {
  return absl::StrCat(name_space, "/", objects::kVpaName);
}

// Returns whether `known` is newer than `object`. A watch reported `known`; `object` is from a response.
template <typename T>
bool IsOlderThanCached(const T& object, const T& known) {
  return kube::IsOlder(object.resource_version, known.resource_version);
}

}  // namespace

bool ClusterCache::IsStale(const std::string& key, const HostedCluster& cluster, absl::Time now) {
  const auto it = fresh_.find(key);
  if (it == fresh_.end()) return false;
  const HostedCluster* known = clusters_.Find(key);
  const bool old = now < it->second.until && known != nullptr && known->uid == cluster.uid &&
                   kube::IsOlder(cluster.resource_version, it->second.resource_version);
  if (!old) fresh_.erase(it);
  return old;
}

void ClusterCache::BeginClusterList() {
  clusters_.BeginList();
  fresh_.clear();
}

ClusterCache::Keys ClusterCache::PutCluster(HostedCluster cluster, bool listed, absl::Time now) {
  const std::string key = KeyOf(cluster);
  if (IsStale(key, cluster, now)) {
    // The listed version is older than the cached version, but the list shows that the object exists. Therefore the
    // cached version is marked as listed.
    if (listed) clusters_.PutListed(key, *clusters_.Find(key));
    return {};
  }
  Index(cluster);
  const bool changed = listed ? clusters_.PutListed(key, std::move(cluster)) : clusters_.Put(key, std::move(cluster));
  return changed ? Keys{key} : Keys();
}

void ClusterCache::PutFresh(HostedCluster cluster, absl::Time now) {
  const std::string key = KeyOf(cluster);
  const HostedCluster* known = clusters_.Find(key);
  if (known == nullptr || IsOlderThanCached(cluster, *known)) return;
  fresh_[key] = {cluster.resource_version, now + kLongestLag};
  Index(cluster);
  clusters_.Put(key, std::move(cluster));
}

void ClusterCache::PutFreshVpa(Vpa vpa) {
  const std::string key = VpaKey(vpa.name_space);
  if (const Vpa* known = vpas_.Find(key); known != nullptr && IsOlderThanCached(vpa, *known)) return;
  const auto gone = gone_vpas_.find(key);
  if (gone != gone_vpas_.end() && !kube::IsOlder(gone->second, vpa.resource_version)) return;
  PutVpa(std::move(vpa), /*listed=*/false);
}

void ClusterCache::Index(const HostedCluster& cluster) {
  by_control_plane_namespace_[NamespaceOf(cluster)].insert(KeyOf(cluster));
}

void ClusterCache::RemoveCluster(const std::string& key) {
  fresh_.erase(key);
  const HostedCluster* cluster = clusters_.Find(key);
  if (cluster == nullptr) return;
  const auto it = by_control_plane_namespace_.find(NamespaceOf(*cluster));
  it->second.erase(key);
  if (it->second.empty()) {
    gone_vpas_.erase(VpaKey(it->first));
    by_control_plane_namespace_.erase(it);
    // Releases the memory of a map that was large.
    if (by_control_plane_namespace_.empty()) by_control_plane_namespace_ = {};
  }
  clusters_.Remove(key);
}

ClusterCache::Keys ClusterCache::PutVpa(Vpa vpa, bool listed) {
  const std::string key = VpaKey(vpa.name_space);
  Keys keys = ClustersOf(vpa);
  gone_vpas_.erase(key);
  const bool changed = listed ? vpas_.PutListed(key, std::move(vpa)) : vpas_.Put(key, std::move(vpa));
  return changed ? keys : Keys();
}

ClusterCache::Keys ClusterCache::RemoveVpa(const std::string& key) {
  const Vpa* vpa = vpas_.Find(key);
  if (vpa == nullptr) return {};
  Keys keys = ClustersOf(*vpa);
  if (!keys.empty()) gone_vpas_[key] = vpa->resource_version;
  vpas_.Remove(key);
  return keys;
}

ClusterCache::Keys ClusterCache::ClustersOf(const Vpa& vpa) const {
  const auto it = by_control_plane_namespace_.find(vpa.name_space);
  return it == by_control_plane_namespace_.end() ? Keys() : Keys(it->second.begin(), it->second.end());
}

const Configuration* ClusterCache::configuration() const {
  return configurations_.objects().empty() ? nullptr : &configurations_.objects().begin()->second;
}

VpaOfCluster ClusterCache::FindVpa(const HostedCluster& cluster) const {
  const std::string name_space = NamespaceOf(cluster);
  const Vpa* vpa = vpas_.Find(VpaKey(name_space));
  if (vpa == nullptr) return {};
  const bool names_one = !vpa->cluster_namespace.empty() && !vpa->cluster_name.empty();
  if (names_one && (vpa->cluster_namespace != cluster.name_space || vpa->cluster_name != cluster.name)) {
    return {nullptr,
            absl::StrCat("the VPA in ", name_space, " belongs to ", vpa->cluster_namespace, "/", vpa->cluster_name)};
  }
  const auto sharing = by_control_plane_namespace_.find(name_space);
  if (!names_one && sharing != by_control_plane_namespace_.end() && sharing->second.size() > 1) {
    return {nullptr, absl::StrCat("several hosted clusters share the control plane namespace ", name_space,
                                  ", and the annotations of its VPA do not specify one of them")};
  }
  return {vpa, ""};
}

ClusterCache::Keys ClusterCache::AllClusters() const {
  Keys keys;
  keys.reserve(clusters_.objects().size());
  for (const auto& [key, cluster] : clusters_.objects()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace cpsizer::sidecar
