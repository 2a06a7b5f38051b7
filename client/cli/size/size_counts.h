#ifndef CPSIZER_CLIENT_CLI_SIZE_SIZE_COUNTS_H_
#define CPSIZER_CLIENT_CLI_SIZE_SIZE_COUNTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The number of clusters with a size before and after the decisions. An empty name means no size.
struct SizeCount {
  std::string size;
  int before = 0;
  int after = 0;
};

// Counts clusters by size. The sizes are in the order in which they first occur.
class SizeCounts {
 public:
  SizeCount& Of(const std::string& size);
  // Adds the sizes of a response, in their order, without counting clusters. Requires a response with full detail.
  void AddLadder(const v1::RecommendSizeResponse& response);
  std::vector<SizeCount> Take() { return std::move(counts_); }

 private:
  absl::flat_hash_map<std::string, size_t> places_;
  std::vector<SizeCount> counts_;
};

// Returns the name of a size such as `large`, or `(none)` if the name is empty.
std::string ShowSize(absl::string_view size);
// Returns a text such as `+2` or `-1`, or `-` for no change.
std::string ShowChange(int64_t change);

// A cluster with dedicated request serving has two nodes of its size, one in each of two zones. A placeholder has the
// same number of nodes.
inline constexpr int64_t kNodesPerCluster = 2;

// Returns the placeholders that the operator creates: `management.placeholders` of the first size that has any (rule
// PLACEHOLDERS_IGNORED). Values are from 0 to 1,000,000,000: no management cluster has more
// placeholders, and sums of such numbers fit in 64 bits.
absl::flat_hash_map<std::string, int64_t> PlaceholdersOf(const v1::ClusterSizingConfiguration& config);

// The clusters with a size, and the hours of their nodes and of the nodes of the placeholders on one day.
struct SizeNodeHours {
  SizeCount count;
  // Absent for clusters without a size, because the number of their nodes is unknown.
  absl::optional<int64_t> hours_before;
  absl::optional<int64_t> hours;
};
std::vector<SizeNodeHours> NodeHoursPerDay(std::vector<SizeCount> counts, const v1::ClusterSizingConfiguration& config);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_SIZE_COUNTS_H_
