#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_METRIC_NAMES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_METRIC_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/replicas/metrics.h"

namespace cpsizer {

// Returns the selector of a metric as the controller prints it; `nil` if there is no selector. The text is the format
// of a Go struct, so it may change.
std::string SelectorText(const v1::MetricIdentifier& metric);

// Implements section 9.3 of docs/reference/horizontal-pod-autoscaler.md: returns the name that the controller uses for
// the metric.
std::string NameOf(const Metric& metric);

// Returns the reason of the condition ScalingActive and of the event for a metric that fails.
absl::string_view FailureReasonOf(const Metric& metric);

// Returns the error of the metric as the text for its condition and event; see section 14.
std::string InnerError(const Metric& metric, absl::string_view error);

// Returns `error`, which is the text for a condition, with the prefix that the controller adds when it returns the
// error; see section 14.
std::string OuterError(const Metric& metric, absl::string_view error);

// Returns the reason why the metric cannot have a proposal for any measurement; empty if the metric can have a
// proposal.
std::string MissingTargetError(const Metric& metric);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_METRIC_NAMES_H_
