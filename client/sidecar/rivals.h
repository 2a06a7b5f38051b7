#ifndef CPSIZER_CLIENT_SIDECAR_RIVALS_H_
#define CPSIZER_CLIENT_SIDECAR_RIVALS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/contention.h"
#include "client/sidecar/objects.h"

namespace cpsizer::sidecar {

// Remembers what we wrote about each cluster, to notice when somebody else undoes it.
class Rivals {
 public:
  void SizeWritten(const std::string& key, const std::string& size) { records_[key].size = size; }
  void VpaWritten(const std::string& key) { records_[key].vpa_written = true; }
  // By ourselves.
  void VpaDeleted(const std::string& key);

  // The cluster as it is now: has our size been replaced? Whether a pause begins.
  bool SizeUndone(const HostedCluster& cluster, absl::Time now);
  // Its VPA has to be written: anew? Whether a pause begins.
  bool VpaUndone(const std::string& key, absl::Time now);

  // Until when the size, or the VPA, of a cluster is left to others; in the past where it is not.
  absl::Time SizePausedUntil(const std::string& key) const;
  absl::Time VpaPausedUntil(const std::string& key) const;

  void Forget(const std::string& key) { records_.erase(key); }

 private:
  struct Record {
    std::string size;  // empty where we wrote none, or it has been undone
    bool vpa_written = false;
    Contention size_contention;
    Contention vpa_contention;
  };
  absl::flat_hash_map<std::string, Record> records_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_RIVALS_H_
