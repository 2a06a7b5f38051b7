#include "client/cli/size/cluster_findings.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "client/cli/base/make_finding.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

v1::Finding AboutAnnotation(Rule rule, absl::string_view key, absl::string_view value, std::string message) {
  return MakeFinding(rule, absl::StrCat("metadata.annotations[", key, "]"), value, std::move(message));
}

bool IsResourceOfContainers(absl::string_view name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" || absl::StartsWith(name, "hugepages-") ||
         absl::StrContains(name, '/');
}

// Returns the first part of an override that stops the control plane operator, or an empty text.
std::string WhyMalformed(absl::string_view target, absl::string_view value) {
  if (!absl::StrContains(target, '.')) {
    return absl::StrCat(objects::QuotedValue(target), " is not DEPLOYMENT.CONTAINER");
  }
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    const std::pair<absl::string_view, absl::string_view> request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    if (!absl::StrContains(part, '=')) return absl::StrCat(objects::QuotedValue(part), " is not RESOURCE=QUANTITY");
    if (!IsResourceOfContainers(request.first)) {
      return absl::StrCat(objects::QuotedValue(request.first), " is not a resource of containers; write cpu or memory");
    }
  }
  return "";
}

// Returns the values of an override that are not quantities, such as `"4cores" and "16GB" are not quantities`.
std::string WhyIgnored(absl::string_view value) {
  std::string ignored;
  int count = 0;
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    const std::pair<absl::string_view, absl::string_view> request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    Quantity quantity;
    if (ParseQuantity(request.second, quantity) == QuantityError::kNone) continue;
    absl::StrAppend(&ignored, count++ == 0 ? "" : " and ", objects::QuotedValue(request.second));
  }
  return count == 0 ? "" : absl::StrCat(ignored, count == 1 ? " is not a quantity" : " are not quantities");
}

// Returns the first negative request of an override, such as `-16Gi`. Returns an empty text if there is none.
std::string NegativeRequest(absl::string_view value) {
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    const std::pair<absl::string_view, absl::string_view> request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    Quantity quantity;
    if (ParseQuantity(request.second, quantity) == QuantityError::kNone && quantity.nanos < 0) {
      return std::string(request.second);
    }
  }
  return "";
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
    if (std::string why = WhyMalformed(target, value); !why.empty()) {
      *findings.Add() = AboutAnnotation(Rule::kRequestOverrideMalformed, key, value,
                                        absl::StrCat(why, ", so the control plane operator of the cluster fails"));
    } else if (why = WhyIgnored(value); !why.empty()) {
      *findings.Add() = AboutAnnotation(Rule::kRequestOverrideIgnored, key, value,
                                        absl::StrCat(why, ", so the control plane operator of the cluster ignores it"));
    } else if (const std::string negative = NegativeRequest(value); !negative.empty()) {
      *findings.Add() = AboutAnnotation(Rule::kRequestOverrideMalformed, key, value,
                                        absl::StrCat(objects::QuotedValue(negative),
                                                     " is negative, so the API server refuses the deployment of the "
                                                     "control plane operator of the cluster"));
    }
  }
  return findings;
}

}  // namespace cpsizer::cli
