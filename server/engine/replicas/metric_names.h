#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_METRIC_NAMES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_METRIC_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/replicas/metrics.h"

namespace cpsizer {

// The selector of a metric as the controller prints it; `nil` without one. Its form is that of a Go struct and no
// promise.
std::string SelectorText(const v1::MetricIdentifier& metric);

// Section 9.3 of docs/reference/horizontal-pod-autoscaler.md: what the controller calls the metric.
std::string NameOf(const Metric& metric);

// The reason of the condition ScalingActive, and of the event, where the metric fails.
absl::string_view FailureReasonOf(const Metric& metric);

// Section 14: what went wrong for the metric, in the words of its condition and event.
std::string InnerError(const Metric& metric, absl::string_view error);

// Section 14: `error`, which is in the words of a condition, with those that the controller puts around it when it
// returns it.
std::string OuterError(const Metric& metric, absl::string_view error);

// Why the metric can give no proposal whatever is measured; empty where it can.
std::string MissingTargetError(const Metric& metric);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_METRIC_NAMES_H_
