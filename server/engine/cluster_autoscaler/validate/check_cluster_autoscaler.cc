#include "server/engine/cluster_autoscaler/validate/check_cluster_autoscaler.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "cpsizer/float_text.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/validate/min_max.h"
#include "server/engine/cluster_autoscaler/validate/scale_down_settings.h"
#include "server/engine/cluster_autoscaler/validate/setting_duration.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kSpec = "spec";
constexpr absl::string_view kLimits = "spec.resourceLimits";
constexpr absl::string_view kGpus = "spec.resourceLimits.gpus";
constexpr absl::string_view kScaleDown = "spec.scaleDown";
constexpr absl::string_view kRandomExpander = "Random";
constexpr absl::string_view kExpanders[] = {"LeastWaste", "Priority", kRandomExpander};
constexpr absl::string_view kSwitch[] = {"Enabled", "Disabled"};
constexpr int kMaxExpanders = 3;

void CheckSingletonName(const v1::ObjectMeta& metadata, absl::string_view name, Findings& findings) {
  if (metadata.name().empty() || metadata.name() == name) return;
  findings.Add(Rule::kNameNotDefault, "metadata.name", metadata.name(),
               absl::StrCat("\"", Quoted(metadata.name()), "\" is not \"", name, "\""));
}

// Checks the bounds of `cores`, `memory` or one GPU type.
template <typename Range>
void CheckRange(const Range& range, int least_max, absl::string_view path, Findings& findings) {
  CheckMinMax({{path, -1, "min"}, range.has_min(), range.min()}, {{path, -1, "max"}, range.has_max(), range.max()},
              least_max, Rule::kValueOutOfRange, findings);
}

void CheckGpus(const v1::ClusterAutoscalerResourceLimits& limits, Findings& findings) {
  CheckCount(limits.gpus_size(), kMaxClusterAutoscalerEntries, kGpus, findings);
  if (limits.gpus_size() > kMaxClusterAutoscalerEntries) return;
  for (int i = 0; i < limits.gpus_size(); ++i) {
    const v1::ClusterAutoscalerGpuLimit& gpu = limits.gpus(i);
    const FieldPath type = {kGpus, i, "type"};
    if (CheckGiven(gpu.type(), type, findings) && absl::StrContains(gpu.type(), ':')) {
      findings.Add(Rule::kGpuTypeUnusable, type.ToString(), gpu.type(),
                   absl::StrCat("\"", Quoted(gpu.type()), "\" has a colon"));
    }
    CheckRange(gpu, 1, Indexed(kGpus, i), findings);
  }
}

void CheckLimits(const v1::ClusterAutoscalerResourceLimits& limits, Findings& findings) {
  CheckNumber(limits.max_nodes_total(), 0, {kLimits, -1, "maxNodesTotal"}, findings);
  if (limits.has_cores()) CheckRange(limits.cores(), 0, absl::StrCat(kLimits, ".cores"), findings);
  if (limits.has_memory()) CheckRange(limits.memory(), 0, absl::StrCat(kLimits, ".memory"), findings);
  CheckGpus(limits, findings);
}

// The pattern of the schema is not anchored: it matches if a 0, any character and a digit follow each other anywhere.
bool MatchesThresholdPattern(absl::string_view text) {
  for (size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] == '0' && absl::ascii_isdigit(static_cast<unsigned char>(text[i + 2]))) return true;
  }
  return false;
}

void CheckThreshold(absl::string_view text, Findings& findings) {
  const FieldPath path = {kScaleDown, -1, "utilizationThreshold"};
  const absl::optional<double> threshold = ParseGoFloat(text);
  if (!threshold.has_value() || std::isnan(*threshold)) {
    findings.Add(Rule::kNumberMalformed, path.ToString(), text, absl::StrCat("\"", Quoted(text), "\" is not a number"));
  } else if (*threshold <= 0 || *threshold >= 1) {
    findings.Add(Rule::kValueOutOfRange, path.ToString(), text,
                 absl::StrCat(Quoted(text), " is not above 0 and below 1"));
  } else if (!MatchesThresholdPattern(text)) {
    findings.Add(Rule::kNumberMalformed, path.ToString(), text,
                 absl::StrCat("\"", Quoted(text), "\" does not begin with 0., as the schema of the object requires"));
  }
}

