#include "cpsizer/size_batch.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/size/answer_size.h"
#include "server/engine/size/compile_configuration.h"

namespace cpsizer {
namespace {

// With this interval, the checks for cancellation take less than 10 % of the time of the cheapest items. The most
// expensive item takes 1 ms.
constexpr int kItemsBetweenChecks = 16;

absl::Status TooManyRows(int64_t rows) {
  SizeLadder::FindingList list;
  Findings(list).Add(Rule::kLimitExceeded, "items", absl::StrCat(rows),
                     absl::StrCat("the items with full detail have at least ", rows, " rows (items x sizes); at most ",
                                  kMaxBatchRows, " are allowed"));
  return InvalidArgument(list);
}

}  // namespace

SizeBatch::SizeBatch(const v1::BatchRecommendSizeRequest& head, int items, SizeRows rows)
    : options_(head.options()),
      has_shared_(head.has_cluster_sizing_configuration()),
      shared_sizes_(head.cluster_sizing_configuration().spec().sizes_size()),
      format_(rows) {
  SizeLadder::FindingList list;
  Findings findings(list);
  CheckCount(items, kMaxBatchItems, "items", findings);
  if (has_shared_) {
    shared_ = CompileSizeConfiguration(head.cluster_sizing_configuration(), head.machine_sets());
    list.MergeFrom(shared_.findings);
  }
  if (findings.has_errors() || (has_shared_ && !shared_.ladder.has_value())) status_ = InvalidArgument(list);
}

// An item without any configuration gets the error that the configuration is missing.
bool SizeBatch::UsesShared(const v1::RecommendSizeRequest& item) const {
  return has_shared_ && !item.has_cluster_sizing_configuration();
}

absl::Status SizeBatch::TakeRows(const v1::RecommendSizeRequest& item, const v1::RecommendSizeOptions& options) {
  if (options.detail() != v1::DETAIL_FULL) return absl::OkStatus();
  const bool shared = UsesShared(item);
  rows_ += shared ? shared_sizes_ : item.cluster_sizing_configuration().spec().sizes_size();
  if (rows_ > kMaxBatchRows) return TooManyRows(rows_);
  if (shared && shared_.rows.empty()) PrepareRows(shared_);
  return absl::OkStatus();
}

void SizeBatch::Answer(const v1::RecommendSizeRequest& item, const v1::RecommendSizeOptions& options,
                       v1::BatchRecommendSizeResult& result) {
  v1::RecommendSizeResponse& answer = *result.mutable_response();
  absl::Status status;
  if (UsesShared(item)) {
    if (options.detail() == v1::DETAIL_FULL) *answer.mutable_findings() = shared_.findings;
    status = AnswerSize(shared_, item, options, v1::DETAIL_BRIEF, format_, answer);
  } else {
    const SizeConfiguration own = CompileSizeConfiguration(item);
    *answer.mutable_findings() = own.findings;
    status = AnswerSize(own, item, options, v1::DETAIL_BRIEF, format_, answer);
  }
  if (!status.ok()) return SetRpcStatus(status, *result.mutable_error());
  row_bytes_ += v1::RecommendSizeResponse::GetReflection()->GetUnknownFields(answer).SpaceUsedExcludingSelfLong();
}

absl::Status SizeBatch::Decide(const v1::BatchRecommendSizeRequest& part, absl::FunctionRef<bool()> cancelled,
                               v1::BatchRecommendSizeResponse& response) {
  row_bytes_ = 0;
  for (int i = 0; i < part.items_size(); ++i) {
    if (i % kItemsBetweenChecks == 0 && cancelled()) return absl::CancelledError("the caller cancelled the call");
    const v1::RecommendSizeRequest& item = part.items(i);
    // A field that the item does not set has the value of the batch.
    v1::RecommendSizeOptions options = options_;
    options.MergeFrom(item.options());
    if (absl::Status status = TakeRows(item, options); !status.ok()) return status;
    Answer(item, options, *response.add_results());
  }
  return absl::OkStatus();
}

absl::Status BatchRecommendSize(const v1::BatchRecommendSizeRequest& request, absl::FunctionRef<bool()> cancelled,
                                v1::BatchRecommendSizeResponse& response) {
  SizeBatch batch(request, request.items_size(), SizeRows::kMessages);
  if (!batch.status().ok()) return batch.status();
  *response.mutable_findings() = batch.findings();
  response.mutable_results()->Reserve(request.items_size());
  return batch.Decide(request, cancelled, response);
}

}  // namespace cpsizer
