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

// The pods of a workload that is scaled in thought. Those that are added last go first.
class SimulatedTarget {
 public:
  // Every pod is as `pod` says, pending for `start` after it was added and ready from then on.
  SimulatedTarget(v1::PodSpec pod, absl::Duration start) : pod_(std::move(pod)), start_(start) {}

  // Makes `replicas` pods of it at `now`; those that come are ready at once if `ready`.
  // Errors: FailedPrecondition, and nothing done, where no decision may look at so many (kMaxPods).
  absl::Status Resize(int replicas, absl::Time now, bool ready);

  int replicas() const { return static_cast<int>(pods_.size()); }
  int ReadyAt(absl::Time now) const;

  // What each pod requests of a resource, or one container of it; absent where it requests nothing.
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

// A pod for `metrics` where nobody has the manifest: its containers request one unit of whatever has a target of
// utilization, so that percentages can be had.
v1::PodSpec PodFor(const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics);

// That no decision may look at so many pods; empty where it may.
std::string WhyTooMany(int pods);

// An amount of nano-units as a quantity.
std::string NanosText(Nanos nanos);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATED_TARGET_H_
