#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_REVERSALS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_REVERSALS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// Detects sizes that change back and forth. Keeps the last change of each cluster.
class Reversals {
 public:
  // A size that changes back later than this follows a daily load.
  static constexpr absl::Duration kWindow = absl::Hours(6);

  // The size of a cluster, which is as it was `before`, was changed. Returns whether that reverts the previous change
  // of the same object (uid) within the window.
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
