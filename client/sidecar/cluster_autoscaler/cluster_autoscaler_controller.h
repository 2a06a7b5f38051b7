#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_CONTROLLER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/cluster_autoscaler/observer.h"
#include "client/sidecar/cluster_autoscaler/autoscaler_objects.h"
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_reporter.h"
#include "client/sidecar/cluster_autoscaler/operand_plan.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/frame/serial_controller.h"
#include "client/sidecar/control/kind_options.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/write/write_delays.h"
#include "client/sidecar/control/write/writes.h"

namespace cpsizer::sidecar {

// The template argument of Controller for the controller of the ClusterAutoscaler.
struct ClusterAutoscalersKind {
  static constexpr const char* kName = "cluster-autoscalers";
  static constexpr bool kOneObject = true;
  static constexpr const char* kHeldValues = "objects of the cluster-autoscaler";
  static constexpr const char* kHeldObjects = "clusterAutoscalers";
  // Another controller, such as the operator of OpenShift, may require different values. It writes its values each time
  // it checks the objects.
  static constexpr ContentionRule kContention = {3, absl::Minutes(10), absl::Minutes(10)};

  struct Options {
    bool enforce = false;
    absl::Duration period = absl::Seconds(15);
    std::string name_space;  // the namespace of the cluster-autoscaler
  };
  struct Dependencies : ControllerDependencies {
    const AutoscalerStores& stores;
    std::function<void(std::function<void(cluster_autoscaler::Observation)>)> observe;
    // Returns whether each change of an object that `observe` reads calls ObservedChanged().
    std::function<bool()> is_watched;
  };
  // One observation of the cluster, and the writes that follow from it.
  struct Round : ControlRound {
    ClusterAutoscaler autoscaler;  // empty if the object does not exist
    cluster_autoscaler::Observation observation;
    v1::PlanClusterAutoscalerRequest request;
    v1::PlanClusterAutoscalerResponse response;
    std::vector<OperandPlan> plans;  // one plan for each object of the response; empty if all objects are held
    size_t next = 0;                 // index into `plans`
    bool wrote = false;
  };
  using Answer = v1::PlanClusterAutoscalerResponse;
};

// Writes the objects of the cluster-autoscaler and the status of its ClusterOperator, so that they are as the
// ClusterAutoscaler requires. When the ClusterAutoscaler or one of these objects changes, the controller reads the
// objects and requests the plan from the service. Then it writes the differences, one object after the other, in the
// order of the plan. The precondition of each write is the version that was read; a creation fails if the object
// exists. While an object is held, or differs from its plan, the objects are also read in each period.
//
// If other writers repeatedly revert the writes of an object, the writes of this object pause for some time.
//
// Must be used only on the thread of the event loop.
class ClusterAutoscalerController : public SerialController<ClusterAutoscalersKind> {
 public:
  ClusterAutoscalerController(Dependencies dependencies, Options options);

  // Must be called when the ClusterAutoscaler was added, changed or removed.
  void Changed() { DueAt(now()); }
  // Must be called when an object that a round reads has perhaps changed. The next round begins at least one second
  // after the last one, because another writer can change an object continually.
  void ObservedChanged();

 private:
  // The steps of a round.
  RoundPtr BeginRound() override;
  void Observe(const RoundPtr& round) override;
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override;
  void OnResponse(const RoundPtr& round, Answer answer) override;
  void OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) override;
  bool IsUnchanged(const Round& round) const override;
  size_t objects() const override { return dependencies().stores.autoscalers.objects().size(); }

  // The last attempted change of an object. `written` is true if the change was written after it was last planned.
  // `contended` is true if other writers repeatedly revert the change. Then writes of this change are paused. A
  // different change of the object is still written.
  struct Attempt {
    std::string change;
    bool written = false;
    bool contended = false;
  };

  // The key of the status of the operator, next to the keys of the objects, which are their names.
  static constexpr char kOperatorName[] = "ClusterOperator cluster-autoscaler";

  ClusterAutoscaler Known() const;
  // Returns the observed version of `object`; an empty tree::Node if it does not exist.
  static const tree::Node& CurrentOf(const Round& round, const v1::ClusterAutoscalerObject& object);
  void OnObservation(const RoundPtr& round, cluster_autoscaler::Observation observation);
  void AddRelated(v1::PlanClusterAutoscalerRequest& request) const;
  // Plans the writes of the objects. Returns the cause of the hold if all objects are held; otherwise, the cause of the
  // first object that is held. `note` gets the description of the hold.
  HoldCause PlanObjects(const RoundPtr& round, std::string& note);
  // Returns whether other writers repeatedly revert the planned change of an object.
  bool IsContended(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan);
  void WriteNext(const RoundPtr& round);
  void Written(const RoundPtr& round, const WriteResponse& response);
  // Returns null if the status of the operator is as planned, or if there is no ClusterOperator.
  kube::Json StatusPatchOf(const Round& round) const;
  // Must be called after a failed write of the object `name`. Holds the ClusterAutoscaler if it is not held yet.
  void Failed(const std::string& name, const std::string& error, const absl::Status& status);
  // Writes the status of the operator, which is the last write of a round.
  void WriteStatus(const RoundPtr& round);
  void StatusWritten(const RoundPtr& round, const WriteResponse& response);
  void EndWrites(const Round& round);
  // Returns the time to the next round if nothing changes.
  absl::Duration RestAfterRound();

  ClusterAutoscalerReporter reporter_;
  absl::Time round_began_ = absl::InfinitePast();
  int32_t failures_ = 0;  // number of consecutive failures of the operator's checks
  // The keys of the next two members are the kind and the name of an object.
  WriteDelays delays_;
  absl::flat_hash_map<std::string, Attempt> attempts_;
};

// The options of --controller=cluster-autoscalers.
class OperatorOptions : public KindOptions {
 public:
  std::vector<server::Flag> Flags() override;
  void AddSettings(std::vector<LogField>& fields) const override { AddFields(settings, fields); }

  // Settings for the operator of the cluster-autoscaler. A setting without a value is read from the environment of the
  // operator's Deployment.
  v1::ClusterAutoscalerOperatorSettings settings;
};

// The description of --controller=cluster-autoscalers, which manages the objects of the cluster-autoscaler.
extern const ControllerInfo kClusterAutoscalerController;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_CONTROLLER_H_
