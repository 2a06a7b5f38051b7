#ifndef CPSIZER_CLIENT_CLI_SIZE_SIZE_COUNTS_H_
#define CPSIZER_CLIENT_CLI_SIZE_SIZE_COUNTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/objects/inventory.h"
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

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_SIZE_COUNTS_H_
