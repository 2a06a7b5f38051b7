#include "client/sidecar/size/batch_client.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/service/call_failure.h"

namespace cpsizer::sidecar {
namespace {

// The limits of the API are much higher. Larger batches do not save time, but need more memory, because all full
// responses of a batch arrive at the same time. A full response has several kilobytes.
constexpr int kMostItems = 2'000;
constexpr int kMostRows = 20'000;
// Half of the limit of the API for the length of a batch request.
constexpr size_t kMostBytes = size_t{32} << 20;

absl::StatusOr<v1::RecommendSizeResponse> ResultOf(v1::BatchRecommendSizeResult& result) {
  if (result.has_response()) return std::move(*result.mutable_response());
  const auto code = static_cast<absl::StatusCode>(result.error().code());
  if (code == absl::StatusCode::kOk) return absl::InternalError("a result without response and error");
  return absl::Status(code, result.error().message());
}

}  // namespace

void CallLoad::Add(size_t observation_bytes) {
  ++items_;
  bytes_ += observation_bytes;
}

bool CallLoad::full() const {
  return items_ >= most_items_ || bytes_ >= kMostBytes;
}

size_t BatchClient::MostItems(int sizes) {
  return static_cast<size_t>(std::clamp(kMostRows / std::max(sizes, 1), 1, kMostItems));
}

void BatchClient::Recommend(const v1::ValidateConfigRequest& inputs, std::vector<v1::RecommendSizeRequest> items,
                            v1::Detail detail, OnResponses on_responses) {
  const auto complete = [&](auto& request) {
    *request.mutable_cluster_sizing_configuration() = inputs.cluster_sizing_configuration();
    *request.mutable_machine_sets() = inputs.machine_sets();
    *request.mutable_options() = options_;
    request.mutable_options()->set_detail(detail);
  };
  if (items.size() == 1) {
    complete(items.front());
    return SendOne(std::move(items.front()), std::move(on_responses));
  }
  v1::BatchRecommendSizeRequest request;
  complete(request);
  for (v1::RecommendSizeRequest& item : items) *request.add_items() = std::move(item);
  SendBatch(std::move(request), std::move(on_responses));
}

void BatchClient::SendOne(v1::RecommendSizeRequest request, OnResponses on_responses) {
  service_.RecommendSize(std::move(request),
                         [on_responses = std::move(on_responses)](absl::StatusOr<v1::RecommendSizeResponse> response) {
                           if (!response.ok() && !IsRefusal(response.status())) return on_responses(response.status());
                           on_responses(Responses{std::move(response)});
                         });
}

void BatchClient::SendBatch(v1::BatchRecommendSizeRequest request, OnResponses on_responses) {
  const int item_count = request.items_size();
  service_.BatchRecommendSize(std::move(request), [item_count, on_responses = std::move(on_responses)](
                                                      absl::StatusOr<v1::BatchRecommendSizeResponse> batch) {
    if (!batch.ok()) return on_responses(batch.status());
    if (batch->results_size() != item_count) {
      return on_responses(absl::InternalError(
          absl::StrCat("the response has ", batch->results_size(), " results for ", item_count, " clusters")));
    }
    Responses results;
    results.reserve(static_cast<size_t>(item_count));
    for (v1::BatchRecommendSizeResult& result : *batch->mutable_results()) results.push_back(ResultOf(result));
    on_responses(std::move(results));
  });
}

}  // namespace cpsizer::sidecar
