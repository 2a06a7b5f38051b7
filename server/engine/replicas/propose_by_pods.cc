#include "absl/strings/str_cat.h"
#include "server/engine/replicas/group_pods.h"
#include "server/engine/replicas/pods_curve.h"
#include "server/engine/replicas/proposal.h"
#include "server/engine/replicas/validate/milli.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kNoRequests = "no metrics returned matched known pods";

// Returns the format that the metrics API uses for the resource: binary for memory.
QuantityFormat FormatOf(const Metric& metric) {
  const std::string& resource =
      metric.kind == MetricKind::kResource ? metric.spec->resource().name() : metric.spec->container_resource().name();
  return resource == "memory" ? QuantityFormat::kBinarySI : QuantityFormat::kDecimalSI;
}

void Report(const Metric& metric, const PodsCurve& curve, const Proposal& proposal) {
  const bool percent = metric.target_field == TargetField::kAverageUtilization;
  const Unit unit = percent ? Unit::kPercent : Unit::kMilli;
  proposal.status.set_average_value(MilliText(curve.average(), FormatOf(metric)));
  if (percent) proposal.status.set_average_utilization(static_cast<int32_t>(curve.usage()));
  ExplainUsage(curve.usage(), metric.target, unit, proposal.explained);
}

void CountPods(const PodGroups& groups, const Samples& samples, v1::ReplicasPodCounts& counts) {
  counts.set_ready(groups.ready);
  counts.set_unready(groups.unready);
  counts.set_missing(groups.missing);
  counts.set_ignored(groups.ignored);
  counts.set_extraneous(static_cast<int32_t>(samples.extraneous.size()));
}

// Returns the error of the API with the text of the metrics client; empty if there is no error.
std::string FetchError(const Metric& metric, const Samples& samples) {
  const bool custom = metric.kind == MetricKind::kPods;
  const absl::string_view api = custom ? "custom" : "resource";
  std::string error;
  if (!metric.api_error.empty()) {
    error = absl::StrCat("unable to fetch metrics from ", api, " metrics API: ", metric.api_error);
  } else if (!samples.answered) {
    error = absl::StrCat("no metrics returned from ", api, " metrics API");
  } else {
    return error;
  }
  if (custom) return absl::StrCat("unable to get metric ", metric.spec->pods().metric().name(), ": ", error);
  const v1::MetricSpec& spec = *metric.spec;
  const absl::string_view resource =
      metric.kind == MetricKind::kResource ? spec.resource().name() : spec.container_resource().name();
  return absl::StrCat("unable to get metrics for resource ", resource, ": ", error);
}

}  // namespace

std::string ProposeByPods(const ProposalInput& input, const Metric& metric, const Proposal& proposal) {
  const ResourceUsage* const resource =
      metric.kind == MetricKind::kPods ? nullptr : &input.metrics.usages[metric.series];
  const Samples& samples = SamplesOf(input.metrics, metric);
  const PodRequests* const requests =
      metric.target_field == TargetField::kAverageUtilization ? &resource->requests : nullptr;
  std::string error = FetchError(metric, samples);
  if (!error.empty()) return error;
  if (input.pods.list.empty()) return "no pods returned by selector while calculating replica count";
  const PodGroups groups =
      GroupPods(input.pods, samples, resource == nullptr ? "" : resource->series.resource, input.settings, input.now);
  CountPods(groups, samples, *proposal.explained.mutable_pods());
  if (groups.ready == 0 && samples.extraneous.empty()) {
    return "did not receive metrics for targeted pods (pods might be unready)";
  }
  if (requests != nullptr && !requests->error.empty()) return requests->error;
  const PodsCurve curve(groups, samples, requests, metric.target, input.current, input.tolerances);
  if (curve.fails()) return std::string(kNoRequests);
  Report(metric, curve, proposal);
  const Outcome outcome = curve.Now();
  const bool corrected = outcome.corrected.has_value();
  Explain(outcome,
          ProductText(outcome.corrected.value_or(outcome.ratio), outcome.count, corrected ? "sample" : "ready pod"),
          proposal.explained);
  ExplainFlips(input, curve, requests != nullptr ? Unit::kPercent : Unit::kMilli, proposal.explained);
  return "";
}

}  // namespace cpsizer
