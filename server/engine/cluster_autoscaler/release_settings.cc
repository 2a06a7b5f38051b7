#include "server/engine/cluster_autoscaler/release_settings.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cpsizer {
namespace {

using Spec = v1::ClusterAutoscalerSpec;

// A setting that older releases do not have.
struct NewerSetting {
  absl::string_view field;
  ReleaseFact fact;
  // Removes the setting from a spec. Returns whether the spec had the setting.
  bool (*remove)(Spec& spec);
};

constexpr NewerSetting kNewerSettings[] = {
    {"expanders", ReleaseFact::kExpanders,
     [](Spec& spec) {
       const bool given = spec.expanders_size() > 0;
       spec.clear_expanders();
       return given;
     }},
    {"scaleUp", ReleaseFact::kScaleUp,
     [](Spec& spec) {
       const bool given = spec.has_scale_up();
       spec.clear_scale_up();
       return given;
     }},
    {"scaleDown.cordonNodeBeforeTerminating", ReleaseFact::kCordonNodes,
     [](Spec& spec) {
       const bool given = spec.scale_down().has_cordon_node_before_terminating();
       if (given) spec.mutable_scale_down()->clear_cordon_node_before_terminating();
       return given;
     }},
    {"enforceNodeGroupMinSize", ReleaseFact::kEnforceMinSize,
     [](Spec& spec) {
       const bool given = spec.has_enforce_node_group_min_size();
       spec.clear_enforce_node_group_min_size();
       return given;
     }},
    {"startupTaints", ReleaseFact::kStartupTaints,
     [](Spec& spec) {
       const bool given = spec.startup_taints_size() > 0;
       spec.clear_startup_taints();
       return given;
     }},
};

}  // namespace

void RemoveNewerSettings(const PlanSettings& settings, Spec& spec, Findings& findings) {
  for (const NewerSetting& setting : kNewerSettings) {
    if (settings.Has(setting.fact) || !setting.remove(spec)) continue;
    findings.Add(Rule::kSettingWithoutEffect, absl::StrCat("spec.", setting.field), "",
                 absl::StrCat("it has no effect, because the ClusterAutoscaler of release ", settings.release.major,
                              ".", settings.release.minor, " does not have this field"));
  }
}

}  // namespace cpsizer
