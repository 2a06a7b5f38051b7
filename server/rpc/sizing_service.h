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
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cpsizer/size_batch.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "server/process/worker_pool.h"
#include "server/rpc/authorizer.h"
#include "server/rpc/call.h"
#include "server/rpc/call_costs.h"
#include "server/rpc/call_metrics.h"
#include "server/rpc/call_queue.h"
#include "server/rpc/cut_calls.h"
#include "server/rpc/limit_options.h"
#include "server/rpc/memory/answer_memory.h"
#include "server/rpc/memory/work_memory.h"
#include "server/rpc/methods.h"
#include "server/rpc/server_metrics.h"
#include "server/rpc/size/configuration_cache.h"

namespace cpsizer::server {

// The signature of SizeBatch::Decide().
using BatchFunction = std::function<absl::Status(SizeBatch&, const v1::BatchRecommendSizeRequest& part,
                                                 absl::FunctionRef<bool()> cancelled, v1::BatchRecommendSizeResponse&)>;

struct SizingServiceOptions {
  LimitOptions limits;
  int batch_threads = 2;  // the maximum number of batches that run at the same time
  BatchFunction batch_function;
  const Authorizer* authorizer = nullptr;  // if null, all clients may call; if not null, must outlive the service
};

// The gRPC service that calls the decision library. Thread-safe. Must outlive the grpc::Server that it is registered
// with.
//
// Uses the raw methods of gRPC, because the service parses requests itself: on an arena of the call and within a
// budget. The service also sets the status for malformed bytes. methods.h defines which requests run on the threads of
// gRPC. All other requests run on worker threads, and `max_in_flight` limits their number.
class SizingService final : public v1::SizingService::Service {
 public:
  // `metrics` must outlive the service.
  SizingService(SizingServiceOptions options, ServerMetrics& metrics);

  // Answers new calls with UNAVAILABLE and RetryInfo. Called when the server shuts down.
  void RefuseNewCalls() { refusing_.store(true, std::memory_order_relaxed); }

  // Sets the time at which the server will cancel the calls in flight.
  void ExpectCutAt(CutCalls::Clock::time_point end) { cut_calls_.ExpectAt(end); }
  // Returns the number of calls that the server has cancelled.
  int64_t cut_calls() const { return cut_calls_.count(); }

  // Returns the counter of the batches and large requests that run or wait.
  const InFlightLimit& batches() const { return batches_.calls(); }
  // Returns the counter of the requests of medium size that run or wait.
  const InFlightLimit& medium_calls() const { return medium_calls_.calls(); }
  // Returns the cache that RecommendSize uses.
  const ConfigurationCache& configurations() const { return configurations_; }

 private:
  using TimePoint = std::chrono::steady_clock::time_point;

  // A call, from its start to Finish(). Until Finish(), gRPC keeps the objects that the pointers refer to.
  struct Call {
    Method method;
    CountedCall counted;
    grpc::CallbackServerContext* context;
    grpc::ServerUnaryReactor* reactor;
    const grpc::ByteBuffer* request;
    grpc::ByteBuffer* response;
  };

  class MissingRequest;

  // The limits that a long decision must check.
  struct Bounds {
    TimePoint latest;           // deadline of the server, even if the deadline of the caller is later
    WorkMemory::Share& memory;  // memory of the call
    size_t besides = 0;         // memory of the call outside of its arena, in bytes
  };

  CallBounds BoundsOf(Method method);

  // Returns OK if the call is accepted.
  absl::Status Admit(const Call& call) const;

  using ClusterPointer = std::unique_ptr<const v1::ClusterReference>;
  // Parses the request of a call and makes its response, before `latest`. Sets the cluster of the request, if it is
  // known and needed for a log line.
  using WorkFunction = std::function<absl::Status(const Call& call, TimePoint latest, ClusterPointer& cluster)>;

  WorkFunction& WorkOf(Method method) { return work_of_[static_cast<size_t>(method)]; }
  // Sets the work of all methods.
  void InstallWork();
  // Installs the work of a method whose request is parsed as a whole. `decide(call, request, response, bounds)` makes
  // the response.
  template <typename Request, typename Response, typename Decide>
  void Install(Method method, Decide decide);

  // Handles a call of `method`, as its row in methods.h defines. For a call that runs on a thread of gRPC, the server
  // sets no deadline.
  grpc::ServerUnaryReactor* Handle(Method method, grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response);

  // The work of RecommendSize.
  absl::Status WorkOnSize(const Call& call, ClusterPointer& cluster);
  // The work of BatchRecommendSize. Parses the items in parts, and decides and serializes each part before it parses
  // the next one. For this reason a batch needs little more memory than its serialized request and response.
  absl::Status WorkInParts(const Call& call, TimePoint latest);
  // Decides the items of `part`, and appends the serialized results to `answer`.
  absl::Status WorkOnPart(const Call& call, const Bounds& bounds, SizeBatch& batch,
                          const v1::BatchRecommendSizeRequest& part, std::string& answer);

  // Counts and logs the response of a decision. Does nothing if `status` is an error. Returns `status`.
  template <typename Request, typename Response>
  absl::Status Counted(const Call& call, absl::Status status, const Request& request, const Response& response);

  // Queues the call for a worker thread. Returns an error if the queue refuses the call.
  absl::Status WorkLater(const Call& call, CallQueue& queue);

  // Counts and logs a call that ends with `status`. `cluster` is the cluster of the request. Null if the cluster is not
  // known.
  void Record(const Call& call, const absl::Status& status, const v1::ClusterReference* cluster = nullptr);

  // Does the same, and sends the response.
  void Finish(const Call& call, const absl::Status& status, const v1::ClusterReference* cluster = nullptr);

  // Decides the items of a batch, within `bounds`. Stops if the caller cancels the call. `decide(request, cancelled,
  // response)` is a function of the library, such as BatchRecommendReplicas. `row_bytes()` is the memory of `response`
  // outside of its arena.
  template <typename Request, typename Response, typename Decide>
  absl::Status DecideBatch(const Call& call, const Bounds& bounds, const Decide& decide,
                           absl::FunctionRef<size_t()> row_bytes, const Request& request, Response& response);

  WorkFunction work_of_[kServiceMethodCount];
  const LimitOptions limits_;
  const BatchFunction batch_function_;
  ServerMetrics& metrics_;
  const Authorizer* const authorizer_;
  WorkMemory work_;
  AnswerMemory answers_;
  ConfigurationCache configurations_;
  std::atomic<bool> refusing_{false};
  CutCalls cut_calls_;
  CallCosts costs_;
  CallQueue medium_calls_;
  CallQueue batches_;
  WorkerPool workers_;  // for both queues, and declared after them, so that it is destroyed before them
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZING_SERVICE_H_
