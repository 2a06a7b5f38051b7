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

// An annotation that a write sets, or removes if there is no value.
struct AnnotationChange {
  std::string key;
  absl::optional<std::string> value;

  bool operator==(const AnnotationChange&) const = default;
};

// One write.
struct ScalingStep {
  enum class Kind : uint8_t {
    kAddFinalizer,
    kReleaseTarget,    // removes min, max and owner from a MachineSet
    kSetLastTarget,    // writes status.lastTargetRef
    kBoundTarget,      // writes bounds and owner of a MachineSet
    kRemoveFinalizer,  // after which a deleted MachineAutoscaler is gone
  };
  Kind kind = Kind::kAddFinalizer;
  std::string autoscaler;                       // key of the MachineAutoscaler; empty if it does not exist
  std::string target;                           // name of the MachineSet to be written; empty for none
  std::vector<AnnotationChange> annotations;    // of the MachineSet
  std::vector<std::string> finalizers;          // all that the MachineAutoscaler has after the write
  v1::CrossVersionObjectReference last_target;  // of its status
  std::string gpu_warning;                      // the problem with the label for GPUs of the target

  bool writes_target() const { return !target.empty(); }
  // Returns the name of the written object: of two steps with the same name only one can succeed.
  std::string WrittenObject() const;
};

// The result for one MachineAutoscaler.
struct ScalingVerdict {
  std::string autoscaler;  // its key
  std::string outcome;     // in metrics
  HoldCause held;          // the reason is empty if it is not held
  std::string event;       // the reason of its event; empty for none
  std::string message;
};

// The writes that may be sent now, and the result for each MachineAutoscaler of the request, in its order.
struct ScalingPlan {
  std::string invalid;  // the reason why the response is invalid; then all else is empty
  std::vector<ScalingVerdict> verdicts;
  std::vector<ScalingStep> steps;  // at most one for each object
};

// The inputs of a plan other than the request and the response.
struct ScalingState {
  std::map<std::string, ScalingTarget> unreadable_targets;  // by name
  std::set<std::string> unreadable_autoscalers;             // keys
  // For observe mode: also returns the steps whose prerequisites are still to be written.
  bool all_steps = false;
  // MachineSets, by name, with a write that the API server may still make.
  std::set<std::string> unsettled_targets;
};

// Returns the steps whose prerequisites are visible in the objects of the request. Pure.
//
// 1. the finalizer of a MachineAutoscaler is added first;
// 2. a MachineSet that is released or changes its owner loses the three annotations;
// 3. status.lastTargetRef changes when the old target is released;
// 4. a MachineSet gets its annotations when its owner needs neither a finalizer nor a lastTargetRef, and when no other
//    one owns it;
// 5. a finalizer is removed when no MachineSet names its MachineAutoscaler.
//
// So a process that ends at any time leaves a state from which the next one continues. In addition to the response, a
// MachineSet is released if its owner no longer refers to it, which a late write can cause. A MachineSet is not changed
// while its owner claims it and is invalid or cannot be read, whatever the response contains.
ScalingPlan PlanScaling(const v1::PlanClusterAutoscalerRequest& request,
                        const v1::PlanClusterAutoscalerResponse& response, const ScalingState& state);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_PLAN_H_
