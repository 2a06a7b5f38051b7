#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer {

// The field of the target that a metric uses.
enum class TargetField : uint8_t { kNone, kAverageUtilization, kAverageValue, kValue };

// A uniform view of a metric of any kind. Points into the message, which must outlive this object.
struct MetricView {
  absl::string_view type;                                   // example: `ContainerResource`
  absl::string_view field;                                  // example: `containerResource`
  absl::string_view name;                                   // name of the resource or of the metric
  absl::string_view container;                              // empty if the type is not ContainerResource
  const v1::CrossVersionObjectReference* described_object;  // null if the type is not Object
  const v1::MetricIdentifier* identifier;                   // null for resources
  const v1::MetricTarget* target;
  TargetField target_field;  // the field that the controller reads

  bool is_resource() const { return identifier == nullptr; }
};

// Returns nothing if the type is unknown or its field is missing.
//
// The target field is the field that is set; if several are set, averageValue comes first. A Pods metric uses only
// averageValue. For an Object metric, `target.type` decides. If the type and the fields of its target do not match, the
// target field is the field that is set.
absl::optional<MetricView> ViewOf(const v1::MetricSpec& metric);

// Returns the name of a target field, such as `averageValue`, and its type, such as `AverageValue`.
absl::string_view FieldOf(TargetField target_field);
absl::string_view TypeOf(TargetField target_field);
bool IsTargetType(absl::string_view type);

// Returns the quantity of the target; null if the target is a utilization.
const std::string* AmountOf(const MetricView& metric);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_METRIC_VIEW_H_
