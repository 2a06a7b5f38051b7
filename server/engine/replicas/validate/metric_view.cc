#include "server/engine/replicas/validate/metric_view.h"

#include <algorithm>
#include <iterator>

namespace cpsizer {
namespace {

struct TargetFieldNames {
  TargetField target_field;
  absl::string_view field;
  absl::string_view type;
};
constexpr TargetFieldNames kTargetFields[] = {{TargetField::kAverageUtilization, "averageUtilization", "Utilization"},
                                              {TargetField::kAverageValue, "averageValue", "AverageValue"},
                                              {TargetField::kValue, "value", "Value"}};

const TargetFieldNames* Find(TargetField target_field) {
  const auto* const found =
      std::find_if(std::begin(kTargetFields), std::end(kTargetFields),
                   [target_field](const TargetFieldNames& names) { return names.target_field == target_field; });
  return found == std::end(kTargetFields) ? nullptr : found;
}

bool Has(const v1::MetricTarget& target, TargetField target_field) {
  switch (target_field) {
    case TargetField::kAverageUtilization:
      return target.has_average_utilization();
    case TargetField::kAverageValue:
      return target.has_average_value();
    case TargetField::kValue:
      return target.has_value();
    case TargetField::kNone:
      break;
  }
  return false;
}

// Returns `first` if the target sets this field. If not, returns `second` if the target sets this field, and kNone if
// it does not.
TargetField FirstOf(const v1::MetricTarget& target, TargetField first, TargetField second) {
  return Has(target, first) ? first : Has(target, second) ? second : TargetField::kNone;
}

TargetField TargetFieldOfObject(const v1::MetricTarget& target) {
  return target.type() == "Value" ? FirstOf(target, TargetField::kValue, TargetField::kAverageValue)
                                  : FirstOf(target, TargetField::kAverageValue, TargetField::kValue);
}

MetricView ResourceView(absl::string_view field, absl::string_view name, absl::string_view container,
                        const v1::MetricTarget& target) {
  return {"",
          field,
          name,
          container,
          &v1::CrossVersionObjectReference::default_instance(),
          nullptr,
          &target,
          FirstOf(target, TargetField::kAverageValue, TargetField::kAverageUtilization)};
}

MetricView CustomView(absl::string_view field, const v1::MetricIdentifier& metric, const v1::MetricTarget& target,
                      TargetField target_field) {
  return {"",      field,   metric.name(), "", &v1::CrossVersionObjectReference::default_instance(),
          &metric, &target, target_field};
}

absl::optional<MetricView> ViewOfType(const v1::MetricSpec& metric) {
  const std::string& type = metric.type();
  if (type == "Resource" && metric.has_resource()) {
    return ResourceView("resource", metric.resource().name(), "", metric.resource().target());
  }
  if (type == "ContainerResource" && metric.has_container_resource()) {
    const v1::ContainerResourceMetricSource& source = metric.container_resource();
    return ResourceView("containerResource", source.name(), source.container(), source.target());
  }
  if (type == "Pods" && metric.has_pods()) {
    const v1::MetricTarget& target = metric.pods().target();
    return CustomView("pods", metric.pods().metric(), target,
                      FirstOf(target, TargetField::kAverageValue, TargetField::kNone));
  }
  if (type == "External" && metric.has_external()) {
    const v1::MetricTarget& target = metric.external().target();
    return CustomView("external", metric.external().metric(), target,
                      FirstOf(target, TargetField::kAverageValue, TargetField::kValue));
  }
  if (type == "Object" && metric.has_object()) {
    const v1::MetricTarget& target = metric.object().target();
    MetricView view = CustomView("object", metric.object().metric(), target, TargetFieldOfObject(target));
    view.described_object = &metric.object().described_object();
    return view;
  }
  return absl::nullopt;
}

}  // namespace

absl::optional<MetricView> ViewOf(const v1::MetricSpec& metric) {
  absl::optional<MetricView> view = ViewOfType(metric);
  if (view.has_value()) view->type = metric.type();
  return view;
}

absl::string_view FieldOf(TargetField target_field) {
  const TargetFieldNames* names = Find(target_field);
  return names == nullptr ? "" : names->field;
}

absl::string_view TypeOf(TargetField target_field) {
  const TargetFieldNames* names = Find(target_field);
  return names == nullptr ? "" : names->type;
}

bool IsTargetType(absl::string_view type) {
  return std::any_of(std::begin(kTargetFields), std::end(kTargetFields),
                     [type](const TargetFieldNames& names) { return names.type == type; });
}

const std::string* AmountOf(const MetricView& metric) {
  switch (metric.target_field) {
    case TargetField::kAverageValue:
      return &metric.target->average_value();
    case TargetField::kValue:
      return &metric.target->value();
    default:
      return nullptr;
  }
}

}  // namespace cpsizer
