#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_PLAN_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Reasons of holds, in addition to those in control/hold_reasons.h.
inline constexpr char kTargetNotFound[] = "TARGET_NOT_FOUND";
inline constexpr char kTargetOwned[] = "TARGET_OWNED";

// The change of one annotation. If `value` is absent, the annotation is removed.
struct AnnotationChange {
  std::string key;
  absl::optional<std::string> value;

  bool operator==(const AnnotationChange&) const = default;
};

// One write for a MachineAutoscaler.
struct ScalingStep {
  enum class Kind : uint8_t {
    kAddFinalizer,
    kReleaseTarget,    // removes min, max and owner from a MachineSet
    kSetLastTarget,    // writes status.lastTargetRef
    kBoundTarget,      // writes the bounds and the owner of a MachineSet
    kRemoveFinalizer,  // removes the finalizer; the API server then deletes the object
  };
  Kind kind = Kind::kAddFinalizer;
  // The key of the MachineAutoscaler; empty if the object does not exist.
  std::string autoscaler;
  // The name of the MachineSet to write; empty if the step does not write a MachineSet.
  std::string target;
  // The changes of the annotations of the MachineSet.
  std::vector<AnnotationChange> annotations;
  // All finalizers of the MachineAutoscaler after the write.
  std::vector<std::string> finalizers;
  // The `lastTargetRef` of the status of the MachineAutoscaler.
  v1::CrossVersionObjectReference last_target;
  // The problem with the GPU label of the target.
  std::string gpu_warning;

  bool writes_target() const { return !target.empty(); }
  // Returns the name of the written object. If two steps write the same object, only one of the steps can succeed.
  std::string WrittenObject() const;
};

// The result for one MachineAutoscaler.
struct ScalingResult {
  std::string autoscaler;  // key of the MachineAutoscaler
  std::string outcome;     // value of the metric label; empty if the response is invalid
  HoldCause held;          // has no reason if the MachineAutoscaler is not held
  std::string event;       // the reason of the event; empty if there is no event
  std::string message;
};

// The writes that may be sent now, and one result for each MachineAutoscaler of the request, in the same order.
struct ScalingPlan {
  // The reason why the whole response is invalid. If the reason is not empty, the other fields are empty. If only a
  // part of the response is invalid, the MachineAutoscalers of this part have the result kInvalidResponse and no
  // steps.
  std::string invalid;
  std::vector<ScalingResult> results;
  std::vector<ScalingStep> steps;  // at most one for each object
};

// The inputs of a plan in addition to the request and the response.
struct ScalingState {
  std::map<std::string, ScalingTarget> unreadable_targets;  // by name
  std::set<std::string> unreadable_autoscalers;             // by key
  // Used in observe mode: if true, the plan also has the steps whose prerequisites are not written yet.
  bool all_steps = false;
  // The names of the MachineSets with a write that the API server may still make.
  std::set<std::string> unsettled_targets;
};

// Returns the steps whose prerequisites are visible in the objects of the request. Pure.
//
// 1. The finalizer of a MachineAutoscaler is added first.
// 2. The three annotations are removed from a MachineSet that is released or changes its owner.
// 3. status.lastTargetRef changes when the old target is released.
// 4. A MachineSet gets its annotations after the finalizer and the lastTargetRef of its new owner are written, and when
//    no other MachineAutoscaler owns the MachineSet.
// 5. A finalizer is removed when no MachineSet has its MachineAutoscaler as the owner.
//
// With this order, a process can end at any time and the next process can continue. If the API server makes a write
// late, the owner of a MachineSet may no longer refer to the MachineSet. Such a MachineSet is released even if the
// response does not require the release. The owner of a MachineSet is not replaced or removed if the owner cannot be
// read, or if the owner is not being deleted and its spec still refers to the MachineSet. This rule has precedence over
// the response.
ScalingPlan PlanScaling(const v1::PlanClusterAutoscalerRequest& request,
                        const v1::PlanClusterAutoscalerResponse& response, const ScalingState& state);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_PLAN_H_
