#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer {

// Which field of its target a metric aims for.
enum class Aim : uint8_t { kNone, kAverageUtilization, kAverageValue, kValue };

// A metric of any kind, seen alike. Points into the message that it was made from.
struct MetricView {
  absl::string_view type;                                   // `ContainerResource`
  absl::string_view field;                                  // `containerResource`
  absl::string_view name;                                   // of the resource or of the metric
  absl::string_view container;                              // ContainerResource alone, else empty
  const v1::CrossVersionObjectReference* described_object;  // Object alone, else empty
  const v1::MetricIdentifier* identifier;                   // null for resources
  const v1::MetricTarget* target;
  Aim aim;  // the field that the controller reads

  bool is_resource() const { return identifier == nullptr; }
};

// Nothing where the type is unknown or its field is missing.
//
// Whichever field is there counts, averageValue before the others; but for an Object metric `target.type` says which,
// and the aim here is what is given where type and fields do not fit.
absl::optional<MetricView> ViewOf(const v1::MetricSpec& metric);

// The field of an aim and its type: `averageValue` and `AverageValue`.
absl::string_view FieldOf(Aim aim);
absl::string_view TypeOf(Aim aim);
bool IsTargetType(absl::string_view type);

// The quantity that the metric aims for; null for a utilization.
const std::string* AmountOf(const MetricView& metric);

// Why the controller cannot use a requirement of a selector; empty where it can.
absl::string_view ErrorOf(const v1::LabelSelectorRequirement& requirement);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_
