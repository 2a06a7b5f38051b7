#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_UNDONE_WRITES_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_UNDONE_WRITES_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/control/contentions.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// Two writers that undo each other help nobody: after a few rounds the sidecar stops for a while.
inline constexpr ContentionRule kSizeContention = {3, absl::Minutes(10), absl::Minutes(30)};

// Remembers what we wrote about each cluster, to notice when another writer undoes it. It remembers that of one object,
// by uid: a cluster that was created again under the same name has lost nothing of what we wrote, and contention about
// the one before does not concern it.
class UndoneWrites {
 public:
  // Must not outlive `contentions`.
  explicit UndoneWrites(Contentions& contentions) : contentions_(contentions) {}

  // A write is on its way, whatever becomes of its answer.
  void SizeSent(const HostedCluster& cluster, const std::string& size) { Of(cluster).sent = size; }
  void SizeWritten(const HostedCluster& cluster, const std::string& size) { Of(cluster).size = size; }
  void VpaWritten(const HostedCluster& cluster) { Of(cluster).vpa = true; }
  // By ourselves.
  void VpaDeleted(const HostedCluster& cluster);
  // The cluster is not sized (any more): size and VPA may be removed with the annotation that asked for them.
  void NotSized(const HostedCluster& cluster);

  // The cluster as it is now. Returns whether contention begins: another writer replaced our size.
  bool SizeUndone(const HostedCluster& cluster, absl::Time now);
  // Its VPA has to be written. Returns whether contention begins: another writer undid ours.
  bool VpaUndone(const HostedCluster& cluster, absl::Time now);

  // Until when the size, or the VPA, of a cluster is left to others; in the past where it is not.
  absl::Time SizePausedUntil(const std::string& key) const { return contentions_.Until(key, kSize); }
  absl::Time VpaPausedUntil(const std::string& key) const { return contentions_.Until(key, kVpa); }

  void Forget(const std::string& key) { written_.erase(key); }

 private:
  struct Written {
    std::string uid;   // of the cluster
    std::string size;  // empty where we wrote none, or it has been undone
    std::string sent;  // that may have been written since
    bool vpa = false;
  };
  static constexpr char kSize[] = "size";
  static constexpr char kVpa[] = "vpa";

  // What we wrote about this object; null where it is nothing. Forgets an object that had its name before.
  Written* Find(const HostedCluster& cluster);
  Written& Of(const HostedCluster& cluster);

  Contentions& contentions_;
  absl::flat_hash_map<std::string, Written> written_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_UNDONE_WRITES_H_
