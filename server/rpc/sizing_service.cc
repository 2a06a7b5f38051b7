#include "server/rpc/sizing_service.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/validate_config.h"
#include "server/process/logging.h"
#include "server/rpc/call.h"
#include "server/rpc/decision_log.h"
#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

using Clock = std::chrono::steady_clock;

// Of memory while an answer is made; on the wire it is a fifth of that.
constexpr size_t kMaxAnswerBytes = size_t{256} << 20;

absl::Status ShuttingDown() {
  return CallErrorWithRetry(CallError::kShuttingDown,
                            "this server is about to stop; try again, another one will answer");
}

absl::Status TooManyInFlight(int limit) {
  return CallErrorWithRetry(CallError::kTooManyCallsInFlight,
                            absl::StrCat("as many batches and large requests as this server takes (", limit,
                                         ") are in flight already; try again later"));
}

absl::Status TooLarge() {
  return CallErrorStatus(CallError::kResponseTooLarge,
                         absl::StrCat("the answer takes more than ", ShowBytes(kMaxAnswerBytes),
                                      " of memory; ask about fewer clusters at once, or with DETAIL_BRIEF"));
}

absl::Status TookTooLong(absl::Duration limit) {
  return CallErrorStatus(CallError::kTookTooLong,
                         absl::StrCat("the call was not answered within ", ShowDuration(limit),
                                      ", which is as long as this server works on one; ask about less at once, or "
                                      "try again when it has less to do"));
}

constexpr ServerMetrics::Method CountedAs(Method method) {
  switch (method) {
    case Method::kRecommendSize:
      return ServerMetrics::kRecommendSize;
    case Method::kBatchRecommendSize:
      return ServerMetrics::kBatchRecommendSize;
    case Method::kValidateConfig:
      return ServerMetrics::kValidateConfig;
    case Method::kRecommendReplicas:
      return ServerMetrics::kRecommendReplicas;
    case Method::kReflection:
      break;
  }
  return ServerMetrics::kUnknown;
}

// Of the cluster that a call is about, for the log.
std::unique_ptr<const v1::ClusterReference> ClusterOf(const v1::RecommendSizeRequest& request) {
  return std::make_unique<v1::ClusterReference>(request.cluster());
}
std::unique_ptr<const v1::ClusterReference> ClusterOf(const v1::ValidateConfigRequest& /*request*/) {
  return nullptr;
}
std::unique_ptr<const v1::ClusterReference> ClusterOf(const v1::RecommendReplicasRequest& /*request*/) {
  return nullptr;
}

}  // namespace

SizingService::SizingService(SizingServiceOptions options, ServerMetrics& metrics)
    : limits_(options.limits),
      batch_function_(std::move(options.batch_function)),
      metrics_(metrics),
      authorizer_(options.authorizer),
      answers_(limits_.memory_quota),
      batches_(limits_.max_in_flight),
      workers_(options.batch_threads, static_cast<size_t>(limits_.max_in_flight)) {}

absl::Status SizingService::Admit(grpc::CallbackServerContext& context, Method method) const {
  if (refusing_.load(std::memory_order_relaxed)) return ShuttingDown();
  if (authorizer_ != nullptr) {
    if (absl::Status status = authorizer_->Check(context, method); !status.ok()) return status;
  }
  return CheckStillWanted(context);
}

void SizingService::Finish(const grpc::CallbackServerContext& context, Method method, const CountedCall& call,
                           const absl::Status& status, const grpc::ByteBuffer& response,
                           grpc::ServerUnaryReactor& reactor, const v1::ClusterReference* cluster) {
  if (!status.ok()) LogRefusal(context, MethodName(method), status, cluster);
  if (cut_calls_.expected() && context.IsCancelled()) cut_calls_.Count(Clock::now());
  call.Finish(status.code(), status.ok() ? response.Length() : 0);
  reactor.Finish(ToGrpcStatus(status));
}

template <typename Request, typename Response, typename Function>
grpc::ServerUnaryReactor* SizingService::Answer(Method method, grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer& request, grpc::ByteBuffer& response,
                                                const Function& function) {
  const CountedCall call(metrics_.method(CountedAs(method)), request.Length());
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  std::unique_ptr<const v1::ClusterReference> cluster;
  absl::Status status = Admit(*context, method);
  if (status.ok()) {
    status = AnswerBytes<Request, Response>(
        request, std::min(kMaxUnaryRequestBytes, limits_.max_message_bytes),
        [&cluster, &function](const Request& in, Response& out) {
          if (LogEnabled(LogLevel::kDebug)) cluster = ClusterOf(in);
          return function(in, out);
        },
        answers_, response);
  }
  Finish(*context, method, call, status, response, *reactor, cluster.get());
  return reactor;
}

