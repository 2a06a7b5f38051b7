#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERAND_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERAND_PLAN_H_

#include <cstdint>
#include <string>

#include "client/kube/json.h"
#include "client/sidecar/control/holds.h"
#include "client/tree/node.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Reasons of holds, in addition to those in control/hold_reasons.h.
inline constexpr char kSettingsMissing[] = "SETTINGS_MISSING";
inline constexpr char kObjectOfAnotherOwner[] = "OBJECT_OF_ANOTHER_OWNER";
inline constexpr char kFieldOfAnotherManager[] = "FIELD_OF_ANOTHER_MANAGER";

// The next write of one object of the cluster-autoscaler.
struct OperandPlan {
  enum class Action : uint8_t {
    kNothing,
    kCreate,  // create `body`
    kApply,   // write `body` by server-side apply
    // Write `body` by merge patch, because an apply would not produce the lists in `body` or would not remove fields of
    // other managers.
    kReplace,
    kDelete,
  };
  Action action = Action::kNothing;
  kube::Json body;
  std::string changes;  // description of the written fields; empty for a creation
  HoldCause held;       // has no reason if the object is not held
  std::string note;     // describes the hold
};

// Returns the next write that is necessary to make an object equal to its plan. `current` is null if the object does
// not exist. `autoscaler_uid` is the UID of the ClusterAutoscaler, or empty if it does not exist. Pure.
//
// An object is ours if the ClusterAutoscaler is its controller, or if it has no controller and our field manager wrote
// it. All other objects are held. An object is also held if it differs in a field that another field manager owns by
// server-side apply. If other managers only updated the field, the different value is drift, and the plan repairs it.
// Our field manager never takes the ownership of a field that does not differ, or of a field that applies only at
// creation.
OperandPlan PlanOperand(const v1::ClusterAutoscalerObject& planned, const tree::Node& current,
                        const std::string& autoscaler_uid);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERAND_PLAN_H_
