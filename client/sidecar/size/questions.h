#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_QUESTIONS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_QUESTIONS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/service/sizing_service.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

// What one call holds so far.
class CallLoad {
 public:
  explicit CallLoad(size_t most_items) : most_items_(most_items) {}

  void Add(size_t observation_bytes);
  // Whether it takes no further item.
  bool full() const;

 private:
  const size_t most_items_;
  size_t items_ = 0;
  size_t bytes_ = 0;
};

// Asks the service about clusters.
class Questions {
 public:
  using Answers = std::vector<absl::StatusOr<v1::RecommendSizeResponse>>;
  // One answer for each item, in their order; an error where there are no answers at all.
  using OnAnswers = std::function<void(absl::StatusOr<Answers>)>;

  // `options` go with every question. Must not outlive `service`.
  Questions(SizingService& service, v1::RecommendSizeOptions options)
      : service_(service), options_(std::move(options)) {}

  // Asks about one or more items under the configuration and MachineSets of `inputs`: about one by RecommendSize, about
  // several by BatchRecommendSize.
  void Ask(const v1::ValidateConfigRequest& inputs, std::vector<v1::RecommendSizeRequest> items, v1::Detail detail,
           OnAnswers answers);

  // How many items may go into one call where each is answered in full about so many sizes.
  static size_t MostItems(int sizes);

 private:
  void AskOne(v1::RecommendSizeRequest request, OnAnswers answers);
  void AskMany(v1::BatchRecommendSizeRequest request, OnAnswers answers);

  SizingService& service_;
  const v1::RecommendSizeOptions options_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_QUESTIONS_H_
