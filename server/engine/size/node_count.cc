#include "server/engine/size/node_count.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

// Returns the last size that has `nodes`, or null. A valid configuration has exactly one.
const NodeCountRange* Find(const std::vector<NodeCountRange>& ranges, int64_t nodes) {
  const NodeCountRange* found = nullptr;
  for (const NodeCountRange& range : ranges) {
    if (range.from <= nodes && nodes <= range.to.value_or(nodes)) found = &range;
  }
  return found;
}

std::string Summary(int64_t nodes, const NodeCountRange* found) {
  const std::string count = absl::StrCat(nodes, nodes == 1 ? " node" : " nodes");
  if (found == nullptr) return absl::StrCat("no size is for ", count, ", so the cluster keeps the size that it has");
  const std::string to = found->to.has_value() ? absl::StrCat(" to ", *found->to) : " and more";
  return absl::StrCat(Quoted(found->size), ": the cluster has ", count, ", and this size is for ", found->from, to);
}

}  // namespace

std::vector<NodeCountRange> ReadNodeCounts(const v1::ClusterSizingConfigurationSpec& spec) {
  std::vector<NodeCountRange> ranges;
  ranges.reserve(static_cast<size_t>(spec.sizes_size()));
  for (const v1::SizeConfiguration& size : spec.sizes()) {
    const v1::NodeCountCriteria& criteria = size.criteria();
    ranges.push_back({size.name(), criteria.from(),
                      criteria.has_to() ? absl::make_optional<int64_t>(criteria.to()) : absl::nullopt});
  }
  return ranges;
}

void CheckNodeCount(const v1::RecommendSizeRequest& request, Findings& findings) {
  if (request.node_count() >= 0) return;
  findings.Add(Rule::kValueNegative, "nodeCount", absl::StrCat(request.node_count()),
               absl::StrCat(request.node_count(), " is negative"));
}

void DecideByNodeCount(const std::vector<NodeCountRange>& ranges, const v1::RecommendSizeRequest& request, bool explain,
                       v1::RecommendSizeResponse& response) {
  if (!request.has_node_count()) return;
  const NodeCountRange* found = Find(ranges, request.node_count());
  v1::SizeByNodeCount& result = *response.mutable_by_node_count();
  if (found != nullptr) result.set_size(found->size);
  if (explain) result.set_summary(Summary(request.node_count(), found));
}

}  // namespace cpsizer