void CheckScaleDown(const v1::ClusterAutoscalerScaleDown& scale_down, Findings& findings) {
  if (!scale_down.has_enabled()) ReportMissing({kScaleDown, -1, "enabled"}, "", findings);
  for (const ScaleDownSetting& setting : SettingsOf(scale_down)) {
    if (!setting.given || !setting.is_duration) continue;
    CheckSettingDuration(setting.text, {kScaleDown, -1, setting.field}, findings);
  }
  if (scale_down.has_utilization_threshold()) CheckThreshold(scale_down.utilization_threshold(), findings);
  if (scale_down.has_cordon_node_before_terminating()) {
    CheckWord(scale_down.cordon_node_before_terminating(), kSwitch, {kScaleDown, -1, "cordonNodeBeforeTerminating"},
              findings);
  }
}

using Texts = google::protobuf::RepeatedPtrField<std::string>;

// Checks that a list has at most `most` entries, and that no entry is listed twice.
void CheckSet(const Texts& entries, int most, absl::string_view path, Findings& findings) {
  CheckCount(entries.size(), most, path, findings);
  if (entries.size() > most) return;
  absl::flat_hash_set<absl::string_view> seen;
  for (int i = 0; i < entries.size(); ++i) {
    if (seen.insert(entries[i]).second) continue;
    findings.Add(Rule::kEntryDuplicate, Indexed(path, i), entries[i],
                 absl::StrCat("\"", Quoted(entries[i]), "\" is listed twice"));
  }
}

// The expander Random always chooses one node group, so the cluster-autoscaler does not start if another expander comes
// after it.
void CheckOrder(const Texts& expanders, Findings& findings) {
  const auto random = std::find(expanders.begin(), expanders.end(), kRandomExpander);
  const auto later =
      std::find_if(random, expanders.end(), [](absl::string_view expander) { return expander != kRandomExpander; });
  if (later == expanders.end() || expanders.size() > kMaxExpanders) return;
  const int after = static_cast<int>(later - expanders.begin());
  findings.Add(Rule::kExpanderAfterRandom, Indexed("spec.expanders", after), expanders[after],
               absl::StrCat("\"", Quoted(expanders[after]), "\" comes after \"", kRandomExpander,
                            "\", which always chooses one node group"));
}

}  // namespace

void CheckClusterAutoscaler(const v1::ClusterAutoscaler& autoscaler, absl::string_view name, Findings& findings) {
  CheckObjectType(autoscaler, kClusterAutoscalerType, findings);
  CheckSingletonName(autoscaler.metadata(), name, findings);
  const v1::ClusterAutoscalerSpec& spec = autoscaler.spec();
  CheckLimits(spec.resource_limits(), findings);
  if (spec.has_scale_down()) CheckScaleDown(spec.scale_down(), findings);
  if (spec.scale_up().has_new_pod_scale_up_delay()) {
    CheckSettingDuration(spec.scale_up().new_pod_scale_up_delay(), {"spec.scaleUp", -1, "newPodScaleUpDelay"},
                         findings);
  }
  if (spec.has_max_node_provision_time()) {
    CheckUnsignedDuration(spec.max_node_provision_time(), {kSpec, -1, "maxNodeProvisionTime"}, findings);
  }
  CheckNumber(spec.log_verbosity(), 0, {kSpec, -1, "logVerbosity"}, findings);
  CheckSet(spec.expanders(), kMaxExpanders, "spec.expanders", findings);
  for (int i = 0; i < std::min(spec.expanders_size(), kMaxExpanders); ++i) {
    const std::string field = Indexed("expanders", i);
    CheckWord(spec.expanders(i), kExpanders, {kSpec, -1, field}, findings);
  }
  CheckOrder(spec.expanders(), findings);
  if (spec.has_enforce_node_group_min_size()) {
    CheckWord(spec.enforce_node_group_min_size(), kSwitch, {kSpec, -1, "enforceNodeGroupMinSize"}, findings);
  }
  CheckCount(spec.balancing_ignored_labels_size(), kMaxClusterAutoscalerEntries, "spec.balancingIgnoredLabels",
             findings);
  CheckSet(spec.startup_taints(), kMaxClusterAutoscalerEntries, "spec.startupTaints", findings);
}

}  // namespace cpsizer
