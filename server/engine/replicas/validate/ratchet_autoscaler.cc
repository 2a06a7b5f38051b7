#include "server/engine/replicas/validate/ratchet_autoscaler.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "cpsizer/limits.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/validate/check_reference.h"

namespace cpsizer {
namespace {

using FindingList = google::protobuf::RepeatedPtrField<v1::Finding>;

bool IsApiVersionError(const v1::Finding& finding) {
  return finding.severity() == v1::SEVERITY_ERROR && finding.rule() == Info(Rule::kApiVersionInvalid).id;
}

bool HasInvalidApiVersion(const v1::MetricSpec& metric) {
  if (metric.type() != "Object" || !metric.has_object()) return false;
  FindingList list;
  Findings findings(list);
  CheckDescribedObject(metric.object().described_object(), "", findings);
  return std::any_of(list.begin(), list.end(), IsApiVersionError);
}

}  // namespace

void RatchetErrors(const v1::HorizontalPodAutoscaler& autoscaler, const v1::HorizontalPodAutoscaler& old,
                   FindingList& findings) {
  const v1::CrossVersionObjectReference& target = autoscaler.spec().scale_target_ref();
  const v1::CrossVersionObjectReference& old_target = old.spec().scale_target_ref();
  const bool same_target = target.kind() == old_target.kind() && target.api_version() == old_target.api_version();
  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& old_metrics = old.spec().metrics();
  const int old_count = std::min(old_metrics.size(), kMaxAutoscalerMetrics);
  const bool old_invalid = std::any_of(old_metrics.begin(), old_metrics.begin() + old_count, HasInvalidApiVersion);
  for (v1::Finding& finding : findings) {
    if (!IsApiVersionError(finding)) continue;
    const bool tolerated = finding.path() == "spec.scaleTargetRef.apiVersion"
                               ? same_target
                               : old_invalid && absl::EndsWith(finding.path(), ".describedObject.apiVersion");
    if (tolerated) finding.set_severity(v1::SEVERITY_WARNING);
  }
}

bool HasZeroMinReplicas(const v1::HorizontalPodAutoscaler& old) {
  return old.spec().has_min_replicas() && old.spec().min_replicas() == 0;
}

}  // namespace cpsizer
