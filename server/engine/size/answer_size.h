#ifndef CPSIZER_SERVER_ENGINE_SIZE_ANSWER_SIZE_H_
#define CPSIZER_SERVER_ENGINE_SIZE_ANSWER_SIZE_H_

#include "absl/status/status.h"
#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer {

// Decides one request with `configuration` and `options`, which are used in place of the configuration and the options
// of `request`. `default_detail` is the detail of the response if `options` has none. `rows` is the format of the rows.
// `response` must already have the findings of the configuration. Errors: the errors of RecommendSize().
absl::Status AnswerSize(const SizeConfiguration& configuration, const v1::RecommendSizeRequest& request,
                        const v1::RecommendSizeOptions& options, v1::Detail default_detail, SizeRows rows,
                        v1::RecommendSizeResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_ANSWER_SIZE_H_
