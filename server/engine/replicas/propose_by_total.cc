#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/metric_names.h"
#include "server/engine/replicas/milli.h"
#include "server/engine/replicas/proposal.h"

namespace cpsizer {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// Section 8.3: held at the largest number.
int64_t SumForValue(const Metric& metric) {
  int64_t sum = 0;
  for (const int64_t value : metric.values) {
    if (value > 0 && sum > kMost - value) return kMost;
    sum = WrapAdd(sum, value);
  }
  return sum;
}

// Section 8.4: a sum below zero is taken for one that was too large, also where a value is below zero.
int64_t SumForAverage(const Metric& metric) {
  int64_t sum = 0;
  for (const int64_t value : metric.values) {
    sum = WrapAdd(sum, value);
    if (sum < 0) return kMost;
  }
  return sum;
}

int64_t TotalOf(const Metric& metric) {
  if (metric.kind == MetricKind::kObject) return metric.values.front();
  return metric.target_kind == TargetKind::kValue ? SumForValue(metric) : SumForAverage(metric);
}

// Those being deleted count too.
int64_t CountReadyPods(const ObservedPods& pods) {
  int64_t ready = 0;
  for (const ObservedPod& pod : pods.list) {
    if (pod.phase == PodPhase::kRunning && pod.ready == ReadyStatus::kTrue) ++ready;
  }
  return ready;
}

// The error of the API, as the controller words it; empty where it answered.
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
  return absl::StrCat("unable to get metric ", object.metric().name(), ": ", object.described_object().kind(), " on ",
                      input.name_space, " ", object.described_object().name(), "/", error);
}

// Section 8.3.
void ProposeByValue(const ProposalInput& input, const Metric& metric, int64_t usage, Proposal& proposal) {
  v1::MetricProposal& explained = proposal.explained;
  const double ratio = static_cast<double>(usage) / static_cast<double>(metric.target);
  proposal.status.set_value(MilliText(usage));
  explained.set_ratio(ratio);
  if (input.current == 0) {
    explained.set_replicas(CeilToReplicas(ratio));
    explained.set_arithmetic(absl::StrCat("ceil(", ratio, ") = ", explained.replicas(), ", from zero replicas"));
  } else if (input.tolerances.Hold(ratio)) {
    Keep(input.current, v1::KEPT_REASON_WITHIN_TOLERANCE, explained);
  } else if (input.pods.list.empty()) {
    proposal.error = "unable to calculate ready pods: no pods returned by selector while calculating replica count";
  } else {
    ProposeProduct(ratio, CountReadyPods(input.pods), "ready pod", explained);
  }
}

// The average that the status tells.
int64_t ReportedAverage(const Metric& metric, int64_t usage, int32_t status_replicas) {
  // Of zero replicas there is none; upstream's is undefined.
  if (status_replicas == 0) return usage;
  if (metric.kind == MetricKind::kExternal && usage == kMost) return usage;
  return Saturate<int64_t>(std::ceil(static_cast<double>(usage) / static_cast<double>(status_replicas)));
}

// Section 8.4: by the replicas that there are.
void ProposeByAverage(const ProposalInput& input, const Metric& metric, int64_t usage, Proposal& proposal) {
  v1::MetricProposal& explained = proposal.explained;
  const auto target = static_cast<double>(metric.target);
  const double ratio = static_cast<double>(usage) / (target * static_cast<double>(input.status_replicas));
  proposal.status.set_average_value(MilliText(ReportedAverage(metric, usage, input.status_replicas)));
  explained.set_ratio(ratio);
  if (input.tolerances.Hold(ratio)) {
    Keep(input.status_replicas, v1::KEPT_REASON_WITHIN_TOLERANCE, explained);
    return;
  }
  explained.set_replicas(CeilToReplicas(static_cast<double>(usage) / target));
  explained.set_arithmetic(
      absl::StrCat("ceil(", MilliText(usage), " / ", MilliText(metric.target), ") = ", explained.replicas()));
}

}  // namespace

Proposal ProposeByTotal(const ProposalInput& input, const Metric& metric) {
  Proposal proposal;
  proposal.error = FetchError(input, metric);
  if (!proposal.error.empty()) return proposal;
  const int64_t usage = TotalOf(metric);
  if (metric.target_kind == TargetKind::kValue) {
    ProposeByValue(input, metric, usage, proposal);
    proposal.explained.set_usage(MilliText(usage));
  } else {
    ProposeByAverage(input, metric, usage, proposal);
    proposal.explained.set_usage(proposal.status.average_value());
  }
  proposal.explained.set_target(MilliText(metric.target));
  return proposal;
}

}  // namespace cpsizer
