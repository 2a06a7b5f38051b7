#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_COMPARATOR_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_COMPARATOR_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// In observe mode, the code of this file compares our decisions with the decisions of kube-controller-manager, as
// described in docs/decisions/0017.
namespace cpsizer::sidecar {

// Returns the differences in the number of replicas, and in the status and reason of each condition. Empty if there are
// no differences. Examples of a difference: `desiredReplicas 5 here, 3 there`, `AbleToScale True ReadyForNewScale here,
// True SucceededRescale there`.
std::vector<std::string> Differences(const v1::ReplicasStatus& ours, const v1::HorizontalPodAutoscalerStatus& real);

// Compares our decisions about one autoscaler with the status of the autoscaler.
class ReplicaComparator {
 public:
  enum class Agreement : uint8_t { kAgree, kPending, kWarmingUp, kDisagree, kAbsent };

  struct Comparison {
    Agreement agreement = Agreement::kAgree;
    // The differences between the status and our previous decision. Empty if one of our last two decisions agrees.
    std::vector<std::string> differences;
    // True if a disagreement has begun, has changed or has ended.
    bool news = false;
  };

  // Compares the status with our decisions at a sync. `real` is the status at the beginning of the sync, and `ours` is
  // the decision of the sync. kube-controller-manager wrote the status some time after the previous sync. Therefore the
  // status may agree with our decision of the previous sync or of the current sync. Only a difference at two
  // consecutive syncs is a disagreement. `warm` must be true if the history is as long as the longest lookback of
  // decisions. The result is absent at the first sync, and at the first sync after Skip().
  absl::optional<Comparison> Compare(const v1::HorizontalPodAutoscalerStatus& real, const v1::ReplicasStatus& ours,
                                     bool warm);
  // Must be called at a sync without a decision. After such a sync, the next status cannot be compared with the
  // previous decision.
  void Skip() {
    before_.reset();
    differed_ = false;
  }

 private:
  absl::optional<v1::ReplicasStatus> before_;
  bool differed_ = false;  // true if the previous sync had a difference
  std::string reported_;   // last reported disagreement; empty if there is none
};

// Returns `agree`, `pending`, `warming_up`, `disagree` or `absent`.
absl::string_view AgreementName(ReplicaComparator::Agreement agreement);

// Returns the longest lookback. Decisions with this spec do not depend on events that are older than this time.
absl::Duration LongestLookback(const v1::HorizontalPodAutoscalerSpec& spec, absl::Duration downscale_stabilization);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_COMPARATOR_H_
