#include "client/cli/verbs/validate_clusters.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/make_finding.h"
#include "client/cli/size/cluster_findings.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

// Returns why no container can have the name `DEPLOYMENT.CONTAINER`, or an empty text.
std::string WhyNoContainer(absl::string_view target) {
  const std::pair<absl::string_view, absl::string_view> names = absl::StrSplit(target, absl::MaxSplits('.', 1));
  if (names.first.empty() || names.second.empty()) {
    return absl::StrCat(objects::QuotedValue(target), " has no name of a ",
                        names.first.empty() ? "deployment" : "container");
  }
  if (!absl::StrContains(names.second, '.')) return "";
  return absl::StrCat(objects::QuotedValue(names.second), " is not the name of a container, because it has a dot");
}

// Adds the overrides of requests that the control plane operator reads, but for which no container can exist.
void AddOverridesOfNoUse(const objects::HostedCluster& cluster, Findings& findings) {
  const int read = findings.size();
  for (const auto& [target, value] : cluster.request_overrides) {
    const std::string path = absl::StrCat("metadata.annotations[", objects::kRequestOverridePrefix, target, "]");
    const bool is_reported = std::any_of(findings.begin(), findings.begin() + read,
                                         [&path](const v1::Finding& finding) { return finding.path() == path; });
    if (is_reported) continue;
    if (const std::string why = WhyNoContainer(target); !why.empty()) {
      *findings.Add() = MakeFinding(Rule::kRequestOverrideIgnored, path, value,
                                    absl::StrCat(why, ", so the control plane operator of the cluster ignores it"));
    }
  }
}

}  // namespace

void ValidateClusters(const objects::Inventory& inventory, absl::Time now, std::vector<Validation>& validations) {
  const bool one = inventory.configurations.size() == 1;
  const OperatorRules rules(
      one ? inventory.configurations.front().config : v1::ClusterSizingConfiguration::default_instance(), now);
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    Findings findings = ClusterFindings(cluster, rules);
    AddOverridesOfNoUse(cluster, findings);
    if (findings.empty()) continue;
    Validation& added = validations.emplace_back();
    added.file = cluster.overrides.file;
    added.kind = "HostedCluster";
    added.name = {cluster.namespace_name, cluster.name};
    added.places = std::make_unique<const ObjectPlaces>(cluster.overrides);
    const bool valid =
        absl::c_none_of(findings, [](const v1::Finding& finding) { return finding.severity() == v1::SEVERITY_ERROR; });
    added.response.set_valid(valid);
    added.response.set_decidable(valid);
    *added.response.mutable_findings() = std::move(findings);
  }
}

}  // namespace cpsizer::cli
