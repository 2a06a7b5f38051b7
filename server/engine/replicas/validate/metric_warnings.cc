#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/validate/autoscaler_warnings.h"
#include "server/engine/replicas/validate/metric_view.h"
#include "server/engine/replicas/validate/milli.h"
#include "server/engine/replicas/validate/selector.h"

namespace cpsizer {
namespace {

constexpr int kAllOfTheRequests = 100;
constexpr Nanos kMaxMilliNanos = static_cast<Nanos>(std::numeric_limits<int64_t>::max()) * kNanosPerMilli;

// Returns whether the resource metrics API has this resource.
bool IsMeasured(absl::string_view resource) {
  return resource == "cpu" || resource == "memory";
}

void WarnAboutResource(const MetricView& metric, const std::string& path, Findings& findings) {
  if (!metric.is_resource() || metric.name.empty() || IsMeasured(metric.name)) return;
  findings.Add(Rule::kResourceNotMeasured, FieldPath{path, -1, "name"}.ToString(), metric.name,
               absl::StrCat("metrics.k8s.io has no values of ", Quoted(metric.name)));
}

void WarnAboutType(const MetricView& metric, const std::string& target_path, Findings& findings) {
  const std::string& type = metric.target->type();
  if (!IsTargetType(type) || metric.target_field == TargetField::kNone || type == TypeOf(metric.target_field)) return;
  const absl::string_view consequence =
      metric.type == "Object" ? ", so an Object metric has no target" : ", and the field is used";
  findings.Add(Rule::kTargetTypeMismatch, FieldPath{target_path, -1, "type"}.ToString(), type,
               absl::StrCat("the type is ", type, " where ", FieldOf(metric.target_field), " is given", consequence));
}

void WarnAboutUtilization(const MetricView& metric, const std::string& target_path, Findings& findings) {
  const int percent = metric.target->average_utilization();
  if (metric.target_field != TargetField::kAverageUtilization || percent <= kAllOfTheRequests) return;
  findings.Add(Rule::kUtilizationAboveRequests, FieldPath{target_path, -1, "averageUtilization"}.ToString(),
               absl::StrCat(percent), absl::StrCat("the target is ", percent, " % of what the pods request"));
}

// The controller uses a 64-bit number of milli-units.
void WarnAboutAmount(const MetricView& metric, const std::string& target_path, Findings& findings) {
  const std::string* text = AmountOf(metric);
  Quantity amount;
  if (text == nullptr) return;
  const QuantityError error = ParseQuantity(*text, amount);
  if (amount.nanos <= 0 || (error != QuantityError::kNone && error != QuantityError::kOutOfRange)) return;
  const std::string path = FieldPath{target_path, -1, FieldOf(metric.target_field)}.ToString();
  if (amount.nanos > kMaxMilliNanos) {
    int64_t milli = 0;
    bool overflows = false;
    ParseMilli(*text, milli, overflows);
    findings.Add(Rule::kTargetOverflow, path, *text, OverflowText(*text, milli));
  } else if (amount.nanos % kNanosPerMilli != 0) {
    const Nanos milli = amount.nanos / kNanosPerMilli + 1;
    findings.Add(Rule::kTargetRounded, path, *text,
                 absl::StrCat(Quoted(*text), " is read as ",
                              CanonicalText({milli * kNanosPerMilli, QuantityFormat::kDecimalSI})));
  }
}

void WarnAboutName(const MetricView& metric, const std::string& path, Findings& findings) {
  if (metric.type != "External") return;
  const std::string requested = absl::AsciiStrToLower(metric.name);
  if (requested == metric.name) return;
  findings.Add(Rule::kExternalNameUppercase, absl::StrCat(path, ".metric.name"), metric.name,
               absl::StrCat("the controller requests the metric ", Quoted(metric.name), " as ", Quoted(requested)));
}

void WarnAboutSelector(const MetricView& metric, const std::string& path, Findings& findings) {
  if (metric.identifier == nullptr) return;
  const absl::optional<SelectorProblem> problem = MetricSelectorProblem(metric.identifier->selector());
  if (!problem.has_value()) return;
  findings.Add(Rule::kMetricSelectorInvalid, absl::StrCat(path, ".metric.selector.", problem->field), "",
               problem->message);
}

// The identity of a metric. Metrics with selectors are not compared.
using Identity = std::tuple<absl::string_view, absl::string_view, absl::string_view, absl::string_view,
                            absl::string_view, absl::string_view, TargetField>;

Identity IdentityOf(const MetricView& metric) {
  const v1::CrossVersionObjectReference& object = *metric.described_object;
  return {metric.type,   metric.name,   metric.container,   object.api_version(),
          object.kind(), object.name(), metric.target_field};
}

bool IsNarrowed(const MetricView& metric) {
  if (metric.identifier == nullptr) return false;
  const v1::LabelSelector& selector = metric.identifier->selector();
  return selector.match_labels_size() + selector.match_expressions_size() > 0;
}

}  // namespace

void WarnAboutMetrics(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings) {
  if (spec.metrics_size() > kMaxAutoscalerMetrics) return;
  absl::flat_hash_map<Identity, int> seen;
  for (int i = 0; i < spec.metrics_size(); ++i) {
    const absl::optional<MetricView> metric = ViewOf(spec.metrics(i));
    if (!metric.has_value()) continue;
    const std::string path = absl::StrCat(Indexed("spec.metrics", i), ".", metric->field);
    const std::string target_path = absl::StrCat(path, ".target");
    WarnAboutName(*metric, path, findings);
    WarnAboutResource(*metric, path, findings);
    WarnAboutType(*metric, target_path, findings);
    WarnAboutUtilization(*metric, target_path, findings);
    WarnAboutAmount(*metric, target_path, findings);
    WarnAboutSelector(*metric, path, findings);
    if (IsNarrowed(*metric)) continue;
    const auto [first, is_new] = seen.emplace(IdentityOf(*metric), i);
    if (is_new) continue;
    findings.Add(Rule::kMetricRepeated, Indexed("spec.metrics", i), metric->name,
                 absl::StrCat("it is the same metric as metrics[", first->second, "]"));
  }
}

}  // namespace cpsizer
