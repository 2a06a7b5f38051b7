#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/label_errors.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/validate/check_cluster_autoscaler.h"
#include "server/engine/cluster_autoscaler/validate/scale_down_settings.h"

namespace cpsizer {
namespace {

void ReportWithoutEffect(absl::string_view path, absl::string_view why, Findings& findings) {
  findings.Add(Rule::kSettingWithoutEffect, path, "", absl::StrCat("it has no effect, because ", why));
}

void WarnAboutScaleDown(const v1::ClusterAutoscalerScaleDown& scale_down, Findings& findings) {
  if (scale_down.enabled()) return;
  for (const ScaleDownSetting& setting : SettingsOf(scale_down)) {
    if (!setting.given) continue;
    ReportWithoutEffect(absl::StrCat("spec.scaleDown.", setting.field), "scaleDown is not enabled", findings);
  }
}

}  // namespace

void WarnAboutGpuTypes(const v1::ClusterAutoscaler& autoscaler, Findings& findings) {
  const auto& gpus = autoscaler.spec().resource_limits().gpus();
  for (int i = 0; i < std::min(gpus.size(), kMaxClusterAutoscalerEntries); ++i) {
    const std::string& type = gpus[i].type();
    if (absl::StrContains(type, ':') || LabelValueError(type).empty()) continue;
    findings.Add(Rule::kGpuTypeNotLabel, absl::StrCat(Indexed("spec.resourceLimits.gpus", i), ".type"), type,
                 absl::StrCat("\"", Quoted(type), "\" is not a valid label value"));
  }
}

void WarnAboutClusterAutoscaler(const v1::ClusterAutoscaler& autoscaler, Findings& findings) {
  const v1::ClusterAutoscalerSpec& spec = autoscaler.spec();
  WarnAboutGpuTypes(autoscaler, findings);
  WarnAboutScaleDown(spec.scale_down(), findings);
  if (spec.balancing_ignored_labels_size() > 0 && !spec.balance_similar_node_groups()) {
    ReportWithoutEffect("spec.balancingIgnoredLabels", "balanceSimilarNodeGroups is not true", findings);
  }
}

}  // namespace cpsizer