template <typename Work>
grpc::ServerUnaryReactor* SizingService::AnswerOnWorker(Method method, grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer& request,
                                                        const grpc::ByteBuffer& response, Work work) {
  const CountedCall call(metrics_.method(CountedAs(method)), request.Length());
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  absl::Status status = Admit(*context, method);
  if (status.ok() && !batches_.TryEnter()) status = TooManyInFlight(batches_.limit());
  if (!status.ok()) {
    Finish(*context, method, call, status, response, *reactor);
    return reactor;
  }
  // The queue has room for as many as may be in flight, so it never says no.
  workers_.Submit([this, method, call, latest = Clock::now() + absl::ToChronoNanoseconds(limits_.max_deadline), context,
                   reactor, &response, work = std::move(work)] {
    absl::Status result = CheckStillWanted(*context);
    if (result.ok() && Clock::now() >= latest) result = TookTooLong(limits_.max_deadline);
    if (result.ok()) result = work(latest);
    // Here, not in OnDone: that comes late and in bundles.
    batches_.Leave();
    Finish(*context, method, call, result, response, *reactor);
  });
  return reactor;
}

grpc::ServerUnaryReactor* SizingService::RecommendSize(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  return Answer<v1::RecommendSizeRequest, v1::RecommendSizeResponse>(
      Method::kRecommendSize, context, *request, *response,
      [this, context](const v1::RecommendSizeRequest& in, v1::RecommendSizeResponse& out) {
        absl::Status status = cpsizer::RecommendSize(in, out);
        if (status.ok()) metrics_.Count(out);
        if (status.ok() && LogEnabled(LogLevel::kDebug)) LogDecision(*context, in, out);
        return status;
      });
}

grpc::ServerUnaryReactor* SizingService::ValidateConfig(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  return Answer<v1::ValidateConfigRequest, v1::ValidateConfigResponse>(
      Method::kValidateConfig, context, *request, *response,
      [this](const v1::ValidateConfigRequest& in, v1::ValidateConfigResponse& out) {
        absl::Status status = cpsizer::ValidateConfig(in, out);
        if (status.ok()) metrics_.Count(out);
        return status;
      });
}

grpc::ServerUnaryReactor* SizingService::RecommendReplicas(grpc::CallbackServerContext* context,
                                                           const grpc::ByteBuffer* request,
                                                           grpc::ByteBuffer* response) {
  const auto decide = [this, context](const v1::RecommendReplicasRequest& in, v1::RecommendReplicasResponse& out) {
    absl::Status status = cpsizer::RecommendReplicas(in, out);
    if (status.ok()) metrics_.Count(out);
    if (status.ok() && LogEnabled(LogLevel::kDebug)) LogDecision(*context, in, out);
    return status;
  };
  if (request->Length() <= kMaxInlineReplicasBytes) {
    return Answer<v1::RecommendReplicasRequest, v1::RecommendReplicasResponse>(Method::kRecommendReplicas, context,
                                                                               *request, *response, decide);
  }
  // Once begun it is not looked at again, unlike a batch: its limits bound it to some half a second, of which four
  // parts in five are the parsing, which cannot be stopped.
  const auto work = [this, decide, request, response](Clock::time_point /*latest*/) {
    return AnswerBytes<v1::RecommendReplicasRequest, v1::RecommendReplicasResponse>(*request, limits_.max_message_bytes,
                                                                                    decide, answers_, *response);
  };
  return AnswerOnWorker(Method::kRecommendReplicas, context, *request, *response, work);
}

grpc::ServerUnaryReactor* SizingService::BatchRecommendSize(grpc::CallbackServerContext* context,
                                                            const grpc::ByteBuffer* request,
                                                            grpc::ByteBuffer* response) {
  const auto work = [this, context, request, response](Clock::time_point latest) {
    return RunBatch(*context, latest, *request, *response);
  };
  return AnswerOnWorker(Method::kBatchRecommendSize, context, *request, *response, work);
}

absl::Status SizingService::RunBatch(const grpc::CallbackServerContext& context, Clock::time_point latest,
                                     const grpc::ByteBuffer& request, grpc::ByteBuffer& response) {
  const auto too_late = [latest] { return Clock::now() >= latest; };
  return AnswerBytes<v1::BatchRecommendSizeRequest, v1::BatchRecommendSizeResponse>(
      request, limits_.max_message_bytes,
      [&](const v1::BatchRecommendSizeRequest& in, v1::BatchRecommendSizeResponse& out) {
        const google::protobuf::Arena& arena = *out.GetArena();
        const auto too_large = [&arena, most = arena.SpaceAllocated() + kMaxAnswerBytes] {
          return arena.SpaceAllocated() > most;
        };
        absl::Status result = batch_function_(
            in, [&] { return context.IsCancelled() || too_late() || too_large(); }, out);
        if (too_large()) return TooLarge();
        if (too_late()) return TookTooLong(limits_.max_deadline);
        if (result.ok()) metrics_.Count(out);
        if (result.ok() && LogEnabled(LogLevel::kDebug)) LogDecisions(context, in, out);
        return result;
      },
      answers_, response);
}

}  // namespace cpsizer::server
