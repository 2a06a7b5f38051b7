#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/replicas/hpa_options.h"
#include "client/replicas/observer.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/frame/controller.h"
#include "client/sidecar/control/kind_options.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/periodic_queue.h"
#include "client/sidecar/control/watch/store.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/sidecar/replicas/replica_plan.h"
#include "client/sidecar/replicas/replica_reporter.h"
#include "client/sidecar/replicas/replica_state.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::sidecar {

// The template argument of Controller for the replica controller.
struct ReplicasKind {
  static constexpr const char* kName = "replicas";
  static constexpr bool kOneObject = true;
  static constexpr const char* kHeldValues = "replicas";
  static constexpr const char* kHeldObjects = "autoscalers";
  // Contention begins after one change by another writer. A controller writes the status only if the status changes, so
  // its writes can be rare under a steady load.
  static constexpr ContentionRule kContention = {1, absl::ZeroDuration(), absl::Minutes(10)};

  struct Dependencies : ControllerDependencies {
    Store<Autoscaler>& autoscalers;
    std::function<void(v1::HorizontalPodAutoscaler, replicas::Observer::Done)> observe;
    // Called when the autoscaler no longer exists.
    std::function<void(const std::string& name_space, const std::string& name)> on_deleted;
    // Returns the version of the API server, or the reason why it is not known.
    std::function<absl::StatusOr<std::string>()> version = [] { return kDefaultKubernetesVersion; };
  };
  struct Options {
    bool enforce = false;
    absl::Duration period = absl::Seconds(15);
    v1::RecommendReplicasOptions request_options = replicas::DefaultHpaOptions();
    size_t most_at_once = 25;
  };
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
  ReplicaController(Dependencies dependencies, const Options& options);

  // Must be called when the API server reports an autoscaler (Watched::AddStore()). A decision in progress continues
  // with the previous version of the object.
  void Changed(const Autoscaler* before, const Autoscaler* after);

 private:
  // The steps of a round.
  void QueueAll() override;
  absl::Time NextDue() const override { return queue_.NextDue(); }
  RoundPtr NextRound() override;
  void Observe(const RoundPtr& round) override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void OnResponse(const RoundPtr& round, Answer answer) override;
  void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  void Requeue(const RoundPtr& round) override { queue_.Requeue(KeyOf(round->autoscaler)); }
  void DescribeKind(SidecarStatus& status) const override;

  // The part of an autoscaler about which contention with another controller is possible.
  static constexpr char kStatus[] = "status";

  void Forget(const Autoscaler& autoscaler);
  void LogOverrun() const;
  // Returns whether a round may begin with the autoscaler.
  bool MayDecide(const Autoscaler& autoscaler);
  void DetectOtherController(const Autoscaler& autoscaler);
  // Returns whether the current autoscaler is the same as in the round, with the same spec, and may be decided.
  bool IsUnchanged(const Round& round) const override;
  ReplicaState& StateOf(const Autoscaler& autoscaler);
  // Returns why the feature gate HPAScaleToZero must be known for this round, if it is not known; empty otherwise.
  std::string WhyGateIsUnknown(const Round& round) const;
  // Returns whether the controller of this version writes `status.observedGeneration`.
  bool WritesGeneration() const;
  void OnObservation(const RoundPtr& round, absl::StatusOr<replicas::Observation> observation);
  void CompareWithReal(const Round& round);
  // The writes of a round. A write is dropped if the object has changed.
  void Rescale(const RoundPtr& round, int32_t replicas);
  // Reads the target first.
  void WriteScale(const RoundPtr& round, int32_t replicas);
  // Must be called after the last write of a rescale, or after its first failed write.
  void Rescaled(const RoundPtr& round, int32_t replicas, WriteResult result, const absl::Status& status);
  void WriteStatus(const RoundPtr& round, const v1::ReplicasStatus& decided,
                   std::function<void(const absl::Status&)> done);
  void OnWritten(Round& round, Autoscaler written);
  // The last step of a round. During contention, this step does not write the status.
  void WriteStatusAndEnd(const RoundPtr& round, const v1::ReplicasStatus& decided);
  // Ends the round of a held rescale: the status says that the scale was not written.
  void HoldRescale(const RoundPtr& round, const ReplicaPlan& plan);
  void HoldReplicas(const Autoscaler& autoscaler, const HoldCause& cause, const absl::Status& status);
  // These functions end the round. The next round of the autoscaler is due one period later. After a refusal, the next
  // round is due later. After EndAndRetry(), the next round is due soon.
  void End(const Round& round);
  void EndAndRetry(const Round& round);

  absl::Duration downscale_stabilization_;
  ReplicaReporter reporter_;
  absl::flat_hash_map<std::string, ReplicaState> states_;
  PeriodicQueue queue_;
};

// The options of --controller=replicas.
class ReplicaOptions : public KindOptions {
 public:
  std::vector<server::Flag> Flags() override;
  void AddSettings(std::vector<LogField>& settings) const override { AddFields(request_options, settings); }

  v1::RecommendReplicasOptions request_options = replicas::DefaultHpaOptions();
};

// The description of --controller=replicas. It controls the replicas of workloads that have a HorizontalPodAutoscaler,
// or observes how kube-controller-manager controls them.
extern const ControllerInfo kReplicaController;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_CONTROLLER_H_
