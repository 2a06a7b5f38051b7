#include "server/engine/replicas/metric_names.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer {
namespace {

bool IsByValue(const Metric& metric) {
  return metric.target_field == TargetField::kValue;
}

std::string ResourceName(const Metric& metric, absl::string_view resource, absl::string_view kind) {
  if (metric.target_field == TargetField::kAverageValue) return absl::StrCat(resource, " resource");
  return absl::StrCat(resource, kind, " resource utilization (percentage of request)");
}

std::string ExternalName(const v1::MetricIdentifier& metric) {
  return absl::StrCat("external metric ", metric.name(), "(", SelectorText(metric), ")");
}

std::string LabelsText(const v1::LabelSelector& selector) {
  std::vector<std::string> labels;
  for (const auto& label : selector.match_labels()) {
    labels.push_back(absl::StrCat(label.first, ": ", label.second, ","));
  }
  std::sort(labels.begin(), labels.end());
  return absl::StrJoin(labels, "");
}

}  // namespace

std::string SelectorText(const v1::MetricIdentifier& metric) {
  if (!metric.has_selector()) return "nil";
  std::string requirements;
  for (const v1::LabelSelectorRequirement& requirement : metric.selector().match_expressions()) {
    absl::StrAppend(&requirements, "LabelSelectorRequirement{Key:", requirement.key(),
                    ",Operator:", requirement.operator_(), ",Values:[", absl::StrJoin(requirement.values(), " "),
                    "],},");
  }
  return absl::StrCat("&LabelSelector{MatchLabels:map[string]string{", LabelsText(metric.selector()),
                      "},MatchExpressions:[]LabelSelectorRequirement{", requirements, "},}");
}

std::string NameOf(const Metric& metric) {
  const v1::MetricSpec& spec = *metric.spec;
  switch (metric.kind) {
    case MetricKind::kResource:
      return ResourceName(metric, spec.resource().name(), "");
    case MetricKind::kContainerResource:
      return ResourceName(metric, spec.container_resource().name(), " container");
    case MetricKind::kPods:
      return absl::StrCat("pods metric ", spec.pods().metric().name());
    case MetricKind::kObject:
      if (!IsByValue(metric)) return ExternalName(spec.object().metric());
      return absl::StrCat(spec.object().described_object().kind(), " metric ", spec.object().metric().name());
    case MetricKind::kExternal:
      return ExternalName(spec.external().metric());
  }
  return spec.type();
}

absl::string_view FailureReasonOf(const Metric& metric) {
  switch (metric.kind) {
    case MetricKind::kResource:
      return "FailedGetResourceMetric";
    case MetricKind::kContainerResource:
      return "FailedGetContainerResourceMetric";
    case MetricKind::kPods:
      return "FailedGetPodsMetric";
    case MetricKind::kObject:
      return "FailedGetObjectMetric";
    case MetricKind::kExternal:
      return "FailedGetExternalMetric";
  }
  return "";
}

std::string InnerError(const Metric& metric, absl::string_view error) {
  if (metric.kind != MetricKind::kResource && metric.kind != MetricKind::kContainerResource) return std::string(error);
  const std::string& resource =
      metric.kind == MetricKind::kResource ? metric.spec->resource().name() : metric.spec->container_resource().name();
  const absl::string_view what = metric.target_field == TargetField::kAverageUtilization ? "utilization" : "usage";
  return absl::StrCat("failed to get ", resource, " ", what, ": ", error);
}

std::string OuterError(const Metric& metric, absl::string_view error) {
  const v1::MetricSpec& spec = *metric.spec;
  const bool by_average = metric.target_field == TargetField::kAverageValue;
  switch (metric.kind) {
    case MetricKind::kResource:
      return absl::StrCat("failed to get ", spec.resource().name(), " resource metric value: ", error);
    case MetricKind::kContainerResource:
      return absl::StrCat("failed to get ", spec.container_resource().container(), " container metric value: ", error);
    case MetricKind::kPods:
      return absl::StrCat("failed to get pods metric value: ", error);
    case MetricKind::kObject: {
      const std::string& name = spec.object().metric().name();
      const std::string inner = by_average ? absl::StrCat("failed to get ", name, " object metric: ") : "";
      return absl::StrCat("failed to get object metric value: ", inner, error);
    }
    case MetricKind::kExternal: {
      const std::string& name = spec.external().metric().name();
      const std::string inner = by_average          ? absl::StrCat("failed to get ", name, " external metric: ")
                                : IsByValue(metric) ? absl::StrCat("failed to get external metric ", name, ": ")
                                                    : "";
      return absl::StrCat("failed to get ", name, " external metric value: ", inner, error);
    }
  }
  return std::string(error);
}

std::string MissingTargetError(const Metric& metric) {
  if (metric.target_field != TargetField::kNone) return "";
  switch (metric.kind) {
    case MetricKind::kPods:
      return "invalid pods metric source: no average value target was set";
    case MetricKind::kObject:
      return "invalid object metric source: neither a value target nor an average value target was set";
    case MetricKind::kExternal:
      return "invalid external metric source: neither a value target nor an average value target was set";
    default:
      return "invalid resource metric source: neither an average utilization target nor an average value (usage) "
             "target "
             "was set";
  }
}

}  // namespace cpsizer
