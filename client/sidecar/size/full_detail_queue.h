#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_FULL_DETAIL_QUEUE_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_FULL_DETAIL_QUEUE_H_

#include <deque>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/sidecar/size/applier.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// A cluster in a request to the service, as it was at that time.
struct RequestedCluster {
  std::string key;
  InputVersions versions;
  VpaAction vpa = VpaAction::kNone;
};

// Clusters with a brief response whose full response is still to be requested; each once. The last added comes first,
// because a change while very many wait is urgent.
class FullDetailQueue {
 public:
  void Add(std::vector<RequestedCluster> clusters);
  // Returns the next one; absent if there is none.
  absl::optional<RequestedCluster> Take();
  // Removes this one. Returns whether it was present.
  bool Withdraw(const std::string& key) { return clusters_.erase(key) > 0; }
  bool empty() const { return clusters_.empty(); }

 private:
  absl::flat_hash_map<std::string, RequestedCluster> clusters_;
  // Keys that `clusters_` does not hold are skipped.
  std::deque<std::string> order_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_FULL_DETAIL_QUEUE_H_
