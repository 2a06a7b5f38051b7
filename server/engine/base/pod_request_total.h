#ifndef CPSIZER_SERVER_ENGINE_BASE_POD_REQUEST_TOTAL_H_
#define CPSIZER_SERVER_ENGINE_BASE_POD_REQUEST_TOTAL_H_

#include <algorithm>
#include <functional>

#include "absl/types/optional.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer {

inline bool RestartsAlways(const v1::Container& container) {
  return container.restart_policy() == "Always";
}

// Computes the request of a pod for one resource from the requests of its containers, as the scheduler does. The
// requests of containers that run at the same time are added up. An init container runs at the same time as the
// restartable init containers before it; the containers run at the same time as all restartable init containers. The
// result is the largest of these sums.
//
// Requires that init containers are added in the order of the spec.
template <typename Amount, typename Plus = std::plus<Amount>>
class PodRequestTotal {
 public:
  void AddContainer(Amount request) { sum_ = Add(sum_, request); }

  void AddInitContainer(Amount request, bool restarts_always) {
    const Amount moment = Add(restartable_, request);
    floor_ = std::max(floor_.value_or(moment), moment);
    if (!restarts_always) return;
    AddContainer(request);
    restartable_ = moment;
  }

  // Returns nothing if no container was added.
  absl::optional<Amount> total() const {
    if (!floor_.has_value()) return sum_;
    return std::max(sum_.value_or(*floor_), *floor_);
  }

 private:
  static Amount Add(const absl::optional<Amount>& total, Amount request) {
    return Plus()(total.value_or(Amount()), request);
  }

  absl::optional<Amount> sum_;          // containers and restartable init containers
  absl::optional<Amount> restartable_;  // restartable init containers so far
  absl::optional<Amount> floor_;        // the largest sum for one init container so far
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_POD_REQUEST_TOTAL_H_
