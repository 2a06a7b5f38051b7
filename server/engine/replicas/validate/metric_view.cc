#include "server/engine/replicas/validate/metric_view.h"

#include <algorithm>
#include <iterator>

namespace cpsizer {
namespace {

struct AimNames {
  Aim aim;
  absl::string_view field;
  absl::string_view type;
};
constexpr AimNames kAims[] = {{Aim::kAverageUtilization, "averageUtilization", "Utilization"},
                              {Aim::kAverageValue, "averageValue", "AverageValue"},
                              {Aim::kValue, "value", "Value"}};

const AimNames* Find(Aim aim) {
  const auto* const found =
      std::find_if(std::begin(kAims), std::end(kAims), [aim](const AimNames& names) { return names.aim == aim; });
  return found == std::end(kAims) ? nullptr : found;
}

bool Has(const v1::MetricTarget& target, Aim aim) {
  switch (aim) {
    case Aim::kAverageUtilization:
      return target.has_average_utilization();
    case Aim::kAverageValue:
      return target.has_average_value();
    case Aim::kValue:
      return target.has_value();
    case Aim::kNone:
      break;
  }
  return false;
}

// Returns the first of the two that is set.
Aim FirstOf(const v1::MetricTarget& target, Aim first, Aim second) {
  return Has(target, first) ? first : Has(target, second) ? second : Aim::kNone;
}

Aim AimOfObject(const v1::MetricTarget& target) {
  return target.type() == "Value" ? FirstOf(target, Aim::kValue, Aim::kAverageValue)
                                  : FirstOf(target, Aim::kAverageValue, Aim::kValue);
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
          FirstOf(target, Aim::kAverageValue, Aim::kAverageUtilization)};
}

MetricView CustomView(absl::string_view field, const v1::MetricIdentifier& metric, const v1::MetricTarget& target,
                      Aim aim) {
  return {"", field, metric.name(), "", &v1::CrossVersionObjectReference::default_instance(), &metric, &target, aim};
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
    return CustomView("pods", metric.pods().metric(), target, FirstOf(target, Aim::kAverageValue, Aim::kNone));
  }
  if (type == "External" && metric.has_external()) {
    const v1::MetricTarget& target = metric.external().target();
    return CustomView("external", metric.external().metric(), target, FirstOf(target, Aim::kAverageValue, Aim::kValue));
  }
  if (type == "Object" && metric.has_object()) {
    const v1::MetricTarget& target = metric.object().target();
    MetricView view = CustomView("object", metric.object().metric(), target, AimOfObject(target));
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

absl::string_view FieldOf(Aim aim) {
  const AimNames* names = Find(aim);
  return names == nullptr ? "" : names->field;
}

absl::string_view TypeOf(Aim aim) {
  const AimNames* names = Find(aim);
  return names == nullptr ? "" : names->type;
}

bool IsTargetType(absl::string_view type) {
  return std::any_of(std::begin(kAims), std::end(kAims), [type](const AimNames& names) { return names.type == type; });
}

const std::string* AmountOf(const MetricView& metric) {
  switch (metric.aim) {
    case Aim::kAverageValue:
      return &metric.target->average_value();
    case Aim::kValue:
      return &metric.target->value();
    default:
      return nullptr;
  }
}

absl::string_view ErrorOf(const v1::LabelSelectorRequirement& requirement) {
  const std::string& operation = requirement.operator_();
  if (requirement.key().empty()) return "a requirement of the selector has no key";
  if (operation == "In" || operation == "NotIn") {
    return requirement.values().empty() ? "In and NotIn need values to compare with" : "";
  }
  if (operation == "Exists" || operation == "DoesNotExist") {
    return requirement.values().empty() ? "" : "Exists and DoesNotExist take no values";
  }
  return "the operator is not one of In, NotIn, Exists, DoesNotExist";
}

}  // namespace cpsizer
