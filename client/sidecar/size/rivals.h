#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_RIVALS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_RIVALS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/control/contention.h"
#include "client/sidecar/control/objects.h"

namespace cpsizer::sidecar {

// Remembers what we wrote about each cluster, to notice when somebody else undoes it.
class Rivals {
 public:
  // A write is on its way, whatever becomes of its answer.
  void SizeSent(const std::string& key, const std::string& size) { written_[key].sent = size; }
  void SizeWritten(const std::string& key, const std::string& size) { written_[key].size = size; }
  void VpaWritten(const std::string& key) { written_[key].vpa = true; }
  // By ourselves.
  void VpaDeleted(const std::string& key);

  // The cluster as it is now: has our size been replaced? Whether a pause begins.
  bool SizeUndone(const HostedCluster& cluster, absl::Time now);
  // Its VPA has to be written: anew? Whether a pause begins.
  bool VpaUndone(const std::string& key, absl::Time now);

  // Until when the size, or the VPA, of a cluster is left to others; in the past where it is not.
  absl::Time SizePausedUntil(const std::string& key) const { return PausedUntil(size_contentions_, key); }
  absl::Time VpaPausedUntil(const std::string& key) const { return PausedUntil(vpa_contentions_, key); }

  // Clusters of which anything is left to others now.
  size_t CountPaused(absl::Time now) const;

  void Forget(const std::string& key);

 private:
  struct Written {
    std::string size;  // empty where we wrote none, or it has been undone
    std::string sent;  // that may have been written since
    bool vpa = false;
  };
  using Contentions = absl::flat_hash_map<std::string, Contention>;

  static absl::Time PausedUntil(const Contentions& contentions, const std::string& key);

  absl::flat_hash_map<std::string, Written> written_;
  // Of few.
  Contentions size_contentions_;
  Contentions vpa_contentions_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_RIVALS_H_
