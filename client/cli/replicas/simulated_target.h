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
  // Each pod has the spec `pod`. A pod is pending for the duration `start` after it was added, and ready after that.
  SimulatedTarget(v1::PodSpec pod, absl::Duration start) : pod_(std::move(pod)), start_(start) {}

  // Sets the number of pods to `replicas` at `now`. New pods are ready immediately if `ready` is true. Errors:
  // FailedPrecondition if `replicas` is above kMaxPods, the limit of a decision; the pods are then not changed.
  absl::Status Resize(int replicas, absl::Time now, bool ready);

  int replicas() const { return static_cast<int>(pods_.size()); }
  int ReadyAt(absl::Time now) const;

  // Returns the amount of a resource that each pod requests, or that `container` of each pod requests. Returns nothing
  // if there is no request.
  absl::optional<Nanos> RequestOf(const std::string& resource, absl::string_view container) const;

  // Writes the scale and the pods at `now` to `request`, without metrics.
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

// Returns a pod for a target without a manifest. Its containers request one unit of each resource of `metrics`, so that
// percentages can be computed.
v1::PodSpec PodFor(const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics);

// If there are more pods than a decision accepts, returns an error text. If not, returns an empty text.
std::string WhyTooMany(int pods);

// Returns an amount of nano-units as the text of a quantity.
std::string NanosText(Nanos nanos);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATED_TARGET_H_
