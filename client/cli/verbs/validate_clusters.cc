#include "client/cli/verbs/validate_clusters.h"

#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "client/cli/size/cluster_findings.h"

namespace cpsizer::cli {

void ValidateClusters(const objects::Inventory& inventory, absl::Time now, std::vector<Validation>& validations) {
  const bool one = inventory.configurations.size() == 1;
  const OperatorRules rules(
      one ? inventory.configurations.front().config : v1::ClusterSizingConfiguration::default_instance(), now);
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    Findings findings = ClusterFindings(cluster, rules);
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
