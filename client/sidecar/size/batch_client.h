#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_BATCH_CLIENT_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_BATCH_CLIENT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/service/sizing_service.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

// The number of items in one call, and their total length in bytes.
class CallLoad {
 public:
  explicit CallLoad(size_t most_items) : most_items_(most_items) {}

  void Add(size_t observation_bytes);
  // Returns true if another item does not fit.
  bool full() const;

 private:
  const size_t most_items_;
  size_t items_ = 0;
  size_t bytes_ = 0;
};

// Sends requests about clusters to the service.
class BatchClient {
 public:
  using Responses = std::vector<absl::StatusOr<v1::RecommendSizeResponse>>;
  // The argument has a response for each item, in the same order. If the whole call failed, the argument is an error.
  using OnResponses = std::function<void(absl::StatusOr<Responses>)>;

  // `options` are a part of each request. `service` must outlive this object.
  BatchClient(SizingService& service, v1::RecommendSizeOptions options)
      : service_(service), options_(std::move(options)) {}

  // Requests recommendations for one or more items, with the configuration and MachineSets of `inputs`. Calls
  // RecommendSize for one item, and BatchRecommendSize for several items.
  void Recommend(const v1::ValidateConfigRequest& inputs, std::vector<v1::RecommendSizeRequest> items,
                 v1::Detail detail, OnResponses on_responses);

  // Returns the maximum number of items in one call. `sizes` is the number of sizes in each full response.
  static size_t MostItems(int sizes);

 private:
  void SendOne(v1::RecommendSizeRequest request, OnResponses on_responses);
  void SendBatch(v1::BatchRecommendSizeRequest request, OnResponses on_responses);

  SizingService& service_;
  const v1::RecommendSizeOptions options_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_BATCH_CLIENT_H_
