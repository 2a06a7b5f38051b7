#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_

#include <cstddef>
#include <functional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/replicas/hpa_options.h"
#include "client/replicas/observer.h"
#include "client/sidecar/control/controller.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/periodic_queue.h"
#include "client/sidecar/control/watch/controller_dependencies.h"
#include "client/sidecar/control/watch/store.h"
#include "client/sidecar/control/write/writes.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/sidecar/replicas/replica_plan.h"
#include "client/sidecar/replicas/replica_reporter.h"
#include "client/sidecar/replicas/replica_state.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::sidecar {

// The template argument of Controller for the replica controller.
struct ReplicasKind {
  static constexpr const char* kName = InfoOf(ControllerKind::kReplicas).label;
  static constexpr bool kOneObject = true;

  // One decision about an autoscaler.
  struct Round : ControlRound {
    Autoscaler autoscaler;  // the version at the beginning of the round
    v1::RecommendReplicasRequest request;
    replicas::TargetScale scale;
    std::string unavailable_api;
    v1::RecommendReplicasResponse answer;
    bool refused = false;  // the service refused the request, or the API server refused the write
  };
  using Answer = v1::RecommendReplicasResponse;
};

// Decides each autoscaler once in each period (control/periodic_queue.h). The controller reads the target, the pods and
// the metrics, and sends a request to the service. In observe mode, it compares the response with the decision of
// kube-controller-manager. In enforce mode, it writes the scale of the target and the status of the autoscaler, as
// kube-controller-manager does.
//
// The history of an autoscaler is only in memory, as in kube-controller-manager. Two decisions about one autoscaler
// never run at the same time. Only a few decisions run at the same time, because each decision needs memory for its
// pods. A failure never changes replicas. A failed decision is retried in the next period. After a conflict of a write,
// the decision is retried earlier. A request that the service or the API server refused is repeated after a minute, or
// when the autoscaler changes. An autoscaler with a new `metadata.generation` is decided at once, as in
// kube-controller-manager from v1.37.
//
// Must be used only on the thread of the event loop.
class ReplicaController : public Controller<ReplicasKind> {
 public:
  struct Options {
    bool enforce = false;
    absl::Duration period = absl::Seconds(15);
    v1::RecommendReplicasOptions request_options = replicas::DefaultHpaOptions();
    size_t most_at_once = 25;
  };
  using ObserveAutoscaler = std::function<void(v1::HorizontalPodAutoscaler, replicas::Observer::Done)>;
  // The objects that the controller uses. They outlive the controller.
  struct Dependencies : ControllerDependencies {
    ObserveAutoscaler observe;
    // Called when the autoscaler no longer exists.
    std::function<void(const std::string& name_space, const std::string& name)> on_deleted;
    // Returns the version of the API server, or the reason why it is not known.
    std::function<absl::StatusOr<std::string>()> version = [] { return kDefaultKubernetesVersion; };
  };

  ReplicaController(Dependencies dependencies, Options options);

  // These functions process the reports of the API server. A decision in progress continues with the previous version
  // of the object.
  void BeginList() { autoscalers_.BeginList(); }
  void PutListed(Autoscaler autoscaler);
  void EndList();
  void AbandonList();
  absl::Status CheckSize() const { return CheckStoreSize(autoscalers_); }
  void Put(Autoscaler autoscaler);
  void Remove(const std::string& key);
  size_t size() const { return autoscalers_.objects().size(); }

  bool writes_ended() const override { return writes_.ended(); }

 private:
  // The steps of a round.
  void QueueAll() override;
  absl::Time NextDue() const override { return queue_.NextDue(); }
  RoundPtr NextRound() override;
  void Observe(const RoundPtr& round) override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void OnResponse(const RoundPtr& round, Answer answer) override;
  void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  void Requeue(const RoundPtr& round) override { queue_.Return(KeyOf(round->autoscaler)); }
  void DescribeKind(SidecarStatus& status) const override;

  // Must be called when the API server reports this autoscaler, before it is stored. Gives the autoscaler a turn if it
  // is new.
  void NoteReport(const Autoscaler& autoscaler);
  void LogOverrun() const;
  // Returns whether a round may begin with the autoscaler.
  bool MayDecide(const Autoscaler& autoscaler);
  void DetectOtherController(const Autoscaler& autoscaler);
  // Returns whether the current autoscaler is the same as in the round, with the same spec, and may be decided.
  bool IsUnchanged(const Round& round) const;
  ReplicaState& StateOf(const Autoscaler& autoscaler);
  // Returns why the feature gate HPAScaleToZero must be known for this round, if it is not known; empty otherwise.
  std::string WhyGateIsUnknown(const Round& round) const;
  // Returns whether the controller of this version writes `status.observedGeneration`.
  bool WritesGeneration() const;
  void TakeObservation(const RoundPtr& round, absl::StatusOr<replicas::Observation> observation);
  void CompareWithReal(const Round& round);
  // The writes of a round. A write is dropped if the object has changed.
  void Rescale(const RoundPtr& round, int32_t replicas);
  // Reads the target first.
  void WriteScale(const RoundPtr& round, int32_t replicas);
  // Must be called after the last write of a rescale, or after its first failed write.
  void Rescaled(const RoundPtr& round, int32_t replicas, WriteResult result, const absl::Status& status);
  void WriteStatus(const RoundPtr& round, const v1::ReplicasStatus& decided,
                   std::function<void(const absl::Status&)> done);
  void TakeWritten(Round& round, Autoscaler written);
  // The last step of a round. During contention, this step does not write the status.
  void WriteStatusAndEnd(const RoundPtr& round, const v1::ReplicasStatus& decided);
  Writes::StillWanted StillWanted(const RoundPtr& round);
  // Ends the round of a held rescale: the status says that the scale was not written.
  void HoldRescale(const RoundPtr& round, const ReplicaPlan& plan);
  void HoldReplicas(const Autoscaler& autoscaler, const HoldCause& cause, const absl::Status& status);
  // These functions end the round. The next round of the autoscaler is due one period later. After a refusal, the next
  // round is due later. After EndAndRetry(), the next round is due soon.
  void End(const Round& round);
  void EndAndRetry(const Round& round);

  const Dependencies dependencies_;
  const Options options_;
  absl::Duration downscale_stabilization_;
  ReplicaReporter reporter_;
  Store<Autoscaler> autoscalers_;
  absl::flat_hash_map<std::string, ReplicaState> states_;
  PeriodicQueue queue_;
  Writes writes_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_
