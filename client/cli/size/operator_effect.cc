#include "client/cli/size/operator_effect.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "cpsizer/rules.h"
#include "server/process/show_time.h"

namespace cpsizer::cli {
namespace {

// Source: hostedclustersizing_validation_controller.go, which checks only that the node counts cover each number once,
// and that nonRequestServingNodesPerZone is on all sizes or on none.
bool IsRefusedFor(const v1::Finding& finding) {
  const RuleInfo* const rule = FindRule(finding.rule());
  if (rule == nullptr || rule->severity != v1::SEVERITY_ERROR) return false;
  return absl::StartsWith(rule->id, "CRITERIA_") || rule->rule == Rule::kManagementIncomplete;
}

// The condition has priority: the operator reads nothing else. A configuration from a file may have none yet.
bool IsRefused(const v1::ClusterSizingConfiguration& config, const Findings& findings) {
  for (const v1::Condition& condition : config.status().conditions()) {
    if (condition.type() == objects::kConfigurationCondition) return condition.status() != "True";
  }
  return absl::c_any_of(findings, IsRefusedFor);
}

std::string WhyPaused(const objects::HostedCluster& cluster) {
  const absl::Time until = cluster.paused_until;
  if (!cluster.invalid_pause.empty()) {
    return absl::StrCat(
        "spec.pausedUntil is ", cluster.invalid_pause,
        ", and must be true, false or a time such as 2026-12-31T12:00:00Z; the operator reports this only "
        "in its log, and the size stays");
  }
  if (until == absl::InfiniteFuture()) return "paused without an end by spec.pausedUntil, so the size stays";
  return absl::StrCat("paused until ", server::ShowTime(until), ", so the size stays until then");
}

std::string WhyOverridden(const objects::HostedCluster& cluster, absl::string_view recommended) {
  std::string text = absl::StrCat("the annotation ", objects::kSizeOverride, " sets ", cluster.size_override);
  if (const objects::AnnotationWrite& write = cluster.override_write; !write.manager.empty() && !write.time.empty()) {
    absl::StrAppend(&text, " (by ", objects::EscapeCut(write.manager, kMaxQuotedValueBytes), ", since ",
                    objects::EscapeCut(write.time, kMaxQuotedValueBytes), " or longer)");
  }
  if (!IsSized(cluster) && !cluster.eligible) {
    return absl::StrCat(text, "; the recommendation does not count, because ", cluster.not_opted_in);
  }
  if (recommended.empty()) return text;
  if (recommended == cluster.size_override) {
    return absl::StrCat(text, ", which is also the recommended size, so it can be removed");
  }
  return absl::StrCat(text, "; without it the size would be ", recommended);
}

}  // namespace

OperatorRules::OperatorRules(const v1::ClusterSizingConfiguration& config, absl::Time now, const Findings& findings)
    : now_(now), refused_(IsRefused(config, findings)) {
  for (const v1::SizeConfiguration& size : config.spec().sizes()) sizes_.insert(size.name());
}

OperatorEffect OperatorRules::EffectOn(const objects::HostedCluster& cluster) const {
  if (refused_) return OperatorEffect::kConfigurationRefused;
  if (cluster.deleted) return OperatorEffect::kDeleted;
  if (cluster.paused_until > now_) return OperatorEffect::kPaused;
  if (!cluster.size_override.empty()) {
    return IsSize(cluster.size_override) ? OperatorEffect::kOverridden : OperatorEffect::kOverrideUnknown;
  }
  if (cluster.nodes_not_counted && !cluster.reads_recommendation) return OperatorEffect::kNodesNotCounted;
  if (IsSized(cluster)) return OperatorEffect::kApplies;
  return cluster.reads_recommendation && cluster.basis == objects::SizeBasis::kNodes ? OperatorEffect::kSizedByResources
                                                                                     : OperatorEffect::kNotOptedIn;
}

bool IsSized(const objects::HostedCluster& cluster) {
  if (cluster.basis == objects::SizeBasis::kResources) return cluster.eligible;
  return !cluster.deleted && !cluster.reads_recommendation;
}

absl::string_view DecidedBy(OperatorEffect effect, const objects::HostedCluster& cluster) {
  switch (effect) {
    case OperatorEffect::kOverridden:
      return "override";
    case OperatorEffect::kApplies:
      return cluster.basis == objects::SizeBasis::kNodes ? "nodes" : "resources";
    case OperatorEffect::kSizedByResources:
      return "resources";
    default:
      return "-";
  }
}

const std::string& OperatorRules::SizeAfter(const objects::HostedCluster& cluster,
                                            const v1::RecommendSizeResponse& response) const {
  const OperatorEffect effect = EffectOn(cluster);
  if (effect == OperatorEffect::kDeleted || effect == OperatorEffect::kConfigurationRefused) return SizeNow(cluster);
  if (cluster.size_override.empty()) {
    if (!response.recommended_size().empty()) return response.recommended_size();
    return cluster.basis == objects::SizeBasis::kNodes ? SizeNow(cluster) : cluster.current_size;
  }
  return IsSize(cluster.size_override) ? cluster.size_override : SizeNow(cluster);
}

const std::string& SizeNow(const objects::HostedCluster& cluster) {
  return cluster.size_label.empty() ? cluster.current_size : cluster.size_label;
}

absl::string_view EffectWord(OperatorEffect effect) {
  switch (effect) {
    case OperatorEffect::kApplies:
      return "";
    case OperatorEffect::kConfigurationRefused:
      return "CONFIGURATION_REFUSED";
    case OperatorEffect::kDeleted:
      return "BEING_DELETED";
    case OperatorEffect::kPaused:
      return "PAUSED";
    case OperatorEffect::kOverrideUnknown:
      return "OVERRIDE_UNKNOWN";
    case OperatorEffect::kOverridden:
      return "OVERRIDDEN";
    case OperatorEffect::kNotOptedIn:
      return "NOT_OPTED_IN";
    case OperatorEffect::kNodesNotCounted:
      return "NODES_NOT_COUNTED";
    case OperatorEffect::kSizedByResources:
      return "SIZED_BY_RESOURCES";
  }
  return "";
}

std::string WhyNotApplied(OperatorEffect effect, const objects::HostedCluster& cluster, absl::string_view recommended) {
  switch (effect) {
    case OperatorEffect::kApplies:
      return "";
    case OperatorEffect::kConfigurationRefused:
      return "the operator refuses the configuration (cpsizer validate says why), so the size stays";
    case OperatorEffect::kDeleted:
      return "being deleted, so the size stays";
    case OperatorEffect::kPaused:
      return WhyPaused(cluster);
    case OperatorEffect::kOverrideUnknown:
      return absl::StrCat("the annotation ", objects::kSizeOverride, " is ",
                          objects::QuotedValue(cluster.size_override),
                          ", which is not a size of the configuration, so the operator does not change the size; "
                          "correct the annotation, or remove it");
    case OperatorEffect::kOverridden:
      return WhyOverridden(cluster, recommended);
    case OperatorEffect::kNotOptedIn:
      return absl::StrCat("not opted in, because ", cluster.not_opted_in);
    case OperatorEffect::kNodesNotCounted:
      return "the operator does not count the nodes, because a NodePool is autoscaled and the condition "
             "KubeAPIServerAvailable is not True, so the size stays";
    case OperatorEffect::kSizedByResources:
      return absl::StrCat("the operator reads the recommendation by resources, because of the annotation ",
                          objects::kAutoScaling);
  }
  return "";
}

}  // namespace cpsizer::cli
