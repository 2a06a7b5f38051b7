#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_REVERSALS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_REVERSALS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// Detects sizes that change back and forth. Stores the last change of each cluster.
class Reversals {
 public:
  // If a size changes back after a longer time, the reason is probably a daily load pattern.
  static constexpr absl::Duration kWindow = absl::Hours(6);

  // Must be called when the size of a cluster was changed to `to`. `before` is the cluster before the change. Returns
  // whether the change reverts the previous change of the same object (by UID) within kWindow.
  bool Changed(const HostedCluster& before, const std::string& to, absl::Time now);
  void Delete(const std::string& key) { last_.erase(key); }

 private:
  struct Change {
    std::string uid;
    std::string from;
    std::string to;
    absl::Time when;
  };
  absl::flat_hash_map<std::string, Change> last_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_REVERSALS_H_
