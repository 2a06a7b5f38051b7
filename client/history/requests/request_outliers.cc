#include "client/history/requests/request_outliers.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/history/requests/request_amount.h"

namespace cpsizer::history {
namespace {

constexpr int64_t kAllowedPercent = 1;

// Adds the overrides of one container to `overrides`.
void AddOverrides(const SizedContainer& container, double headroom, std::vector<RequestOverride>& overrides) {
  std::map<uint32_t, RequestOverride> by_cluster;
  for (const Resource resource : kResources) {
    const absl::optional<double>& request = container.requests[Index(resource)];
    if (!request.has_value()) continue;
    for (const ClusterMaxima& cluster : container.evidence[Index(resource)].clusters) {
      const double most = cluster.maxima.back();
      if (most <= *request) continue;
      RequestOverride& added =
          by_cluster.try_emplace(cluster.cluster, RequestOverride{cluster.cluster, container.name, container.requests})
              .first->second;
      added.requests[Index(resource)] = RoundUpRequest(resource, headroom * most);
      added.excess = std::max(added.excess, most / *request);
    }
  }
  for (auto& [cluster, added] : by_cluster) overrides.push_back(std::move(added));
}

}  // namespace

SizeOutliers FindOutliers(absl::Span<const SizedContainer> containers, double headroom, int64_t fleet) {
  SizeOutliers outliers;
  outliers.allowed = std::max<int64_t>(fleet * kAllowedPercent / 100, 1);
  for (const SizedContainer& container : containers) AddOverrides(container, headroom, outliers.overrides);
  std::set<uint32_t> clusters;
  for (const RequestOverride& added : outliers.overrides) clusters.insert(added.cluster);
  outliers.clusters = static_cast<int64_t>(clusters.size());
  if (outliers.is_size_wrong()) outliers.overrides.clear();
  std::stable_sort(outliers.overrides.begin(), outliers.overrides.end(),
                   [](const RequestOverride& a, const RequestOverride& b) { return a.excess > b.excess; });
  return outliers;
}

std::string OverrideAnnotation(const RequestOverride& needed) {
  std::vector<std::string> parts;
  for (const Resource resource : kResources) {
    const absl::optional<double>& request = needed.requests[Index(resource)];
    if (request.has_value()) parts.push_back(absl::StrCat(NameOf(resource), "=", RequestQuantity(resource, *request)));
  }
  return absl::StrCat("resource-request-override.hypershift.openshift.io/", needed.container.deployment, ".",
                      needed.container.container, "=", absl::StrJoin(parts, ","));
}

}  // namespace cpsizer::history
