#include "server/rpc/sizing_service.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "cpsizer/status.h"
#include "server/rpc/decisions.h"
#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

using Clock = std::chrono::steady_clock;

// The limits of the queue for requests of medium size: a multiple of --max-in-flight, and the share of the time until
// the deadline that a call may wait. With a small share, the calls that are accepted under overload do not take much
// longer than other calls: at four times the capacity and a deadline of 250 ms, about three times as long as at half of
// it.
constexpr int kMediumCallsFactor = 16;
constexpr double kMediumWaitShare = 1.0 / 32;
// A batch takes much longer, so it may wait for a larger share.
constexpr double kBatchWaitShare = 0.5;
constexpr int kMaxWorkerThreads = 16;

// Returns the number of worker threads: one for each core, and at least one that batches do not use.
int WorkerThreads(int batch_threads) {
  const int cores = std::min(static_cast<int>(std::thread::hardware_concurrency()), kMaxWorkerThreads);
  return std::max(cores, batch_threads + 1);
}

absl::Status ShuttingDown() {
  return CallErrorWithRetry(CallError::kShuttingDown,
                            "this server is shutting down; retry, another server will respond");
}

}  // namespace

SizingService::SizingService(SizingServiceOptions options, ServerMetrics& metrics)
    : limits_(options.limits),
      batch_function_(std::move(options.batch_function)),
      metrics_(metrics),
      authorizer_(options.authorizer),
      work_(limits_.memory_quota - limits_.config_cache_bytes),
      answers_(limits_.memory_quota),
      configurations_(limits_.config_cache_bytes),
      medium_calls_({"requests of medium size", WorkerThreads(options.batch_threads),
                     kMediumCallsFactor * limits_.max_in_flight, kMediumWaitShare},
                    workers_),
      batches_({"batches and large requests", options.batch_threads, limits_.max_in_flight, kBatchWaitShare}, workers_),
      workers_(WorkerThreads(options.batch_threads),
               static_cast<size_t>(WorkerThreads(options.batch_threads) + options.batch_threads)) {
  InstallWork();
  for (size_t i = 0; i < kServiceMethodCount; ++i) {
    const Method method = kMethodTable[i].method;
    // The generated classes with raw methods do the same. They need a function of this class for each method.
    using Handler = grpc::internal::CallbackUnaryHandler<grpc::ByteBuffer, grpc::ByteBuffer>;
    MarkMethodRawCallback(
        static_cast<int>(i),
        new Handler([this, method](grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) { return Handle(method, context, request, response); }));
  }
}

CallBounds SizingService::BoundsOf(Method method) {
  const MethodInfo& info = Info(method);
  return {std::min(info.max_request_bytes, limits_.max_message_bytes), info.budget, work_, answers_};
}

absl::Status SizingService::Admit(const Call& call) const {
  if (refusing_.load(std::memory_order_relaxed)) return ShuttingDown();
  if (authorizer_ != nullptr) {
    if (absl::Status status = authorizer_->Check(*call.context, call.method); !status.ok()) return status;
  }
  return CheckStillWanted(*call.context);
}

// A call whose request did not arrive completely: the caller has cancelled the call, or has sent no message. gRPC knows
// which of the two only when the call is done.
class SizingService::MissingRequest final : public grpc::ServerUnaryReactor {
 public:
  MissingRequest(SizingService& service, const Call& call, absl::Status status)
      : service_(service), call_(call), status_(std::move(status)) {
    ServerUnaryReactor::Finish(ToGrpcStatus(status_));
  }

  void OnDone() override {
    service_.Record(call_, call_.context->IsCancelled() ? CheckStillWanted(*call_.context) : status_);
    delete this;
  }

 private:
  SizingService& service_;
  const Call call_;
  const absl::Status status_;
};

void SizingService::Record(const Call& call, const absl::Status& status, const v1::ClusterReference* cluster) {
  if (!status.ok()) LogRefusal(*call.context, Info(call.method).name, status, cluster);
  if (cut_calls_.expected() && call.context->IsCancelled()) cut_calls_.Count(Clock::now());
  call.counted.Finish(status.code(), status.ok() ? call.response->Length() : 0);
}

void SizingService::Finish(const Call& call, const absl::Status& status, const v1::ClusterReference* cluster) {
  Record(call, status, cluster);
  call.reactor->Finish(ToGrpcStatus(status));
}

grpc::ServerUnaryReactor* SizingService::Handle(Method method, grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  Call call{method, CountedCall(metrics_.method(method), request->Length()), context, nullptr, request, response};
  absl::Status status = Admit(call);
  if (!request->Valid()) {
    if (status.ok()) status = CheckReceived(*request, BoundsOf(method).max_request_bytes);
    return new MissingRequest(*this, call, std::move(status));
  }
  call.reactor = context->DefaultReactor();
  const Thresholds& thresholds = Info(method).thresholds;
  if (status.ok() && request->Length() >= thresholds.medium) {
    status = WorkLater(call, request->Length() >= thresholds.large ? batches_ : medium_calls_);
    if (!status.ok()) Finish(call, status);
    return call.reactor;
  }
  ClusterPointer cluster;
  if (status.ok()) status = WorkOf(call.method)(call, TimePoint::max(), cluster);
  Finish(call, status, cluster.get());
  return call.reactor;
}

absl::Status SizingService::WorkLater(const Call& call, CallQueue& queue) {
  const TimePoint latest = Clock::now() + absl::ToChronoNanoseconds(limits_.max_deadline);
  const CallQueue::Nanoseconds cost = costs_.Expected(call.method, call.request->Length());
  if (absl::Status status = queue.TryEnter(cost, TimeToDeadline(*call.context)); !status.ok()) return status;
  queue.Run([this, call, &queue, latest, cost] {
    ClusterPointer cluster;
    const TimePoint start = Clock::now();
    absl::Status status = CheckStillWanted(*call.context);
    if (status.ok() && start >= latest) status = TookTooLong(limits_.max_deadline);
    if (status.ok()) {
      status = WorkOf(call.method)(call, latest, cluster);
      if (status.ok()) costs_.Add(call.method, call.request->Length(), Clock::now() - start);
    }
    // Calls Leave() here and not in OnDone(), because gRPC calls OnDone() late, and for several calls at the same time.
    queue.Leave(cost);
    Finish(call, status, cluster.get());
  });
  return absl::OkStatus();
}

}  // namespace cpsizer::server
