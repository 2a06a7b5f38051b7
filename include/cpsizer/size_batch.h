#ifndef CPSIZER_SIZE_BATCH_H_
#define CPSIZER_SIZE_BATCH_H_

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer {

// Decides a batch in parts, so that the caller needs memory only for one part. The results are the same as those of
// BatchRecommendSize(). Not thread-safe.
class SizeBatch {
 public:
  // Compiles the shared configuration of `head`, and reads its options. Does not read its items. `items` is the number
  // of items in all parts. `rows` is the format of the rows in the results.
  SizeBatch(const v1::BatchRecommendSizeRequest& head, int items, SizeRows rows);

  // Returns InvalidArgument if the shared configuration cannot be used or there are too many items.
  const absl::Status& status() const { return status_; }

  // Returns the warnings about the shared configuration, for BatchRecommendSizeResponse.findings.
  const SizeLadder::FindingList& findings() const { return shared_.findings; }

  // Decides the items of `part`, and appends their results to `response`. Does not read the other fields of `part`.
  // status() must be OK. Calls `cancelled` once every 16 items.
  // Errors: Cancelled if `cancelled` returns true; InvalidArgument if the items of all parts have too many rows.
  absl::Status Decide(const v1::BatchRecommendSizeRequest& part, absl::FunctionRef<bool()> cancelled,
                      v1::BatchRecommendSizeResponse& response);

  // Returns the heap memory of the serialized rows of this part, which an arena of the response does not include.
  size_t row_bytes() const { return row_bytes_; }

 private:
  // Counts the rows of `item`, and prepares the rows of the shared configuration if the item needs them.
  absl::Status TakeRows(const v1::RecommendSizeRequest& item, const v1::RecommendSizeOptions& options);
  void Answer(const v1::RecommendSizeRequest& item, const v1::RecommendSizeOptions& options,
              v1::BatchRecommendSizeResult& result);
  bool UsesShared(const v1::RecommendSizeRequest& item) const;

  const v1::RecommendSizeOptions options_;
  const bool has_shared_;
  const int shared_sizes_;
  SizeConfiguration shared_;
  absl::Status status_;
  const SizeRows format_;
  int64_t rows_ = 0;
  size_t row_bytes_ = 0;
};

}  // namespace cpsizer

#endif  // CPSIZER_SIZE_BATCH_H_
