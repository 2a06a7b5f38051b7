#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/metric_names.h"
#include "server/engine/replicas/proposal.h"
#include "server/engine/replicas/total_curve.h"
#include "server/engine/replicas/validate/milli.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kHeld = "; the sum of the values is above 9223372036854775807m, and is clamped to it";
constexpr absl::string_view kWrapped = "; the sum of the values is below -9223372036854775808m, and wraps around";
constexpr absl::string_view kNegative = "; a sum of the values below 0 is treated as 9223372036854775807m";

// A single value, or the sum of a list of values.
struct Total {
  int64_t milli = 0;
  // A remark about an overflow of the sum; empty if the sum is exact.
  absl::string_view remark;
};

// Implements section 8.3 of docs/reference/horizontal-pod-autoscaler.md: the sum is clamped to the largest number, but
// is not clamped to the smallest number.
Total SumForValue(const Metric& metric) {
  Total sum;
  for (const int64_t value : metric.values) {
    if (!__builtin_add_overflow(sum.milli, value, &sum.milli)) continue;
    if (value > 0) return {kMaxInt64, kHeld};
    sum.remark = kWrapped;
  }
  return sum;
}

// Implements section 8.4: if a partial sum is below zero, the sum is treated as too large, even if a value below zero
// is the cause.
Total SumForAverage(const Metric& metric) {
  Total sum;
  for (const int64_t value : metric.values) {
    if (__builtin_add_overflow(sum.milli, value, &sum.milli)) return {kMaxInt64, kHeld};
    if (sum.milli < 0) return {kMaxInt64, kNegative};
  }
  return sum;
}

Total TotalOf(const Metric& metric) {
  if (metric.kind == MetricKind::kObject) return {metric.values.front(), ""};
  return metric.target_field == TargetField::kValue ? SumForValue(metric) : SumForAverage(metric);
}

// Includes pods that are being deleted.
int64_t CountReadyPods(const ObservedPods& pods) {
  int64_t ready = 0;
  for (const ObservedPod& pod : pods.list) {
    if (pod.phase == PodPhase::kRunning && pod.ready == ReadyStatus::kTrue) ++ready;
  }
  return ready;
}

// Returns the error of the API with the text of the controller; empty if there is no error.
std::string FetchError(const ProposalInput& input, const Metric& metric) {
  const bool external = metric.kind == MetricKind::kExternal;
  const absl::string_view api = external ? "external" : "custom";
  std::string error;
  if (!metric.api_error.empty()) {
    error = absl::StrCat("unable to fetch metrics from ", api, " metrics API: ", metric.api_error);
  } else if (metric.values.empty()) {
    error = absl::StrCat("no metrics returned from ", api, " metrics API");
  } else {
    return error;
  }
  if (external) {
    const v1::MetricIdentifier& id = metric.spec->external().metric();
    return absl::StrCat("unable to get external metric ", input.name_space, "/", id.name(), "/", SelectorText(id), ": ",
                        error);
  }
  const v1::ObjectMetricSource& object = metric.spec->object();
  const v1::CrossVersionObjectReference& described = object.described_object();
  if (input.settings.kubernetes_minor >= 37) {
    return absl::StrCat("unable to get metric ", object.metric().name(), " on ", described.kind(), " ",
                        input.name_space, "/", described.name(), ": ", error);
  }
  // Before v1.37, the controller formats the arguments in the wrong order.
  return absl::StrCat("unable to get metric ", object.metric().name(), ": ", described.kind(), " on ", input.name_space,
                      " ", described.name(), "/", error);
}

// Implements section 8.3. Returns an error.
std::string ProposeByValue(const ProposalInput& input, const Metric& metric, int64_t value, const Proposal& proposal) {
  const ValueCurve curve(value, metric.target, input.current, CountReadyPods(input.pods), input.tolerances);
  const Outcome outcome = curve.At(value);
  proposal.status.set_value(MilliText(value));
  ExplainUsage(value, metric.target, Unit::kMilli, proposal.explained);
  const bool needs_pods = input.current != 0 && input.pods.list.empty();
  if (needs_pods && outcome.kept == v1::REPLICAS_KEPT_REASON_UNSPECIFIED) {
    return "unable to calculate ready pods: no pods returned by selector while calculating replica count";
  }
  if (input.current == 0) {
    Explain(outcome, absl::StrCat(outcome.ratio), proposal.explained, ", from zero replicas");
  } else {
    Explain(outcome, ProductText(outcome.ratio, outcome.count, "ready pod"), proposal.explained);
  }
  // Without pods, a usage that does not keep the current number is an error, so there are no flips.
  if (needs_pods) {
    proposal.explained.mutable_flips();
  } else {
    ExplainFlips(input, curve, Unit::kMilli, proposal.explained);
  }
  return "";
}

// Implements section 8.4, which uses the number of existing replicas.
void ProposeByAverage(const ProposalInput& input, const Metric& metric, int64_t value, const Proposal& proposal) {
  const bool held = metric.kind == MetricKind::kExternal && value == kMaxInt64;
  const AverageCurve curve(value, held, metric.target, input.status_replicas, input.tolerances);
  proposal.status.set_average_value(MilliText(curve.usage()));
  ExplainUsage(curve.usage(), metric.target, Unit::kMilli, proposal.explained);
  Explain(curve.At(curve.usage()), absl::StrCat(MilliText(value), " / ", MilliText(metric.target)), proposal.explained);
  const bool is_kept = proposal.explained.kept_reason() != v1::REPLICAS_KEPT_REASON_UNSPECIFIED;
  if (is_kept && input.status_replicas != input.current) {
    proposal.explained.set_arithmetic(absl::StrCat("the ratio is within the tolerance, so the controller proposes the ",
                                                   input.status_replicas, " of status.replicas, not the ",
                                                   input.current, " of spec.replicas"));
  }
  ExplainFlips(input, curve, Unit::kMilli, proposal.explained);
}

}  // namespace

std::string ProposeByTotal(const ProposalInput& input, const Metric& metric, const Proposal& proposal) {
  std::string error = FetchError(input, metric);
  if (!error.empty()) return error;
  const Total total = TotalOf(metric);
  if (metric.target_field == TargetField::kValue) {
    error = ProposeByValue(input, metric, total.milli, proposal);
  } else {
    ProposeByAverage(input, metric, total.milli, proposal);
  }
  if (error.empty()) absl::StrAppend(proposal.explained.mutable_arithmetic(), total.remark);
  return error;
}

}  // namespace cpsizer
