#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_RIVALS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_RIVALS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/control/contentions.h"
#include "client/sidecar/control/objects.h"

namespace cpsizer::sidecar {

// Two writers that undo each other help nobody: after a few rounds the sidecar stops for a while.
inline constexpr ContentionRule kSizeContention = {3, absl::Minutes(10), absl::Minutes(30)};

// Remembers what we wrote about each cluster, to notice when another writer undoes it.
class Rivals {
 public:
  // Must not outlive `contentions`.
  explicit Rivals(Contentions& contentions) : contentions_(contentions) {}

  // A write is on its way, whatever becomes of its answer.
  void SizeSent(const std::string& key, const std::string& size) { written_[key].sent = size; }
  void SizeWritten(const std::string& key, const std::string& size) { written_[key].size = size; }
  void VpaWritten(const std::string& key) { written_[key].vpa = true; }
  // By ourselves.
  void VpaDeleted(const std::string& key);

  // The cluster as it is now. Returns whether contention begins: another writer replaced our size.
  bool SizeUndone(const HostedCluster& cluster, absl::Time now);
  // Its VPA has to be written. Returns whether contention begins: another writer undid ours.
  bool VpaUndone(const std::string& key, absl::Time now);

  // Until when the size, or the VPA, of a cluster is left to others; in the past where it is not.
  absl::Time SizePausedUntil(const std::string& key) const { return contentions_.Until(key, kSize); }
  absl::Time VpaPausedUntil(const std::string& key) const { return contentions_.Until(key, kVpa); }

  void Forget(const std::string& key) { written_.erase(key); }

 private:
  struct Written {
    std::string size;  // empty where we wrote none, or it has been undone
    std::string sent;  // that may have been written since
    bool vpa = false;
  };
  static constexpr char kSize[] = "size";
  static constexpr char kVpa[] = "vpa";

  Contentions& contentions_;
  absl::flat_hash_map<std::string, Written> written_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_RIVALS_H_
