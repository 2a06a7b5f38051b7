#ifndef CPSIZER_SERVER_DECISION_LOG_H_
#define CPSIZER_SERVER_DECISION_LOG_H_

#include <grpcpp/server_context.h>

#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::server {

// Writes a line at debug with the keys that people search for, as far as the messages hold their values. Ask
// LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response);

// The same for every item of a batch that has an answer.
void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendSizeRequest& request,
                  const v1::BatchRecommendSizeResponse& response);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_DECISION_LOG_H_
