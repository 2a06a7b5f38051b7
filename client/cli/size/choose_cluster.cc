#include "client/cli/size/choose_cluster.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/input/namespaced_name.h"

namespace cpsizer::cli {
namespace {

// Returns the error for a source without hosted clusters that the filter selects.
std::string WithoutClusters(const Inputs& inputs, const ObjectFilter& filter) {
  const absl::string_view demand = "or give a demand with --memory and --cpu";
  if (!inputs.is_live) {
    const std::string all_left_out = AllLeftOut(inputs, filter);
    return absl::StrCat(all_left_out.empty() ? "there is no HostedCluster" : all_left_out,
                        all_left_out.empty() ? "; read other files, " : ", ", demand);
  }
  const std::string selected = filter.Words();
  return absl::StrCat(
      "the cluster has no HostedCluster", selected, "; ",
      selected.empty() ? "choose another cluster with --context, " : "change -n or -l, read all namespaces with -A, ",
      demand);
}

}  // namespace

void FilterClusters(const ObjectFilter& filter, Inputs& inputs) {
  const auto left_out = [&filter](const objects::HostedCluster& cluster) {
    return !filter.Admits(cluster.namespace_name, cluster.labels);
  };
  std::vector<objects::HostedCluster>& clusters = inputs.inventory.clusters;
  const size_t before = clusters.size();
  clusters.erase(std::remove_if(clusters.begin(), clusters.end(), left_out), clusters.end());
  inputs.left_out = before - clusters.size();
}

std::string AllLeftOut(const Inputs& inputs, const ObjectFilter& filter) {
  if (inputs.is_live || inputs.left_out == 0 || !inputs.inventory.clusters.empty()) return "";
  return filter.LeavesOutAll("HostedCluster", inputs.left_out);
}

absl::StatusOr<absl::Span<const objects::HostedCluster>> ChooseClusters(const Inputs& inputs,
                                                                        const ObjectFilter& filter,
                                                                        absl::string_view wanted) {
  const objects::Inventory& inventory = inputs.inventory;
  if (inventory.clusters.empty() && !IsProbablyAPath(wanted)) {
    return absl::NotFoundError(WithoutClusters(inputs, filter));
  }
  if (wanted.empty()) return inventory.clusters;
  if (IsProbablyAPath(wanted)) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", wanted, "\" is not a hosted cluster; write -f before each path"));
  }
  std::vector<NamespacedName> names;
  names.reserve(inventory.clusters.size());
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    names.push_back({cluster.namespace_name, cluster.name});
  }
  const absl::StatusOr<size_t> place = ChooseNamed(names, "HostedCluster", wanted);
  if (!place.ok()) return place.status();
  return absl::MakeConstSpan(inventory.clusters).subspan(*place, 1);
}

}  // namespace cpsizer::cli
