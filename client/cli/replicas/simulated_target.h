#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SIMULATED_TARGET_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SIMULATED_TARGET_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// The pods of a simulated workload. The newest pods are deleted first.
class SimulatedTarget {
 public:
  // Each pod has the spec `pod`, is pending for `start` after it was added and ready from then on.
  SimulatedTarget(v1::PodSpec pod, absl::Duration start) : pod_(std::move(pod)), start_(start) {}

  // Sets the number of pods to `replicas` at `now`; new ones are ready at once if `ready`. Errors:
  // FailedPrecondition, and no change, for more pods than a decision accepts (kMaxPods).
  absl::Status Resize(int replicas, absl::Time now, bool ready);

  int replicas() const { return static_cast<int>(pods_.size()); }
  int ReadyAt(absl::Time now) const;

  // Returns the request of each pod for a resource, or of one of its containers; absent if it requests nothing.
  absl::optional<Nanos> RequestOf(const std::string& resource, absl::string_view container) const;

  // Writes scale and pods as they are at `now`, without metrics.
  void Describe(absl::Time now, v1::RecommendReplicasRequest& request) const;

 private:
  struct Pod {
    std::string name;
    absl::Time added;
    absl::Time ready;
  };

  v1::PodSpec pod_;
  absl::Duration start_;
  std::vector<Pod> pods_;
  int named_ = 0;
};

// Returns a pod for `metrics` if there is no manifest: its containers request one unit of each resource with a
// utilization target, so that percentages can be computed.
v1::PodSpec PodFor(const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics);

// Returns an error if there are more pods than a decision accepts; else empty.
std::string WhyTooMany(int pods);

// Returns an amount of nano-units as a quantity.
std::string NanosText(Nanos nanos);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATED_TARGET_H_
