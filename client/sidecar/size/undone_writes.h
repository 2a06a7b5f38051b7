#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_UNDONE_WRITES_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_UNDONE_WRITES_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/control/contention_tracker.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// Two writers that revert each other make no progress: after a few rounds the sidecar pauses its writes.
inline constexpr ContentionRule kSizeContention = {3, absl::Minutes(10), absl::Minutes(30)};

// Remembers our writes to each cluster, to detect another writer that reverts them. Writes belong to one object, by
// uid: a cluster that was created again under the same name has not lost any of our writes, and contention about the
// previous object does not concern it.
class UndoneWrites {
 public:
  // Must not outlive `contentions`.
  explicit UndoneWrites(ContentionTracker& contentions) : contentions_(contentions) {}

  // A write is sent, whether or not its response arrives.
  void SizeSent(const HostedCluster& cluster, const std::string& size) { Of(cluster).sent = size; }
  void SizeWritten(const HostedCluster& cluster, const std::string& size) { Of(cluster).size = size; }
  void VpaWritten(const HostedCluster& cluster) { Of(cluster).vpa = true; }
  // We deleted it.
  void VpaDeleted(const HostedCluster& cluster);
  // The cluster is not (or no longer) sized: size and VPA may be removed with the annotation that enables sizing.
  void NotSized(const HostedCluster& cluster);

  // Returns whether contention begins: another writer replaced our size. `cluster` is its current version.
  bool SizeUndone(const HostedCluster& cluster, absl::Time now);
  // The VPA needs a write. Returns whether contention begins: another writer reverted ours.
  bool VpaUndone(const HostedCluster& cluster, absl::Time now);

  // Returns the end of the pause for writes of the size, or of the VPA, of a cluster; in the past if there is no pause.
  absl::Time SizePausedUntil(const std::string& key) const { return contentions_.Until(key, kSize); }
  absl::Time VpaPausedUntil(const std::string& key) const { return contentions_.Until(key, kVpa); }

  void Delete(const std::string& key) { written_.erase(key); }

 private:
  struct Written {
    std::string uid;   // of the cluster
    std::string size;  // empty if we wrote none, or it was reverted
    std::string sent;  // may have been written since
    bool vpa = false;
  };
  static constexpr char kSize[] = "size";
  static constexpr char kVpa[] = "vpa";

  // Returns our writes to this object; null if there are none. Forgets a previous object of the same name.
  Written* Find(const HostedCluster& cluster);
  Written& Of(const HostedCluster& cluster);

  ContentionTracker& contentions_;
  absl::flat_hash_map<std::string, Written> written_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_UNDONE_WRITES_H_
