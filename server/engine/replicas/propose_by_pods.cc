#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/group_pods.h"
#include "server/engine/replicas/milli.h"
#include "server/engine/replicas/proposal.h"

namespace cpsizer {
namespace {

// Which cautious values join the samples.
struct Caution {
  enum class Missing { kLeftOut, kZero, kOnTarget };
  Missing missing = Missing::kLeftOut;
  bool unready_as_zero = false;
};

// What samples come to.
struct Usage {
  double ratio = 0;
  int32_t percent = 0;  // of the requests; with a target of utilization
  int64_t average = 0;  // milli-units
  int64_t samples = 0;  // extraneous ones included
};

// The samples of one metric in their groups, and how they are compared with the target.
class PodUsage {
 public:
  // Without `requests` the target is an average value.
  PodUsage(const Samples& samples, const PodGroups& groups, const PodRequests* requests, int64_t target)
      : samples_(samples), groups_(groups), requests_(requests), target_(target) {}

  // Nothing where all requests together are zero.
  absl::optional<Usage> Measure(Caution caution) const {
    Sums sums;
    for (size_t i = 0; i < groups_.of_pod.size(); ++i) {
      const PodGroup group = groups_.of_pod[i];
      if (group == PodGroup::kReady) {
        Add(i, *samples_.of_pod[i], sums);
      } else if (group == PodGroup::kMissing && caution.missing != Caution::Missing::kLeftOut) {
        Add(i, caution.missing == Caution::Missing::kZero ? 0 : OnTarget(i), sums);
      } else if (group == PodGroup::kUnready && caution.unready_as_zero) {
        Add(i, 0, sums);
      }
    }
    return requests_ != nullptr ? ByRequests(sums) : ByAverage(sums);
  }

 private:
  struct Sums {
    int64_t usage = 0;
    int64_t requests = 0;
    int64_t count = 0;
  };

  void Add(size_t pod, int64_t usage, Sums& sums) const {
    sums.usage = WrapAdd(sums.usage, usage);
    if (requests_ != nullptr) sums.requests = WrapAdd(sums.requests, requests_->of_pod[pod]);
    ++sums.count;
  }

  // What a pod without a sample is taken to use where the load is below its target.
  int64_t OnTarget(size_t pod) const {
    if (requests_ == nullptr) return target_;
    return WrapDivide(WrapMultiply(requests_->of_pod[pod], std::max<int64_t>(100, target_)), 100);
  }

  int64_t ExtraneousCount() const { return static_cast<int64_t>(samples_.extraneous.size()); }

  // Extraneous samples have no requests: they stay out of the sums, but not out of the count.
  absl::optional<Usage> ByRequests(const Sums& sums) const {
    if (sums.requests == 0) return absl::nullopt;
    Usage usage;
    usage.percent = static_cast<int32_t>(WrapDivide(WrapMultiply(sums.usage, 100), sums.requests));
    usage.ratio = static_cast<double>(usage.percent) / static_cast<double>(target_);
    usage.average = WrapDivide(sums.usage, sums.count);
    usage.samples = sums.count + ExtraneousCount();
    return usage;
  }

  // Requires at least one sample.
  absl::optional<Usage> ByAverage(Sums sums) const {
    for (const int64_t value : samples_.extraneous) sums.usage = WrapAdd(sums.usage, value);
    Usage usage;
    usage.samples = sums.count + ExtraneousCount();
    usage.average = WrapDivide(sums.usage, usage.samples);
    usage.ratio = static_cast<double>(usage.average) / static_cast<double>(target_);
    return usage;
  }

