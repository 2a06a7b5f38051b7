#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_REVERTED_WRITES_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_REVERTED_WRITES_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/control/contention_tracker.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// Two writers that revert each other make no progress. Therefore the sidecar pauses its writes after another writer has
// reverted a few of them.
inline constexpr ContentionRule kSizeContention = {3, absl::Minutes(10), absl::Minutes(30)};

// Records our writes to each cluster, to detect another writer that reverts them. Each write belongs to one object,
// which is identified by its UID. If a cluster is created again with the same name, earlier writes and contention do
// not apply to the new object.
class RevertedWrites {
 public:
  // `contentions` must outlive this object.
  explicit RevertedWrites(ContentionTracker& contentions) : contentions_(contentions) {}

  // Must be called when a write is sent, even if its response never arrives.
  void SizeSent(const HostedCluster& cluster, const std::string& size) { Of(cluster).sent = size; }
  void SizeWritten(const HostedCluster& cluster, const std::string& size) { Of(cluster).size = size; }
  void VpaWritten(const HostedCluster& cluster) { Of(cluster).vpa = true; }
  // Must be called after this sidecar requested the deletion of the VPA, even if the result is unknown.
  void VpaDeleted(const HostedCluster& cluster);
  // Must be called when the cluster is not sized, or is no longer sized. The size and the VPA of such a cluster may be
  // removed together with the annotation that enables sizing.
  void NotSized(const HostedCluster& cluster);

  // Returns true if contention begins because another writer replaced our size. `cluster` is the current version of the
  // cluster.
  bool SizeReverted(const HostedCluster& cluster, absl::Time now);
  // Must be called when the VPA needs a write. Returns true if contention begins because another writer reverted our
  // write.
  bool VpaReverted(const HostedCluster& cluster, absl::Time now);

  // These functions return the end of the pause for writes of the size, or of the VPA, of a cluster. The end is in the
  // past if there is no pause.
  absl::Time SizePausedUntil(const std::string& key) const { return contentions_.Until(key, kSize); }
  absl::Time VpaPausedUntil(const std::string& key) const { return contentions_.Until(key, kVpa); }

  void Delete(const std::string& key) { written_.erase(key); }

 private:
  struct Written {
    std::string uid;   // UID of the cluster
    std::string size;  // the size that we wrote; empty if there is none, or if another writer reverted the size
    std::string sent;  // the API server may have stored this size
    bool vpa = false;
  };
  static constexpr char kSize[] = "size";
  static constexpr char kVpa[] = "vpa";

  // Returns our writes to this object; null if there are none. Deletes the writes to a previous object of the same
  // name.
  Written* Find(const HostedCluster& cluster);
  Written& Of(const HostedCluster& cluster);

  ContentionTracker& contentions_;
  absl::flat_hash_map<std::string, Written> written_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_REVERTED_WRITES_H_
