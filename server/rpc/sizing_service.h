#ifndef CPSIZER_SERVER_RPC_SIZING_SERVICE_H_
#define CPSIZER_SERVER_RPC_SIZING_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "server/process/worker_pool.h"
#include "server/rpc/answer_memory.h"
#include "server/rpc/call_metrics.h"
#include "server/rpc/cut_calls.h"
#include "server/rpc/in_flight_limit.h"
#include "server/rpc/limit_options.h"
#include "server/rpc/security/authorizer.h"
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

// A RecommendReplicasRequest of more bytes waits for one of the batch threads. That is some 1,100 pods with one metric.
inline constexpr size_t kMaxInlineReplicasBytes = size_t{256} << 10;

namespace internal {
using RawSizingService = v1::SizingService::WithRawCallbackMethod_RecommendSize<
    v1::SizingService::WithRawCallbackMethod_BatchRecommendSize<v1::SizingService::WithRawCallbackMethod_ValidateConfig<
        v1::SizingService::WithRawCallbackMethod_RecommendReplicas<v1::SizingService::Service>>>>;
}  // namespace internal

// The gRPC face of the decision library. Thread-safe. Must outlive the grpc::Server that it is registered with.
//
// Raw methods: a request is parsed here, on an arena of the call and under a budget, and malformed bytes get a status
// of our own. Unary calls run inline on gRPC's threads; batches on threads of ours, bounded by `max_in_flight`.
//
// RecommendReplicas goes both ways, by the bytes of its request. That of an ordinary autoscaler takes microseconds (one
// of kMaxInlineReplicasBytes some 1.5 ms), and must neither wait for batches nor be refused because of them: inline. A
// larger one can take half a second, as batches do, and would hold up the calls that share its thread: with them.
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
  // Ok if the call shall be worked on.
  absl::Status Admit(grpc::CallbackServerContext& context, Method method) const;

  // Runs a unary method inline: parse on the call's arena, call the library, map the status, finish.
  template <typename Request, typename Response, typename Function>
  grpc::ServerUnaryReactor* Answer(Method method, grpc::CallbackServerContext* context, const grpc::ByteBuffer& request,
                                   grpc::ByteBuffer& response, const Function& function);

  // Runs `work(latest)` on a thread of ours, as soon as one is free: it fills `response`. `latest` is when the server
  // gives up, whatever the caller allows.
  template <typename Work>
  grpc::ServerUnaryReactor* AnswerOnWorker(Method method, grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer& request, const grpc::ByteBuffer& response,
                                           Work work);

  // The last line of every call; `cluster` is the one that it was about, where that is known.
  void Finish(const grpc::CallbackServerContext& context, Method method, const CountedCall& call,
              const absl::Status& status, const grpc::ByteBuffer& response, grpc::ServerUnaryReactor& reactor,
              const v1::ClusterReference* cluster = nullptr);

  // See AnswerOnWorker().
  absl::Status RunBatch(const grpc::CallbackServerContext& context, std::chrono::steady_clock::time_point latest,
                        const grpc::ByteBuffer& request, grpc::ByteBuffer& response);

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
