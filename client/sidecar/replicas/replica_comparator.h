#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_COMPARATOR_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_COMPARATOR_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// For observe mode: compares our decisions with those of kube-controller-manager, as in docs/decisions/0017.
namespace cpsizer::sidecar {

// Returns the differences: in the number of replicas, and in status and reason of each condition. Empty if there are
// none.
// `desiredReplicas 5 here, 3 there`, `AbleToScale True ReadyForNewScale here, True SucceededRescale there`.
std::vector<std::string> Differences(const v1::ReplicasStatus& ours, const v1::HorizontalPodAutoscalerStatus& real);

// Compares our decisions about one autoscaler with its status.
class ReplicaComparator {
 public:
  enum class Agreement : uint8_t { kAgree, kPending, kWarmingUp, kDisagree, kAbsent };

  struct Verdict {
    Agreement agreement = Agreement::kAgree;
    std::vector<std::string> differences;  // to the previous decision; empty if one of the two agrees
    // A disagreement has begun or changed, or the last one is over.
    bool news = false;
  };

  // Compares at a sync: the status as read at its beginning, and the decision of this sync. The status was written some
  // time after the previous sync: it may agree with the decision of that sync or of this one. A difference counts once
  // it occurs at two syncs in a row. `warm`: the history is as long as the longest lookback of decisions. Absent at the
  // first sync.
  absl::optional<Verdict> Compare(const v1::HorizontalPodAutoscalerStatus& real, const v1::ReplicasStatus& ours,
                                  bool warm);
  // A sync without a decision: the previous decision is not comparable with the next status.
  void Skip() {
    before_.reset();
    differed_ = false;
  }

 private:
  absl::optional<v1::ReplicasStatus> before_;
  bool differed_ = false;  // at the previous sync
  std::string reported_;   // the disagreement that was reported last; empty for none
};

// Returns `agree`, `pending`, `warming_up`, `disagree` or `absent`.
absl::string_view AgreementName(ReplicaComparator::Agreement agreement);

// Returns the longest lookback of decisions with this spec.
absl::Duration LongestLookback(const v1::HorizontalPodAutoscalerSpec& spec, absl::Duration downscale_stabilization);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_COMPARATOR_H_
