#ifndef CPSIZER_CLIENT_SIDECAR_QUESTIONS_H_
#define CPSIZER_CLIENT_SIDECAR_QUESTIONS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/sidecar/sizing_service.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

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

  // Once the observations of a call have so many bytes it takes no further item. A half of what the API allows.
  static constexpr size_t kMostBytes = size_t{32} << 20;
  // How many items may go into one call where each is answered in full about so many sizes.
  static size_t MostItems(int sizes);

 private:
  void AskOne(v1::RecommendSizeRequest request, OnAnswers answers);
  void AskMany(v1::BatchRecommendSizeRequest request, OnAnswers answers);

  SizingService& service_;
  const v1::RecommendSizeOptions options_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_QUESTIONS_H_
