#ifndef CPSIZER_SIZE_CONFIGURATION_H_
#define CPSIZER_SIZE_CONFIGURATION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer {

// The row of one size in a FULL response: the fields of v1::SizeResource that do not depend on a demand, serialized.
using PreparedRow = PerResource<std::string>;

// The node counts of one size: `criteria` of the configuration.
struct NodeCountRange {
  std::string size;
  int64_t from = 0;
  absl::optional<int64_t> to;  // absent: no upper bound
};

// How a FULL response contains its rows.
enum class SizeRows : uint8_t {
  // As messages, in `sizes`.
  kMessages,
  // As unknown fields that have the serialized rows. For a response that is only serialized: this is cheaper, and a
  // reader of the serialized response finds the rows in `sizes`.
  kSerialized,
};

// The configuration of a request, compiled. It can be used for many requests with the same configuration and the same
// MachineSets. Does not refer to the messages from which it was compiled. Thread-safe as const.
struct SizeConfiguration {
  // Absent if `findings` has errors that prevent the ladder from being compiled.
  absl::optional<SizeLadder> ladder;
  // The error of a decision that needs the memory capacity of every size; OK if all memory capacities are known.
  absl::Status memory_capacities;
  // The errors and warnings about the configuration and the MachineSets.
  SizeLadder::FindingList findings;
  // The node counts of the sizes, in the order of the configuration, because the operator takes the last size that has
  // the number of nodes.
  std::vector<NodeCountRange> node_counts;
  // `metadata.generation` of the configuration.
  int64_t generation = 0;
  // The prepared rows of all sizes. Empty unless PrepareRows() was called.
  std::vector<PreparedRow> rows;

  // Returns the memory of this object in bytes, including its heap memory, without the overhead of the allocator.
  size_t MemoryBytes() const;
};

// Compiles the configuration and the MachineSets of `request`. Does not read its other fields.
SizeConfiguration CompileSizeConfiguration(const v1::RecommendSizeRequest& request);

// Prepares the rows of `configuration`, which must have a ladder. A decision with prepared rows takes less time, so
// this is worthwhile if several requests use the configuration. Responses are the same.
void PrepareRows(SizeConfiguration& configuration);

}  // namespace cpsizer

#endif  // CPSIZER_SIZE_CONFIGURATION_H_
