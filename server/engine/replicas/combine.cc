#include "server/engine/replicas/combine.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cpsizer/limits.h"
#include "server/engine/base/selector_parser.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/metric_names.h"
#include "server/engine/replicas/validate/selector.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kScalingActive = "ScalingActive";

std::string FailSelector(absl::string_view event, absl::string_view reason, absl::string_view condition_message,
                         absl::string_view error, AutoscalerReport& report) {
  report.AddWarning(event, error);
  report.SetCondition(kScalingActive, false, reason, condition_message);
  return CutText(error, kMaxReportedTextBytes);
}

// Returns the names of the autoscaler and of at most `most` other autoscalers.
std::string RivalsText(const v1::RecommendReplicasRequest& request, int most) {
  const v1::ObjectMeta& metadata = request.horizontal_pod_autoscaler().metadata();
  std::vector<std::string> names = {metadata.name()};
  names.insert(names.end(), request.rivals().begin(), request.rivals().begin() + std::min(most, request.rivals_size()));
  for (std::string& name : names) name = absl::StrCat(metadata.namespace_(), "/", name);
  return absl::StrCat("[", absl::StrJoin(names, " "), "]");
}

// The controller reads only two of the autoscalers of the same pods, from v1.37.
std::string SharedPodsText(const v1::RecommendReplicasRequest& request, int kubernetes_minor) {
  const std::string pods = absl::StrCat("pods by selector ", CanonicalSelector(request.scale().status().selector()));
  return kubernetes_minor >= 37
             ? absl::StrCat(pods, " are controlled by more than one HPA (e.g. ", RivalsText(request, 1), ")")
             : absl::StrCat(pods, " are controlled by multiple HPAs: ", RivalsText(request, request.rivals_size()));
}

// Returns the reason why the pods are not known; empty if they are known.
std::string CheckSelector(const v1::RecommendReplicasRequest& request, int kubernetes_minor, AutoscalerReport& report) {
  const std::string& selector = request.scale().status().selector();
  if (HasNoRequirements(selector)) {
    return FailSelector("SelectorRequired", "InvalidSelector", "the HPA target's scale is missing a selector",
                        "selector is required", report);
  }
  if (request.rivals().empty()) return "";
  const std::string text = SharedPodsText(request, kubernetes_minor);
  return FailSelector("AmbiguousSelector", "AmbiguousSelector", text, text, report);
}

// Returns the error of the selector of a Pods, Object or External metric.
std::string SelectorErrorOf(const Metric& metric) {
  const v1::MetricSpec& spec = *metric.spec;
  absl::optional<SelectorProblem> problem;
  if (metric.kind == MetricKind::kPods) problem = MetricSelectorProblem(spec.pods().metric().selector());
  if (metric.kind == MetricKind::kObject) problem = MetricSelectorProblem(spec.object().metric().selector());
  if (metric.kind == MetricKind::kExternal) problem = MetricSelectorProblem(spec.external().metric().selector());
  return problem.has_value() ? std::move(problem->message) : "";
}

// Returns the error of the metric; empty if there is a proposal.
std::string Propose(const ProposalInput& input, const Metric& metric, const Proposal& proposal) {
  std::string error = MissingTargetError(metric);
  if (error.empty()) error = SelectorErrorOf(metric);
  if (error.empty()) {
    const bool by_total = metric.kind == MetricKind::kObject || metric.kind == MetricKind::kExternal;
    error = by_total ? ProposeByTotal(input, metric, proposal) : ProposeByPods(input, metric, proposal);
    if (!error.empty()) error = InnerError(metric, error);
  }
  error = CutText(error, kMaxReportedTextBytes);
  proposal.explained.set_name(CutText(NameOf(metric), kMaxReportedTextBytes));
  proposal.explained.set_error(error);
  return error;
}

struct Failures {
  int count = 0;
  // The error of the first metric that failed.
  std::string error;
  absl::string_view reason;
  std::string condition_message;
};

void Note(const Metric& metric, const std::string& error, Failures& failures, AutoscalerReport& report) {
  report.AddWarning(FailureReasonOf(metric), error);
  if (failures.count++ != 0) return;
  // The controller reads the selector of an Object metric before its target, and does not add the name to this error.
  const bool before_target = metric.kind == MetricKind::kObject && !SelectorErrorOf(metric).empty();
  failures.error =
      before_target ? absl::StrCat("failed to get object metric value: ", error) : OuterError(metric, error);
  failures.reason = FailureReasonOf(metric);
  failures.condition_message = absl::StrCat("the HPA was unable to compute the replica count: ", error);
}

}  // namespace

Combination CombineMetrics(const v1::RecommendReplicasRequest& request, const ProposalInput& input,
                           AutoscalerReport& report, v1::RecommendReplicasResponse& response) {
  Combination best;
  best.error = CheckSelector(request, input.settings.kubernetes_minor, report);
  best.failed = !best.error.empty();
  if (best.failed) return best;

  Failures failures;
  int winner = -1;
  for (const Metric& metric : input.metrics.list) {
    v1::ReplicasProposal& explained = *response.add_metrics();
    v1::MetricValueStatus& status = *response.mutable_status()->add_current_metrics();
    const std::string error = Propose(input, metric, {explained, status});
    if (!error.empty()) {
      explained.clear_replicas();
      // As in kube-controller-manager, the status of a metric that failed is empty.
      status.Clear();
      Note(metric, error, failures, report);
      continue;
    }
    // As in kube-controller-manager, any later metric replaces an earlier proposal of zero.
    if (best.replicas == 0 || explained.replicas() > best.replicas) {
      best.replicas = explained.replicas();
      best.metric = explained.name();
      winner = response.metrics_size() - 1;
    }
  }
  const auto total = static_cast<int>(input.metrics.list.size());
  if (failures.count != 0) {
    best.error = CutText(absl::StrCat("invalid metrics (", failures.count, " invalid out of ", total,
                                      "), first error is: ", failures.error),
                         kMaxReportedTextBytes);
  }
  // If a metric has no proposal, a number below the current number may be too small.
  best.failed = failures.count == total || (failures.count != 0 && best.replicas < input.current);
  if (best.failed) {
    report.SetCondition(kScalingActive, false, failures.reason, failures.condition_message);
    return best;
  }
  response.mutable_metrics(winner)->set_wins(true);
  report.SetCondition(kScalingActive, true, "ValidMetricFound",
                      absl::StrCat("the HPA was able to successfully calculate a replica count from ", best.metric));
  return best;
}

}  // namespace cpsizer
