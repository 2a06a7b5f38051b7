#include "server/engine/replicas/validate/autoscaler_warnings.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/validate/check_autoscaler.h"
#include "server/engine/replicas/validate/check_reference.h"

namespace cpsizer {
namespace {

// Kinds of Kubernetes that own pods but have no scale subresource.
struct Unscalable {
  absl::string_view group;
  absl::string_view kind;
};
constexpr Unscalable kUnscalable[] = {{"apps", "DaemonSet"}, {"batch", "CronJob"}, {"batch", "Job"}};

void WarnAboutTarget(const v1::CrossVersionObjectReference& target, Findings& findings) {
  const auto matches = [&](const Unscalable& unscalable) {
    return unscalable.kind == target.kind() && unscalable.group == GroupOf(target.api_version());
  };
  if (std::none_of(std::begin(kUnscalable), std::end(kUnscalable), matches)) return;
  findings.Add(Rule::kTargetNotScalable, "spec.scaleTargetRef.kind", target.kind(),
               absl::StrCat("the number of pods of a ", target.kind(), " cannot be set"));
}

void WarnAboutBounds(const v1::HorizontalPodAutoscalerSpec& spec, bool scale_to_zero, Findings& findings) {
  const int min = MinReplicas(spec);
  if (min == 0 && !scale_to_zero) {
    findings.Add(Rule::kScaleToZeroGated, "spec.minReplicas", "0",
                 "minReplicas is 0, and the feature gate HPAScaleToZero is off");
  }
  if (min > 0 && min == spec.max_replicas()) {
    findings.Add(Rule::kMinEqualsMax, "spec.maxReplicas", absl::StrCat(spec.max_replicas()),
                 absl::StrCat("minReplicas and maxReplicas are both ", min));
  }
}

}  // namespace

void WarnAboutAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, bool scale_to_zero, Findings& findings) {
  const v1::HorizontalPodAutoscalerSpec& spec = autoscaler.spec();
  WarnAboutBounds(spec, scale_to_zero, findings);
  WarnAboutTarget(spec.scale_target_ref(), findings);
  WarnAboutMetrics(spec, findings);
  WarnAboutBehavior(spec, findings);
}

}  // namespace cpsizer
