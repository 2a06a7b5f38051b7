#include "client/sidecar/size/full_detail_queue.h"

#include <utility>

namespace cpsizer::sidecar {

void FullDetailQueue::Add(std::vector<RequestedCluster> clusters) {
  for (auto requested = clusters.rbegin(); requested != clusters.rend(); ++requested) {
    order_.push_front(requested->key);
    clusters_.insert_or_assign(order_.front(), std::move(*requested));
  }
}

absl::optional<RequestedCluster> FullDetailQueue::Take() {
  while (!order_.empty()) {
    auto taken = clusters_.extract(order_.front());
    order_.pop_front();
    if (taken) return std::move(taken.mapped());
  }
  return absl::nullopt;
}

}  // namespace cpsizer::sidecar
