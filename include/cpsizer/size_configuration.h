#ifndef CPSIZER_SIZE_CONFIGURATION_H_
#define CPSIZER_SIZE_CONFIGURATION_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/size_row.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer {

// The configuration of a request, compiled. It can be used for many requests with the same configuration and the same
// MachineSets. Does not refer to the messages from which it was compiled. Thread-safe as const.
struct SizeConfiguration {
  // Absent if `findings` has errors that prevent the ladder from being compiled.
  absl::optional<SizeLadder> ladder;
  // The error of a decision that needs the memory capacity of every size; OK if all memory capacities are known.
  absl::Status memory_capacities;
  // The errors and warnings about the configuration and the MachineSets.
  SizeLadder::FindingList findings;
  // `metadata.generation` of the configuration.
  int64_t generation = 0;
  // The rows of a FULL response, without the fields that depend on the demand. Empty unless PrepareRows() was called.
  google::protobuf::RepeatedPtrField<v1::SizeRow> rows;

  // Returns the memory of this object in bytes, including its heap memory, without the overhead of the allocator.
  size_t MemoryBytes() const;
};

// Compiles the configuration and the MachineSets of `request`. Does not read its other fields.
SizeConfiguration CompileSizeConfiguration(const v1::RecommendSizeRequest& request);

// Prepares the rows of `configuration`, which must have a ladder. Copying rows takes less time than making them, so
// this is worthwhile if several requests use the configuration. Decisions are the same.
void PrepareRows(SizeConfiguration& configuration);

}  // namespace cpsizer

#endif  // CPSIZER_SIZE_CONFIGURATION_H_
