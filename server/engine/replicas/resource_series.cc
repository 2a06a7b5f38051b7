#include "server/engine/replicas/resource_series.h"

namespace cpsizer {

ContainerIndex::ContainerIndex(absl::Span<const ResourceSeries> series) {
  for (size_t i = 0; i < series.size(); ++i) {
    if (series[i].container.has_value()) by_name_[*series[i].container].places.push_back(i);
  }
}

absl::Span<const size_t> ContainerIndex::Take(absl::string_view name, int pod) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end() || found->second.last_pod == pod) return {};
  found->second.last_pod = pod;
  return found->second.places;
}

}  // namespace cpsizer
