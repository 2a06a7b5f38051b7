#include "client/sidecar/replicas/replica_plan.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/service/call_failure.h"
#include "client/sidecar/replicas/autoscaler.h"

namespace cpsizer::sidecar {
namespace {

ReplicaPlan Held(const char* reason, std::string note, const char* shared = "") {
  return {absl::nullopt, {reason, shared}, std::move(note)};
}

ReplicaPlan InvalidResponse(const std::string& what) {
  return Held(kInvalidResponse, absl::StrCat("the service returned ", what, "; nothing is written"));
}

// Returns whether the autoscaler can later scale its target up from zero replicas. With the rule of the condition, only
// the condition ScaledToZero permits this, and the response has it only if the feature gate HPAScaleToZero is on.
bool CanComeBack(const v1::RecommendReplicasRequest& request, const v1::RecommendReplicasResponse& answer) {
  if (request.options().zero_replicas_rule() == v1::REPLICAS_ZERO_RULE_MIN_REPLICAS) return true;
  const v1::Condition* const scaled_to_zero = FindCondition(answer.status().conditions(), "ScaledToZero");
  return scaled_to_zero != nullptr && scaled_to_zero->status() == "True";
}

ReplicaPlan PlanRescale(const v1::RecommendReplicasRequest& request, const v1::RecommendReplicasResponse& answer) {
  const int32_t desired = answer.desired_replicas();
  const v1::HorizontalPodAutoscalerSpec& spec = request.horizontal_pod_autoscaler().spec();
  const int32_t least = spec.has_min_replicas() ? spec.min_replicas() : 1;
  if (desired < least || desired > spec.max_replicas()) {
    return InvalidResponse(
        absl::StrCat(desired, " replicas, outside the range of the autoscaler, ", least, " to ", spec.max_replicas()));
  }
  if (desired == request.scale().spec().replicas()) {
    return InvalidResponse("a change to the current number of replicas");
  }
  if (desired == 0 && !CanComeBack(request, answer)) {
    return Held(
        kScaleToZeroOff,
        absl::StrCat("0 replicas are not written, because nothing would scale the target up again: the feature gate "
                     "HPAScaleToZero is off in Kubernetes ",
                     request.options().kubernetes_version(),
                     "; set --feature-gates=HPAScaleToZero=true, or set minReplicas to at least 1"));
  }
  return {desired, {}, ""};
}

}  // namespace

ReplicaPlan PlanReplicas(const v1::RecommendReplicasRequest& request,
                         const absl::StatusOr<v1::RecommendReplicasResponse>& answer) {
  if (!answer.ok()) {
    std::string note(answer.status().message());
    return IsRefusal(answer.status()) ? Held(kInputRefused, std::move(note))
                                      : Held(kServiceFailed, std::move(note), kService);
  }
  // The outcome can be "target unreadable" even if the request has a scale, because of the selector of the scale.
  const bool unreadable = answer->outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE;
  if (!request.has_scale() && !unreadable) return InvalidResponse("an outcome that does not fit the scale");
  if (!unreadable && answer->current_replicas() != request.scale().spec().replicas()) {
    return InvalidResponse(
        absl::StrCat(answer->current_replicas(), " current replicas instead of ", request.scale().spec().replicas()));
  }
  switch (answer->outcome()) {
    case v1::REPLICAS_OUTCOME_RESCALE:
      return PlanRescale(request, *answer);
    case v1::REPLICAS_OUTCOME_KEEP:
    case v1::REPLICAS_OUTCOME_DISABLED:
      return {};
    case v1::REPLICAS_OUTCOME_METRICS_FAILED:
      return Held(kMetricsFailed, answer->error());
    case v1::REPLICAS_OUTCOME_TARGET_UNREADABLE:
      return Held(kTargetUnreadable, answer->error());
    default:
      return InvalidResponse("no outcome");
  }
}

std::string OutcomeName(v1::ReplicasOutcome outcome) {
  switch (outcome) {
    case v1::REPLICAS_OUTCOME_RESCALE:
      return "rescale";
    case v1::REPLICAS_OUTCOME_KEEP:
      return "keep";
    case v1::REPLICAS_OUTCOME_DISABLED:
      return "disabled";
    case v1::REPLICAS_OUTCOME_METRICS_FAILED:
      return "metrics_failed";
    case v1::REPLICAS_OUTCOME_TARGET_UNREADABLE:
      return "target_unreadable";
    default:
      return "";
  }
}

}  // namespace cpsizer::sidecar
