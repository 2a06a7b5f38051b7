#include "server/engine/replicas/check_readings.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/metrics.h"
#include "server/engine/replicas/validate/metric_view.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kReadings = "readings";

void CheckNumberOfReadings(int readings, int metrics, Findings& findings) {
  if (readings == metrics || readings == 0) return;
  findings.Add(
      readings < metrics ? Rule::kFieldMissing : Rule::kLimitExceeded, kReadings, absl::StrCat(readings),
      absl::StrCat("there are ", readings, " readings for ", metrics, " metrics; there must be one for each, or none"));
}

void Forbid(int reading, absl::string_view field, absl::string_view message, Findings& findings) {
  findings.Add(Rule::kFieldForbidden, absl::StrCat(Indexed(kReadings, reading), ".", field), "", message);
}

void CheckReading(const v1::MetricSpec& metric, const v1::ReplicasReading& reading, int index, Findings& findings) {
  const bool external = metric.type() == "External";
  if (external && !reading.values().empty()) {
    Forbid(index, "values", "an External metric has externalValues, not values", findings);
  }
  if (!external && !reading.external_values().empty()) {
    Forbid(
        index, "externalValues",
        absl::StrCat("externalValues are of an External metric, and this is a ", metric.type(), " metric; send values"),
        findings);
  }
  if (!reading.error().empty() && reading.values_size() + reading.external_values_size() > 0) {
    Forbid(index, "error", "the reading has both an error and values; send one of them", findings);
  }
  if (metric.type() == "Object" && reading.values_size() > 1) {
    findings.Add(Rule::kLimitExceeded, absl::StrCat(Indexed(kReadings, index), ".values[1]"),
                 absl::StrCat(reading.values_size()),
                 absl::StrCat("there are ", reading.values_size(), " values of an Object metric; send one"));
  }
}

}  // namespace

void CheckReadings(const v1::RecommendReplicasRequest& request, Findings& findings) {
  const auto& metrics = MetricsOf(request.horizontal_pod_autoscaler().spec());
  CheckNumberOfReadings(request.readings_size(), metrics.size(), findings);
  for (int i = 0; i < metrics.size(); ++i) {
    if (i < request.readings_size()) {
      CheckReading(metrics[i], request.readings(i), i, findings);
    } else if (request.readings().empty() && !ViewOf(metrics[i])->is_resource()) {
      findings.Add(Rule::kFieldMissing, Indexed(kReadings, i), "",
                   absl::StrCat("there is no reading for the ", metrics[i].type(), " metric ", i));
    }
  }
}

const v1::ReplicasReading& ReadingOf(const v1::RecommendReplicasRequest& request, int metric) {
  return metric < request.readings_size() ? request.readings(metric) : v1::ReplicasReading::default_instance();
}

}  // namespace cpsizer
