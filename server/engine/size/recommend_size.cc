#include "cpsizer/recommend_size.h"

#include "cpsizer/size_configuration.h"
#include "server/engine/size/answer_size.h"

namespace cpsizer {

absl::Status RecommendSize(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) {
  return RecommendSizeWith(CompileSizeConfiguration(request), request, SizeRows::kMessages, response);
}

absl::Status RecommendSizeWith(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                               SizeRows rows, v1::RecommendSizeResponse& response) {
  *response.mutable_findings() = configuration.findings;
  return AnswerSize(configuration, request, request.options(), v1::DETAIL_FULL, rows, response);
}

}  // namespace cpsizer
