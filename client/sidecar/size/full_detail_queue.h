#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_FULL_DETAIL_QUEUE_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_FULL_DETAIL_QUEUE_H_

#include <deque>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// The clusters that got a brief response and still need a full response. The queue has each cluster at most once.
// Take() first returns the cluster that was added last, because a later change is more urgent while many clusters wait.
class FullDetailQueue {
 public:
  void Add(std::vector<RequestedCluster> clusters);
  // Returns the next cluster; absent if there is none.
  absl::optional<RequestedCluster> Take();
  // Removes the cluster. Returns whether the cluster was in the queue.
  bool Withdraw(const std::string& key) { return clusters_.erase(key) > 0; }
  bool empty() const { return clusters_.empty(); }

 private:
  absl::flat_hash_map<std::string, RequestedCluster> clusters_;
  // May have keys that are not in `clusters_`; Take() skips them.
  std::deque<std::string> order_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_FULL_DETAIL_QUEUE_H_
