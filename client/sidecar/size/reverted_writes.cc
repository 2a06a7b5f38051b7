#include "client/sidecar/size/reverted_writes.h"

#include <utility>

namespace cpsizer::sidecar {

RevertedWrites::Written* RevertedWrites::Find(const HostedCluster& cluster) {
  const auto it = written_.find(KeyOf(cluster));
  if (it == written_.end()) return nullptr;
  if (it->second.uid == cluster.uid) return &it->second;
  contentions_.Delete(it->first);
  written_.erase(it);
  return nullptr;
}

RevertedWrites::Written& RevertedWrites::Of(const HostedCluster& cluster) {
  if (Written* const written = Find(cluster); written != nullptr) return *written;
  Written& written = written_[KeyOf(cluster)];
  written.uid = cluster.uid;
  return written;
}

void RevertedWrites::VpaDeleted(const HostedCluster& cluster) {
  if (Written* const written = Find(cluster); written != nullptr) written->vpa = false;
}

// Keeps the UID, because contention that has begun applies to the object with this UID.
void RevertedWrites::NotSized(const HostedCluster& cluster) {
  Written* const written = Find(cluster);
  if (written == nullptr) return;
  written->size.clear();
  written->sent.clear();
  written->vpa = false;
}

bool RevertedWrites::SizeReverted(const HostedCluster& cluster, absl::Time now) {
  Written* const written = Find(cluster);
  if (written == nullptr) return false;
  if (cluster.recommended_size == written->sent) written->size = written->sent;
  if (written->size.empty() || cluster.recommended_size == written->size) return false;
  written->size.clear();
  return contentions_.Changed(KeyOf(cluster), kSize, now);
}

bool RevertedWrites::VpaReverted(const HostedCluster& cluster, absl::Time now) {
  Written* const written = Find(cluster);
  if (written == nullptr) return false;
  return std::exchange(written->vpa, false) && contentions_.Changed(KeyOf(cluster), kVpa, now);
}

}  // namespace cpsizer::sidecar
