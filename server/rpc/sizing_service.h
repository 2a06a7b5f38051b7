#ifndef CPSIZER_SERVER_RPC_SIZING_SERVICE_H_
#define CPSIZER_SERVER_RPC_SIZING_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "server/process/worker_pool.h"
#include "server/rpc/answer_memory.h"
#include "server/rpc/authorizer.h"
#include "server/rpc/call_metrics.h"
#include "server/rpc/cut_calls.h"
#include "server/rpc/in_flight_limit.h"
#include "server/rpc/limit_options.h"
#include "server/rpc/methods.h"
#include "server/rpc/server_metrics.h"

namespace cpsizer::server {

// The signature of cpsizer::BatchRecommendSize.
using BatchFunction = std::function<absl::Status(const v1::BatchRecommendSizeRequest&,
                                                 absl::FunctionRef<bool()> cancelled, v1::BatchRecommendSizeResponse&)>;

struct SizingServiceOptions {
  LimitOptions limits;
  int batch_threads = 2;
  BatchFunction batch_function;
  const Authorizer* authorizer = nullptr;  // null: everybody may call; else it must outlive the service
};

namespace internal {
using RawSizingService = v1::SizingService::WithRawCallbackMethod_RecommendSize<
    v1::SizingService::WithRawCallbackMethod_BatchRecommendSize<v1::SizingService::WithRawCallbackMethod_ValidateConfig<
        v1::SizingService::WithRawCallbackMethod_RecommendReplicas<v1::SizingService::Service>>>>;
}  // namespace internal

// The gRPC face of the decision library. Thread-safe. Must outlive the grpc::Server that it is registered with.
//
// Raw methods: a request is parsed here, on an arena of the call and under a budget, and malformed bytes get a status
// of our own. methods.h says which requests run inline on gRPC's threads; the others run on threads of ours, bounded by
// `max_in_flight`.
class SizingService final : public internal::RawSizingService {
 public:
  // `metrics` must outlive it.
  SizingService(SizingServiceOptions options, ServerMetrics& metrics);

  // From here on calls are answered UNAVAILABLE, with RetryInfo: the server is about to stop.
  void RefuseNewCalls() { refusing_.store(true, std::memory_order_relaxed); }

  // The server cancels whatever is in flight at `end`.
  void ExpectCutAt(CutCalls::Clock::time_point end) { cut_calls_.ExpectAt(end); }
  // How many calls it has cancelled so.
  int64_t cut_calls() const { return cut_calls_.count(); }

  // Batches and large requests that run or wait.
  const InFlightLimit& batches() const { return batches_; }

  grpc::ServerUnaryReactor* RecommendSize(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* BatchRecommendSize(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                               grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ValidateConfig(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* RecommendReplicas(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                              grpc::ByteBuffer* response) override;

 private:
  using TimePoint = std::chrono::steady_clock::time_point;

  // A call from its first line to its last. gRPC keeps what it points to until it is finished.
  struct Call {
    Method method;
    CountedCall counted;
    grpc::CallbackServerContext* context;
    grpc::ServerUnaryReactor* reactor;
    const grpc::ByteBuffer* request;
    grpc::ByteBuffer* response;
  };

  // Ok if the call shall be worked on.
  absl::Status Admit(const Call& call) const;

  // What all methods do, by their row in methods.h. `decide(request, response, latest)` fills the response; `latest` is
  // when the server gives up, whatever the caller allows, and far away where the call runs inline.
  template <typename Request, typename Response, typename Decide>
  grpc::ServerUnaryReactor* Answer(Method method, grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response, Decide decide);

  // Parses, decides and serializes. `cluster` becomes the one that the call is about, where that is known and needed.
  template <typename Request, typename Response, typename Decide>
  absl::Status Work(const Call& call, TimePoint latest, const Decide& decide,
                    std::unique_ptr<const v1::ClusterReference>& cluster);

  // Works on a thread of ours, as soon as one is free. Requires room in `batches_`, taken before.
  template <typename Request, typename Response, typename Decide>
  void WorkLater(const Call& call, Decide decide);

  // The last line of every call; `cluster` is the one that it was about, where that is known.
  void Finish(const Call& call, const absl::Status& status, const v1::ClusterReference* cluster = nullptr);

  // Decides about the items of a batch, until `latest` at most and as long as somebody waits for the answer.
  absl::Status DecideBatch(const grpc::CallbackServerContext& context, TimePoint latest,
                           const v1::BatchRecommendSizeRequest& request, v1::BatchRecommendSizeResponse& response);

  const LimitOptions limits_;
  const BatchFunction batch_function_;
  ServerMetrics& metrics_;
  const Authorizer* const authorizer_;
  AnswerMemory answers_;
  std::atomic<bool> refusing_{false};
  CutCalls cut_calls_;
  InFlightLimit batches_;
  WorkerPool workers_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZING_SERVICE_H_
