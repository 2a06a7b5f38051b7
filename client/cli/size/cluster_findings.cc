#include "client/cli/size/cluster_findings.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/cli/base/make_finding.h"
#include "client/effects/annotation_problem.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

v1::Finding AboutAnnotation(Rule rule, absl::string_view key, absl::string_view value, std::string message) {
  return MakeFinding(rule, absl::StrCat("metadata.annotations[", key, "]"), value, std::move(message));
}

absl::optional<v1::Finding> UnknownOverride(const objects::HostedCluster& cluster, const OperatorRules& rules) {
  if (cluster.size_override.empty() || rules.IsSize(cluster.size_override)) return absl::nullopt;
  return AboutAnnotation(Rule::kSizeOverrideUnknown, objects::kSizeOverride, cluster.size_override,
                         absl::StrCat(objects::QuotedValue(cluster.size_override),
                                      " is not a size of the configuration, so the operator does not change the size "
                                      "of the cluster any more"));
}

}  // namespace

void AddUnknownOverride(const objects::HostedCluster& cluster, const OperatorRules& rules, Findings& findings) {
  absl::optional<v1::Finding> unknown = UnknownOverride(cluster, rules);
  if (!unknown.has_value()) return;
  unknown->set_path(absl::StrCat("hostedCluster.", unknown->path()));
  *findings.Add() = *std::move(unknown);
}

Findings ClusterFindings(const objects::HostedCluster& cluster, const OperatorRules& rules) {
  Findings findings;
  if (auto unknown = UnknownOverride(cluster, rules)) *findings.Add() = *std::move(unknown);
  if (!cluster.invalid_pause.empty()) {
    *findings.Add() = MakeFinding(Rule::kPausedUntilInvalid, "spec.pausedUntil", cluster.invalid_pause,
                                  absl::StrCat("spec.pausedUntil is ", cluster.invalid_pause,
                                               ", so the operator does not change the size of the cluster any more"));
  }
  for (const auto& [target, value] : cluster.request_overrides) {
    const std::string key = absl::StrCat(objects::kRequestOverridePrefix, target);
    const effects::AnnotationProblem problem = effects::ProblemOf(key, value);
    if (problem.consequence == effects::Consequence::kNone) continue;
    const Rule rule = problem.consequence == effects::Consequence::kIgnored ? Rule::kRequestOverrideIgnored
                                                                            : Rule::kRequestOverrideMalformed;
    *findings.Add() =
        AboutAnnotation(rule, key, value, absl::StrCat(problem.why, ", ", effects::Describe(problem.consequence)));
  }
  for (const auto& [key, value] : cluster.effect_annotations) {
    const effects::AnnotationProblem problem = effects::ProblemOf(key, value);
    if (problem.consequence != effects::Consequence::kStopsApiServer) continue;
    *findings.Add() = AboutAnnotation(Rule::kEffectAnnotationMalformed, key, value,
                                      absl::StrCat(problem.why, ", ", effects::Describe(problem.consequence)));
  }
  return findings;
}

}  // namespace cpsizer::cli
