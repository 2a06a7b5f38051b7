#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERAND_PLAN_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERAND_PLAN_H_

#include <cstdint>
#include <string>

#include "client/kube/json.h"
#include "client/sidecar/control/holds.h"
#include "client/tree/node.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// The next write of one object of the cluster-autoscaler.
struct OperandPlan {
  enum class Action : uint8_t {
    kNothing,
    kCreate,   // `body`
    kApply,    // `body`, by server-side apply
    kReplace,  // `body`, by merge patch: lists that an apply would not produce, and fields that only others wrote
    kDelete,
  };
  Action action = Action::kNothing;
  kube::Json body;
  std::string changes;  // the written fields, for people; empty for a creation
  HoldCause held;       // the reason is empty if it is not held
  std::string note;     // describes the hold
};

// Returns the next write that brings an object, null if it does not exist, to its plan. `autoscaler_uid` is that of the
// ClusterAutoscaler; empty if there is none. Pure.
//
// An object is ours if the ClusterAutoscaler is its controller, or if it has no controller and our field manager wrote
// it. Any other object is held, and so is one that differs in a field that another field manager owns by server-side
// apply. A field that others only wrote is drift, which is repaired. A field that does not differ, or that only applies
// at creation, is never taken from others.
OperandPlan PlanOperand(const v1::ClusterAutoscalerObject& planned, const tree::Node& current,
                        const std::string& autoscaler_uid);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_OPERAND_PLAN_H_
