#include "server/engine/replicas/validate/check_metric_source.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/replicas/validate/check_reference.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kTargetTypes[] = {"Utilization", "Value", "AverageValue"};

// The smallest amount above zero, in nano-units.
constexpr Nanos kAboveZero = 1;
constexpr absl::string_view kNotAboveZero = "is not above 0";

void CheckMetricName(const v1::MetricIdentifier& metric, absl::string_view path, Findings& findings) {
  CheckName(metric.name(), kPathSegment, {absl::StrCat(path, ".metric"), -1, "name"}, findings);
}

// Checks the rules that are the same for all kinds of metrics.
void CheckTarget(const v1::MetricTarget& target, const std::string& path, Findings& findings) {
  CheckWord(target.type(), kTargetTypes, {path, -1, "type"}, findings);
  if (target.has_value()) CheckQuantity(target.value(), kAboveZero, kNotAboveZero, {path, -1, "value"}, findings);
  if (target.has_average_value()) {
    CheckQuantity(target.average_value(), kAboveZero, kNotAboveZero, {path, -1, "averageValue"}, findings);
  }
  if (target.has_average_utilization()) {
    CheckNumber(target.average_utilization(), 1, {path, -1, "averageUtilization"}, findings);
  }
}

void ReportBoth(const std::string& path, absl::string_view field, absl::string_view value, absl::string_view other,
                Findings& findings) {
  findings.Add(Rule::kFieldForbidden, FieldPath{path, -1, field}.ToString(), value,
               absl::StrCat(field, " and ", other, " are set; only one of them can be the target"));
}

// Checks the target of a Resource or ContainerResource metric.
void CheckResourceTarget(const v1::MetricTarget& target, absl::string_view source_path, Findings& findings) {
  const std::string path = absl::StrCat(source_path, ".target");
  CheckTarget(target, path, findings);
  if (!target.has_average_utilization() && !target.has_average_value()) {
    ReportMissing({path, -1, "averageUtilization"}, ", nor averageValue", findings);
  } else if (target.has_average_utilization() && target.has_average_value()) {
    ReportBoth(path, "averageValue", target.average_value(), "averageUtilization", findings);
  }
}

}  // namespace

void CheckObjectSource(const v1::ObjectMetricSource& source, absl::string_view path, Findings& findings) {
  CheckDescribedObject(source.described_object(), absl::StrCat(path, ".describedObject"), findings);
  CheckMetricName(source.metric(), path, findings);
  const std::string target_path = absl::StrCat(path, ".target");
  CheckTarget(source.target(), target_path, findings);
  if (source.target().has_value() || source.target().has_average_value()) return;
  ReportMissing({target_path, -1, "averageValue"}, ", nor value", findings);
}

void CheckExternalSource(const v1::ExternalMetricSource& source, absl::string_view path, Findings& findings) {
  CheckMetricName(source.metric(), path, findings);
  const std::string target_path = absl::StrCat(path, ".target");
  const v1::MetricTarget& target = source.target();
  CheckTarget(target, target_path, findings);
  if (!target.has_value() && !target.has_average_value()) {
    ReportMissing({target_path, -1, "averageValue"}, ", nor value", findings);
  } else if (target.has_value() && target.has_average_value()) {
    ReportBoth(target_path, "value", target.value(), "averageValue", findings);
  }
}

void CheckPodsSource(const v1::PodsMetricSource& source, absl::string_view path, Findings& findings) {
  CheckMetricName(source.metric(), path, findings);
  const std::string target_path = absl::StrCat(path, ".target");
  CheckTarget(source.target(), target_path, findings);
  if (!source.target().has_average_value()) ReportMissing({target_path, -1, "averageValue"}, "", findings);
}

void CheckResourceSource(const v1::ResourceMetricSource& source, absl::string_view path, Findings& findings) {
  CheckGiven(source.name(), {path, -1, "name"}, findings);
  CheckResourceTarget(source.target(), path, findings);
}

void CheckContainerResourceSource(const v1::ContainerResourceMetricSource& source, absl::string_view path,
                                  Findings& findings) {
  CheckName(source.name(), kContainerResource, {path, -1, "name"}, findings);
  CheckName(source.container(), kDnsLabel, {path, -1, "container"}, findings);
  CheckResourceTarget(source.target(), path, findings);
}

}  // namespace cpsizer
