#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer {

// The field of its target that a metric uses.
enum class TargetField : uint8_t { kNone, kAverageUtilization, kAverageValue, kValue };

// A uniform view of a metric of any kind. Points into the message that it was made from.
struct MetricView {
  absl::string_view type;                                   // `ContainerResource`
  absl::string_view field;                                  // `containerResource`
  absl::string_view name;                                   // name of the resource or of the metric
  absl::string_view container;                              // only for ContainerResource, else empty
  const v1::CrossVersionObjectReference* described_object;  // only for Object, else null
  const v1::MetricIdentifier* identifier;                   // null for resources
  const v1::MetricTarget* target;
  TargetField target_field;  // the field that the controller reads

  bool is_resource() const { return identifier == nullptr; }
};

// Returns nothing if the type is unknown or its field is missing.
//
// The field that is set counts, averageValue before the others; but for an Object metric `target.type` decides, and
// the target field here is the field that is set if type and fields do not match.
absl::optional<MetricView> ViewOf(const v1::MetricSpec& metric);

// Returns the name of a target field, and its type: `averageValue` and `AverageValue`.
absl::string_view FieldOf(TargetField target_field);
absl::string_view TypeOf(TargetField target_field);
bool IsTargetType(absl::string_view type);

// Returns the target quantity of the metric; null for a utilization.
const std::string* AmountOf(const MetricView& metric);

// Returns why the controller cannot use a requirement of a selector; empty if it can.
absl::string_view ErrorOf(const v1::LabelSelectorRequirement& requirement);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_
