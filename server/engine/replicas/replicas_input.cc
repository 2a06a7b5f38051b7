#include "server/engine/replicas/replicas_input.h"

#include <string>

#include "server/engine/replicas/check_readings.h"
#include "server/engine/replicas/read_values.h"
#include "server/engine/replicas/request_limits.h"
#include "server/engine/replicas/validate/check_autoscaler.h"

namespace cpsizer {
namespace {

void CheckPresence(const v1::RecommendReplicasRequest& request, absl::string_view now, Findings& findings) {
  if (!request.has_horizontal_pod_autoscaler()) {
    findings.Add(Rule::kFieldMissing, "horizontalPodAutoscaler", "", "the request has no autoscaler");
  } else {
    CheckAutoscaler(request.horizontal_pod_autoscaler(), findings);
  }
  if (request.target_case() == v1::RecommendReplicasRequest::TARGET_NOT_SET) {
    findings.Add(Rule::kFieldMissing, "scale", "", "the request has neither scale nor scaleError");
  }
  if (now.empty()) findings.Add(Rule::kFieldMissing, "now", "", "the request has no time");
  CheckNotNegative(
      request.scale().spec().replicas(), [] { return std::string("scale.spec.replicas"); }, findings);
  CheckNotNegative(
      request.scale().status().replicas(), [] { return std::string("scale.status.replicas"); }, findings);
  CheckNotNegative(
      request.manifest_replicas(), [] { return std::string("manifestReplicas"); }, findings);
}

}  // namespace

ReplicasInput ReadReplicasInput(const v1::RecommendReplicasRequest& request,
                                const v1::RecommendReplicasOptions& options, absl::string_view now,
                                Findings& findings) {
  ReplicasInput input{request, {}, {}, kZeroTime, {}, {}, {}};
  CheckPresence(request, now, findings);
  CheckRequestLimits(request, findings);
  // The functions below require that the checks above found no errors.
  if (findings.has_errors()) return input;
  CheckReadings(request, findings);
  input.settings = ReadSettings(options, request.horizontal_pod_autoscaler(), findings);
  input.spec = ReadScalingSpec(request.horizontal_pod_autoscaler().spec(), input.settings, findings);
  input.now = ReadInstant(
      now, [] { return std::string("now"); }, findings);
  input.pods = ReadPods(request, findings);
  input.metrics = ReadMetrics(request, input.pods, input.settings, findings);
  input.history = ReadHistory(request, request.scale().spec().replicas(), input.now, findings);
  RecordObservedRescales(request, input.spec.behavior, input.history, findings);
  return input;
}

}  // namespace cpsizer
