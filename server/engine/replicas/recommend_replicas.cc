#include "cpsizer/recommend_replicas.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "server/engine/base/escape.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/autoscaler_report.h"
#include "server/engine/replicas/combine.h"
#include "server/engine/replicas/normalize.h"
#include "server/engine/replicas/observed_warnings.h"
#include "server/engine/replicas/replicas_input.h"
#include "server/engine/replicas/request_limits.h"
#include "server/engine/replicas/summarize_replicas.h"
#include "server/engine/replicas/validate/autoscaler_warnings.h"
#include "server/engine/replicas/validate/selector.h"
#include "server/engine/replicas/zero_replicas.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kAboveMax = "Current number of replicas above Spec.MaxReplicas";
constexpr absl::string_view kBelowMin = "Current number of replicas below Spec.MinReplicas";

// The state of one decision.
class ReplicasDecision {
 public:
  ReplicasDecision(ReplicasInput& input, v1::RecommendReplicasResponse& response)
      : input_(input),
        request_(input.request),
        response_(response),
        report_(request_.horizontal_pod_autoscaler(), input.now, response),
        zero_(request_.horizontal_pod_autoscaler(), input.spec, input.settings),
        current_(request_.scale().spec().replicas()) {}

  // Implements section 4 of docs/reference/horizontal-pod-autoscaler.md.
  void Decide() {
    const std::string unreadable = WhyScaleIsUnreadable();
    if (!unreadable.empty() || request_.has_scale_error()) return FailTarget(unreadable);
    report_.SetCondition("AbleToScale", true, "SucceededGetScale",
                         "the HPA controller was able to get the target's current scale");
    if (current_ == 0 && zero_.Disable(report_)) return Disable();
    // If the current number is outside the bounds, the decision does not use metrics, windows and policies.
    if (current_ > input_.spec.max) return Finish(input_.spec.max, kAboveMax);
    if (current_ != 0 && current_ < input_.spec.min) return Finish(input_.spec.min, kBelowMin);
    DecideByMetrics();
  }

 private:
  // The client of the controller reads the selector together with the scale.
  std::string WhyScaleIsUnreadable() const {
    if (request_.has_scale_error()) return request_.scale_error();
    const std::string error = SelectorError(request_.scale().status().selector());
    if (error.empty()) return "";
    return absl::StrCat(
        "received an object from a /scale endpoint which was not convertible to autoscaling Scale: failed to parse "
        "target selector: ",
        error);
  }

  void FailTarget(absl::string_view why) {
    report_.AddWarning("FailedGetScale", why);
    report_.SetCondition("AbleToScale", false, "FailedGetScale",
                         absl::StrCat("the HPA controller was unable to get the target's current scale: ", why));
    const v1::HorizontalPodAutoscalerStatus& last = request_.horizontal_pod_autoscaler().status();
    response_.set_error(CutText(absl::StrCat("failed to query scale subresource: ", why), kMaxReportedTextBytes));
    if (request_.has_history()) WriteHistory(input_.history, *response_.mutable_history());
    Answer(v1::REPLICAS_OUTCOME_TARGET_UNREADABLE, last.current_replicas(), last.current_replicas());
    response_.mutable_status()->set_desired_replicas(last.desired_replicas());
  }

  void Disable() {
    report_.SetCondition("ScalingActive", false, "ScalingDisabled",
                         "scaling is disabled since the replica count of the target is zero");
    Answer(v1::REPLICAS_OUTCOME_DISABLED, current_, current_);
    WriteHistory(input_.history, *response_.mutable_history());
  }

  void DecideByMetrics() {
    const ProposalInput proposal_input = {input_.pods,
                                          input_.metrics,
                                          input_.settings,
                                          input_.spec.tolerances,
                                          current_,
                                          request_.scale().status().replicas(),
                                          request_.horizontal_pod_autoscaler().metadata().namespace_(),
                                          input_.now};
    const Combination combination = CombineMetrics(request_, proposal_input, report_, response_);
    response_.set_error(combination.error);
    if (combination.failed) return FailMetrics(combination.error);
    // A proposal below zero is treated as zero.
    const int32_t proposed = std::max(combination.replicas, 0);
    const int32_t normalized = Normalize(proposed);
    const int32_t desired = zero_.AtLeastMin(current_, normalized);
    report_.AddStep(v1::REPLICAS_STEP_KIND_MIN_REPLICAS, normalized, desired, kBelowMin);
    // If the proposal of the metrics differs from the current number, the reason comes from this proposal, even if the
    // number was changed later. The reason is empty if only an older recommendation changes the number.
    std::string reason = proposed > current_     ? combination.metric + " above target"
                         : proposed < current_   ? "All metrics below target"
                         : desired != normalized ? std::string(kBelowMin)
                                                 : "";
    Finish(desired, reason);
  }

  int32_t Normalize(int32_t proposed) {
    const ScalingSpec& spec = input_.spec;
    if (!spec.behavior.has_value()) {
      return NormalizeLegacy(spec, input_.settings, current_, proposed, input_.now, input_.history, report_);
    }
    return NormalizeWithBehavior(spec, current_, proposed, input_.now, input_.history, report_);
  }

