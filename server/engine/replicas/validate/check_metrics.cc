#include "server/engine/replicas/validate/check_metrics.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/replicas/validate/check_autoscaler.h"
#include "server/engine/replicas/validate/check_metric_source.h"

namespace cpsizer {
namespace {

using MetricSpec = v1::MetricSpec;

// A kind of metric: its name in `type`, and its field.
struct Source {
  absl::string_view type;
  absl::string_view field;
  bool (*is_there)(const MetricSpec&);
  void (*check)(const MetricSpec&, absl::string_view path, Findings&);
};

// The order must be the order in which the API server checks the fields.
constexpr Source kSources[] = {
    {"Object", "object", [](const MetricSpec& m) { return m.has_object(); },
     [](const MetricSpec& m, absl::string_view path, Findings& f) { CheckObjectSource(m.object(), path, f); }},
    {"External", "external", [](const MetricSpec& m) { return m.has_external(); },
     [](const MetricSpec& m, absl::string_view path, Findings& f) { CheckExternalSource(m.external(), path, f); }},
    {"Pods", "pods", [](const MetricSpec& m) { return m.has_pods(); },
     [](const MetricSpec& m, absl::string_view path, Findings& f) { CheckPodsSource(m.pods(), path, f); }},
    {"Resource", "resource", [](const MetricSpec& m) { return m.has_resource(); },
     [](const MetricSpec& m, absl::string_view path, Findings& f) { CheckResourceSource(m.resource(), path, f); }},
    {"ContainerResource", "containerResource", [](const MetricSpec& m) { return m.has_container_resource(); },
     [](const MetricSpec& m, absl::string_view path, Findings& f) {
       CheckContainerResourceSource(m.container_resource(), path, f);
     }},
};
constexpr absl::string_view kTypes[] = {"ContainerResource", "External", "Object", "Pods", "Resource"};

// Checks the first field that is set. The API server does not check other fields.
void CheckFirstSource(const MetricSpec& metric, const std::string& path, Findings& findings) {
  for (const Source& source : kSources) {
    if (!source.is_there(metric)) continue;
    source.check(metric, FieldPath{path, -1, source.field}.ToString(), findings);
    return;
  }
}

// Checks that only the field that belongs to the type is set.
void CheckFieldOfType(const MetricSpec& metric, const std::string& path, Findings& findings) {
  const auto there = std::count_if(std::begin(kSources), std::end(kSources),
                                   [&](const Source& source) { return source.is_there(metric); });
  for (const Source& source : kSources) {
    if (source.type != metric.type() || source.is_there(metric)) continue;
    ReportMissing({path, -1, source.field}, absl::StrCat(", which its type ", source.type, " requires"), findings);
  }
  if (there < 2) return;
  for (const Source& source : kSources) {
    if (source.type == metric.type() || !source.is_there(metric)) continue;
    findings.Add(Rule::kFieldForbidden, FieldPath{path, -1, source.field}.ToString(), "",
                 absl::StrCat(source.field, " is set in addition to the field that the type of the metric requires"));
  }
}

void CheckMetric(const MetricSpec& metric, const std::string& path, Findings& findings) {
  CheckWord(metric.type(), kTypes, {path, -1, "type"}, findings);
  CheckFirstSource(metric, path, findings);
  CheckFieldOfType(metric, path, findings);
}

bool ReadsOutsideThePods(const MetricSpec& metric) {
  return metric.type() == "Object" || metric.type() == "External";
}

}  // namespace

void CheckMetrics(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings) {
  constexpr absl::string_view kPath = "spec.metrics";
  CheckCount(spec.metrics_size(), kMaxAutoscalerMetrics, kPath, findings);
  if (spec.metrics_size() > kMaxAutoscalerMetrics) return;
  for (int i = 0; i < spec.metrics_size(); ++i) CheckMetric(spec.metrics(i), Indexed(kPath, i), findings);
  if (MinReplicas(spec) != 0 || std::any_of(spec.metrics().begin(), spec.metrics().end(), ReadsOutsideThePods)) return;
  findings.Add(
      Rule::kScaleToZeroWithoutMetric, kPath, "",
      "minReplicas is 0, and there is no metric of type Object or External that shows when a pod is needed again");
}

}  // namespace cpsizer
