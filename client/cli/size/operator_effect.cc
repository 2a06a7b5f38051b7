#include "client/cli/size/operator_effect.h"

#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "server/process/show_time.h"

namespace cpsizer::cli {
namespace {

bool IsRefused(const v1::ClusterSizingConfiguration& config) {
  for (const v1::Condition& condition : config.status().conditions()) {
    if (condition.type() == objects::kConfigurationCondition) return condition.status() != "True";
  }
  return false;  // a configuration from a file, which no operator has seen yet
}

std::string WhyPaused(absl::Time until) {
  if (until == absl::InfiniteFuture()) return "paused without an end by spec.pausedUntil, so the size stays";
  return absl::StrCat("paused until ", server::ShowTime(until), ", so the size stays until then");
}

std::string WhyOverridden(const objects::HostedCluster& cluster, absl::string_view recommended) {
  std::string text = absl::StrCat("the annotation ", objects::kSizeOverride, " sets ", cluster.size_override);
  if (!cluster.eligible) {
    return absl::StrCat(text, "; the recommendation does not count, because ", cluster.not_opted_in);
  }
  if (recommended.empty()) return text;
  if (recommended == cluster.size_override) {
    return absl::StrCat(text, ", which is also the recommended size, so it can be removed");
  }
  return absl::StrCat(text, "; without it the size would be ", recommended);
}

}  // namespace

OperatorRules::OperatorRules(const v1::ClusterSizingConfiguration& config, absl::Time now)
    : now_(now), refused_(IsRefused(config)) {
  for (const v1::SizeConfiguration& size : config.spec().sizes()) sizes_.insert(size.name());
}

OperatorEffect OperatorRules::EffectOn(const objects::HostedCluster& cluster) const {
  if (refused_) return OperatorEffect::kConfigurationRefused;
  if (cluster.deleted) return OperatorEffect::kDeleted;
  if (cluster.paused_until > now_) return OperatorEffect::kPaused;
  if (!cluster.size_override.empty()) {
    return IsSize(cluster.size_override) ? OperatorEffect::kOverridden : OperatorEffect::kOverrideUnknown;
  }
  return cluster.eligible ? OperatorEffect::kApplies : OperatorEffect::kNotOptedIn;
}

const std::string& OperatorRules::SizeAfter(const objects::HostedCluster& cluster,
                                            const v1::RecommendSizeResponse& response) const {
  if (cluster.size_override.empty()) {
    return response.recommended_size().empty() ? cluster.current_size : response.recommended_size();
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
  }
  return "";
}

std::string WhyNotApplied(OperatorEffect effect, const objects::HostedCluster& cluster, absl::string_view recommended) {
  switch (effect) {
    case OperatorEffect::kApplies:
      return "";
    case OperatorEffect::kConfigurationRefused:
      return absl::StrCat("the operator refuses the configuration: its condition ", objects::kConfigurationCondition,
                          " is not True, so the size stays");
    case OperatorEffect::kDeleted:
      return "being deleted, so the size stays";
    case OperatorEffect::kPaused:
      return WhyPaused(cluster.paused_until);
    case OperatorEffect::kOverrideUnknown:
      return absl::StrCat("the annotation ", objects::kSizeOverride, " is ",
                          objects::QuotedValue(cluster.size_override),
                          ", which is not a size of the configuration, so the operator does not change the size; "
                          "correct the annotation, or remove it");
    case OperatorEffect::kOverridden:
      return WhyOverridden(cluster, recommended);
    case OperatorEffect::kNotOptedIn:
      return absl::StrCat("not opted in, because ", cluster.not_opted_in);
  }
  return "";
}

}  // namespace cpsizer::cli
