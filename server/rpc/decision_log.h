#ifndef CPSIZER_SERVER_RPC_DECISION_LOG_H_
#define CPSIZER_SERVER_RPC_DECISION_LOG_H_

#include <grpcpp/server_context.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::server {

// Writes a line at debug with the keys that people search for, as far as the messages hold their values. Ask
// LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendSizeRequest& request,
                 const v1::RecommendSizeResponse& response);

// Writes `replicas decided` at debug: of which autoscaler, from how many to how many, and the metric that decided,
// which a brief answer does not hold. Ask LogEnabled() first.
void LogDecision(const grpc::CallbackServerContext& context, const v1::RecommendReplicasRequest& request,
                 const v1::RecommendReplicasResponse& response);

// The first for every item of a batch that has an answer, and `item refused` for each that has an error.
void LogDecisions(const grpc::CallbackServerContext& context, const v1::BatchRecommendSizeRequest& request,
                  const v1::BatchRecommendSizeResponse& response);

// Writes `call refused` at debug: what the caller is told by `status`, which is not ok, and about which cluster, where
// that is known. Does nothing while debug is off.
void LogRefusal(const grpc::CallbackServerContext& context, absl::string_view method, const absl::Status& status,
                const v1::ClusterReference* cluster = nullptr);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DECISION_LOG_H_