  void FailMetrics(absl::string_view error) {
    report_.AddWarning("FailedComputeMetricsReplicas", error);
    Answer(v1::REPLICAS_OUTCOME_METRICS_FAILED, current_, current_);
    response_.mutable_status()->set_desired_replicas(request_.horizontal_pod_autoscaler().status().desired_replicas());
    WriteHistory(input_.history, *response_.mutable_history());
  }

  // Completes the response with a decision.
  void Finish(int32_t desired, absl::string_view reason) {
    const bool rescale = desired != current_;
    if (rescale) Rescale(desired, reason);
    Answer(rescale ? v1::REPLICAS_OUTCOME_RESCALE : v1::REPLICAS_OUTCOME_KEEP, current_, desired);
    WriteHistory(input_.history, *response_.mutable_history());
  }

  void Rescale(int32_t desired, absl::string_view reason) {
    report_.SetCondition("AbleToScale", true, "SucceededRescale",
                         absl::StrCat("the HPA controller was able to update the target scale to ", desired));
    report_.AddNormal("SuccessfulRescale", absl::StrCat("New size: ", desired, "; reason: ", reason));
    if (input_.spec.behavior.has_value() && !request_.observe_only()) {
      RecordScaleEvent(*input_.spec.behavior, current_, desired, input_.now, input_.history);
    }
    zero_.NoteRescale(current_, desired, report_);
    response_.mutable_status()->set_last_scale_time(FormatSeconds(input_.now));
  }

  void Answer(v1::ReplicasOutcome outcome, int32_t current, int32_t desired) {
    response_.set_outcome(outcome);
    response_.set_current_replicas(current);
    response_.set_desired_replicas(desired);
    v1::ReplicasStatus& status = *response_.mutable_status();
    status.set_current_replicas(current);
    status.set_desired_replicas(desired);
    if (outcome != v1::REPLICAS_OUTCOME_RESCALE) {
      status.set_last_scale_time(request_.horizontal_pod_autoscaler().status().last_scale_time());
    }
    response_.set_config_generation(request_.horizontal_pod_autoscaler().metadata().generation());
  }

  ReplicasInput& input_;
  const v1::RecommendReplicasRequest& request_;
  v1::RecommendReplicasResponse& response_;
  AutoscalerReport report_;
  const ZeroReplicas zero_;
  const int32_t current_;
};

// Implements DETAIL_BRIEF: removes everything except the decision and the history for the next request.
void LeaveOutDetails(v1::RecommendReplicasResponse& response) {
  response.clear_findings();
  response.clear_metrics();
  response.clear_steps();
}

// Decides one request. `options` and `now` replace the options and the time of the request.
absl::Status AnswerReplicas(const v1::RecommendReplicasRequest& request, const v1::RecommendReplicasOptions& options,
                            absl::string_view now, v1::RecommendReplicasResponse& response) {
  Findings findings(*response.mutable_findings(), v1::SEVERITY_ERROR, kMaxReplicasFindings);
  ReplicasInput input = ReadReplicasInput(request, options, now, findings);
  if (findings.has_errors()) return InvalidArgument(response.findings());
  ReplicasDecision(input, response).Decide();
  if (input.settings.detail == v1::DETAIL_BRIEF) {
    LeaveOutDetails(response);
  } else {
    response.set_summary(Escape(SummarizeReplicas(response)));
    WarnAboutAutoscaler(request.horizontal_pod_autoscaler(), input.settings.scale_to_zero, findings);
    WarnAboutObserved(request, input.metrics, response, findings);
  }
  return absl::OkStatus();
}

void AnswerReplicasItem(const v1::BatchRecommendReplicasRequest& batch, const v1::RecommendReplicasRequest& item,
                        v1::BatchRecommendReplicasResult& result) {
  v1::RecommendReplicasOptions options = batch.options();
  options.MergeFrom(item.options());
  if (options.detail() == v1::DETAIL_UNSPECIFIED) options.set_detail(v1::DETAIL_BRIEF);
  const absl::string_view now = item.now().empty() ? batch.now() : item.now();
  const absl::Status status = AnswerReplicas(item, options, now, *result.mutable_response());
  if (!status.ok()) SetRpcStatus(status, *result.mutable_error());
}

}  // namespace

absl::Status RecommendReplicas(const v1::RecommendReplicasRequest& request, v1::RecommendReplicasResponse& response) {
  return AnswerReplicas(request, request.options(), request.now(), response);
}

absl::Status BatchRecommendReplicas(const v1::BatchRecommendReplicasRequest& request,
                                    absl::FunctionRef<bool()> cancelled, v1::BatchRecommendReplicasResponse& response) {
  google::protobuf::RepeatedPtrField<v1::Finding> errors;
  Findings findings(errors);
  CheckBatchLimits(request, findings);
  if (findings.has_errors()) return InvalidArgument(errors);
  response.mutable_results()->Reserve(request.items_size());
  for (const v1::RecommendReplicasRequest& item : request.items()) {
    if (cancelled()) return absl::CancelledError("the caller cancelled the call");
    AnswerReplicasItem(request, item, *response.add_results());
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
