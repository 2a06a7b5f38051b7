#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_SHADOW_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_SHADOW_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Observe mode: what we decide beside what kube-controller-manager did, as docs/decisions/0017 says.
namespace cpsizer::sidecar {

// Where the two differ: the number of replicas; of each condition its status and reason. Empty where they agree.
// `desiredReplicas 5 here, 3 there`, `AbleToScale True ReadyForNewScale here, True SucceededRescale there`.
std::vector<std::string> Differences(const v1::ReplicasStatus& ours, const v1::HorizontalPodAutoscalerStatus& real);

// Holds our decisions about one autoscaler against what its status says.
class ReplicaShadow {
 public:
  enum class Agreement : uint8_t { kAgree, kPending, kWarmingUp, kDisagree, kAbsent };

  struct Verdict {
    Agreement agreement = Agreement::kAgree;
    std::vector<std::string> differences;  // to the decision before; empty where one of the two agrees
    // A disagreement has begun or is another one than before; or the last one is over.
    bool news = false;
  };

  // At a sync: the status as read at its beginning, and what is decided in it. The status was written some time since
  // the sync before: it may agree with the decision of that sync or of this one. What differs counts once it has done
  // so at two syncs in a row. `warm` says whether the history reaches back as far as decisions look.
  // Absent at the first sync.
  absl::optional<Verdict> Compare(const v1::HorizontalPodAutoscalerStatus& real, const v1::ReplicasStatus& ours,
                                  bool warm);
  // A sync without a decision: what was decided before it says nothing about what comes.
  void Skip() {
    before_.reset();
    differed_ = false;
  }

 private:
  absl::optional<v1::ReplicasStatus> before_;
  bool differed_ = false;  // at the sync before
  std::string told_;       // the disagreement that was reported last; empty for none
};

// `agree`, `pending`, `warming_up`, `disagree` or `absent`.
absl::string_view AgreementName(ReplicaShadow::Agreement agreement);

// How far back decisions by this spec look at most.
absl::Duration LongestLook(const v1::HorizontalPodAutoscalerSpec& spec, absl::Duration downscale_stabilization);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_SHADOW_H_