  const Samples& samples_;
  const PodGroups& groups_;
  const PodRequests* const requests_;
  const int64_t target_;
};

Caution CautionFor(double ratio, const PodGroups& groups) {
  Caution caution;
  if (groups.missing != 0 && ratio < 1.0) caution.missing = Caution::Missing::kOnTarget;
  if (groups.missing != 0 && ratio > 1.0) caution.missing = Caution::Missing::kZero;
  caution.unready_as_zero = groups.unready != 0 && ratio > 1.0;
  return caution;
}

constexpr absl::string_view kNoRequests = "no metrics returned matched known pods";

// Returns why there is no proposal; empty where there is one.
absl::string_view ProposeFrom(const ProposalInput& input, const PodUsage& pod_usage, const PodGroups& groups,
                              const Usage& usage, v1::MetricProposal& explained) {
  const double ratio = usage.ratio;
  const Caution caution = CautionFor(ratio, groups);
  if (groups.missing == 0 && !caution.unready_as_zero) {
    if (input.tolerances.Hold(ratio)) {
      Keep(input.current, v1::KEPT_REASON_WITHIN_TOLERANCE, explained);
    } else {
      ProposeProduct(ratio, groups.ready, "ready pod", explained);
    }
    return "";
  }
  const absl::optional<Usage> cautious = pod_usage.Measure(caution);
  if (!cautious.has_value()) return kNoRequests;
  const double corrected = cautious->ratio;
  explained.set_corrected_ratio(corrected);
  if (input.tolerances.Hold(corrected)) {
    Keep(input.current, v1::KEPT_REASON_CORRECTED_WITHIN_TOLERANCE, explained);
  } else if ((ratio < 1.0 && corrected > 1.0) || (ratio > 1.0 && corrected < 1.0)) {
    Keep(input.current, v1::KEPT_REASON_CORRECTION_REVERSES, explained);
  } else {
    ProposeProduct(corrected, cautious->samples, "sample", explained);
    const int32_t replicas = explained.replicas();
    if ((corrected < 1.0 && replicas > input.current) || (corrected > 1.0 && replicas < input.current)) {
      Keep(input.current, v1::KEPT_REASON_COUNT_REVERSES, explained);
    }
  }
  return "";
}

void Report(const Metric& metric, const Usage& usage, Proposal& proposal) {
  proposal.status.set_average_value(MilliText(usage.average));
  if (metric.target_kind == TargetKind::kUtilization) {
    proposal.status.set_average_utilization(usage.percent);
    proposal.explained.set_usage(absl::StrCat(usage.percent, "%"));
    proposal.explained.set_target(absl::StrCat(metric.target, "%"));
  } else {
    proposal.explained.set_usage(MilliText(usage.average));
    proposal.explained.set_target(MilliText(metric.target));
  }
  proposal.explained.set_ratio(usage.ratio);
}

void CountPods(const PodGroups& groups, const Samples& samples, v1::PodCounts& counts) {
  counts.set_ready(groups.ready);
  counts.set_unready(groups.unready);
  counts.set_missing(groups.missing);
  counts.set_ignored(groups.ignored);
  counts.set_extraneous(static_cast<int32_t>(samples.extraneous.size()));
}

// The error of the API, as the metrics client words it; empty where it answered.
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

Proposal ProposeByPods(const ProposalInput& input, const Metric& metric) {
  Proposal proposal;
  const ResourceUsage* const resource =
      metric.kind == MetricKind::kPods ? nullptr : &input.metrics.usages[metric.series];
  const Samples& samples = resource == nullptr ? metric.samples : resource->samples;
  const PodRequests* const requests = metric.target_kind == TargetKind::kUtilization ? &*resource->requests : nullptr;
  proposal.error = FetchError(metric, samples);
  if (!proposal.error.empty()) return proposal;
  if (input.pods.list.empty()) {
    proposal.error = "no pods returned by selector while calculating replica count";
    return proposal;
  }
  const PodGroups groups =
      GroupPods(input.pods, samples, resource == nullptr ? "" : resource->series.resource, input.settings, input.now);
  CountPods(groups, samples, *proposal.explained.mutable_pods());
  if (groups.ready == 0 && samples.extraneous.empty()) {
    proposal.error = "did not receive metrics for targeted pods (pods might be unready)";
    return proposal;
  }
  if (requests != nullptr && !requests->error.empty()) {
    proposal.error = requests->error;
    return proposal;
  }
  const PodUsage pod_usage(samples, groups, requests, metric.target);
  const absl::optional<Usage> usage = pod_usage.Measure({});
  if (!usage.has_value()) {
    proposal.error = std::string(kNoRequests);
    return proposal;
  }
  Report(metric, *usage, proposal);
  proposal.error = std::string(ProposeFrom(input, pod_usage, groups, *usage, proposal.explained));
  return proposal;
}

}  // namespace cpsizer
