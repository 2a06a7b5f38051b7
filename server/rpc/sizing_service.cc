#include "server/rpc/sizing_service.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/scale_cpu_requests.h"
#include "cpsizer/status.h"
#include "cpsizer/validate_config.h"
#include "server/process/logging.h"
#include "server/rpc/decision_log.h"
#include "server/rpc/grpc_status.h"
#include "server/rpc/size/size_batch_reader.h"
#include "server/rpc/size_request.h"

namespace cpsizer::server {
namespace {

using Clock = std::chrono::steady_clock;

// The maximum memory of a response while it is made. A serialized response has about a fifth of this size.
constexpr size_t kMaxAnswerBytes = size_t{256} << 20;
// The maximum size of a serialized BatchRecommendSizeResponse.
constexpr size_t kMaxSizeBatchAnswerBytes = size_t{64} << 20;
// The maximum memory of the request and the response of a batch together. It is the same as for the largest request of
// any method, so that batches do not need a higher memory limit of the process.
constexpr size_t kMaxBatchMemoryBytes = kReplicasBudget.most;

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

absl::Status TooLarge(size_t limit) {
  return CallErrorStatus(CallError::kResponseTooLarge,
                         absl::StrCat("the response takes more than ", ShowBytes(limit),
                                      " of memory; send a smaller request, or use DETAIL_BRIEF"));
}

absl::Status TookTooLong(absl::Duration limit) {
  return CallErrorStatus(
      CallError::kTookTooLong,
      absl::StrCat("the call did not complete within ", ShowDuration(limit),
                   ", the limit of this server; send a smaller request, or retry when the server is less busy"));
}

// Returns the cluster of a request, for log lines.
template <typename Request>
std::unique_ptr<const v1::ClusterReference> ClusterOf(const Request& /*request*/) {
  return nullptr;
}
std::unique_ptr<const v1::ClusterReference> ClusterOf(const v1::RecommendSizeRequest& request) {
  return std::make_unique<v1::ClusterReference>(request.cluster());
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
               static_cast<size_t>(WorkerThreads(options.batch_threads) + options.batch_threads)) {}

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

template <typename WorkFunction>
grpc::ServerUnaryReactor* SizingService::Handle(Method method, grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer* request, grpc::ByteBuffer* response,
                                                WorkFunction work) {
  Call call{method, CountedCall(metrics_.method(method), request->Length()), context, nullptr, request, response};
  absl::Status status = Admit(call);
  if (!request->Valid()) {
    if (status.ok()) status = CheckReceived(*request, BoundsOf(method).max_request_bytes);
    return new MissingRequest(*this, call, std::move(status));
  }
  call.reactor = context->DefaultReactor();
  const Thresholds& thresholds = Info(method).thresholds;
  if (status.ok() && request->Length() >= thresholds.medium) {
    status = WorkLater(call, request->Length() >= thresholds.large ? batches_ : medium_calls_, std::move(work));
    if (!status.ok()) Finish(call, status);
    return call.reactor;
  }
  ClusterPointer cluster;
  if (status.ok()) status = work(call, TimePoint::max(), cluster);
  Finish(call, status, cluster.get());
  return call.reactor;
}

template <typename Request, typename Response, typename Parse, typename Decide>
absl::Status SizingService::Work(const Call& call, TimePoint latest, const Parse& parse, const Decide& decide,
                                 ClusterPointer& cluster) {
  const CallBounds bounds = BoundsOf(call.method);
  const auto function = [&](Request& in, Response& out, WorkMemory::Share& share) {
    if (LogEnabled(LogLevel::kDebug)) cluster = ClusterOf(in);
    return decide(in, out, Bounds{latest, share});
  };
  return AnswerBytes<Request, Response>(*call.request, bounds, parse, function, *call.response);
}

template <typename WorkFunction>
absl::Status SizingService::WorkLater(const Call& call, CallQueue& queue, WorkFunction work) {
  const TimePoint latest = Clock::now() + absl::ToChronoNanoseconds(limits_.max_deadline);
  const CallQueue::Nanoseconds cost = costs_.Expected(call.method, call.request->Length());
  if (absl::Status status = queue.TryEnter(cost, TimeToDeadline(*call.context)); !status.ok()) return status;
  queue.Run([this, call, &queue, latest, cost, work = std::move(work)] {
    ClusterPointer cluster;
    const TimePoint start = Clock::now();
    absl::Status status = CheckStillWanted(*call.context);
    if (status.ok() && start >= latest) status = TookTooLong(limits_.max_deadline);
    if (status.ok()) {
      status = work(call, latest, cluster);
      if (status.ok()) costs_.Add(call.method, call.request->Length(), Clock::now() - start);
    }
    // Calls Leave() here and not in OnDone(), because gRPC calls OnDone() late, and for several calls at the same time.
    queue.Leave(cost);
    Finish(call, status, cluster.get());
  });
  return absl::OkStatus();
}

template <typename Request, typename Response, typename Decide>
grpc::ServerUnaryReactor* SizingService::Answer(Method method, grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer* request, grpc::ByteBuffer* response,
                                                Decide decide) {
  return Handle(method, context, request, response,
                [this, decide = std::move(decide)](const Call& call, TimePoint latest, ClusterPointer& cluster) {
                  const auto parse = [&call](const ArenaBudget& budget, google::protobuf::Arena& arena, Request& in,
                                             WorkMemory::Share& share) {
                    return ParseOnArena(*call.request, budget, arena, in, &share);
                  };
                  return Work<Request, Response>(call, latest, parse, decide, cluster);
                });
}

template <typename Request, typename Response>
absl::Status SizingService::Counted(const grpc::CallbackServerContext& context, absl::Status status,
                                    const Request& request, const Response& response) {
  if (!status.ok()) return status;
  metrics_.Count(response);
  if (LogEnabled(LogLevel::kDebug)) LogDecision(context, request, response);
  return status;
}

template <typename Request, typename Response>
grpc::ServerUnaryReactor* SizingService::AnswerDecision(Method method, grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* request, grpc::ByteBuffer* response,
                                                        absl::Status (*decide)(Request&, Response&)) {
  using Message = std::remove_const_t<Request>;
  return Answer<Message, Response>(method, context, request, response,
                                   [this, context, decide](Message& in, Response& out, const Bounds& /*bounds*/) {
                                     return Counted(*context, decide(in, out), in, out);
                                   });
}

grpc::ServerUnaryReactor* SizingService::RecommendSize(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  return Handle(Method::kRecommendSize, context, request, response,
                [this](const Call& call, TimePoint latest, ClusterPointer& cluster) {
                  SizeRequest size(configurations_);
                  const auto parse = [&](const ArenaBudget& budget, google::protobuf::Arena& arena,
                                         v1::RecommendSizeRequest& in, WorkMemory::Share& share) {
                    return size.Parse(*call.request, budget, arena, in, share);
                  };
                  const auto decide = [&](const v1::RecommendSizeRequest& in, v1::RecommendSizeResponse& out,
                                          const Bounds& /*bounds*/) {
                    return Counted(*call.context, size.Decide(in, out), in, out);
                  };
                  return Work<v1::RecommendSizeRequest, v1::RecommendSizeResponse>(call, latest, parse, decide,
                                                                                   cluster);
                });
}

grpc::ServerUnaryReactor* SizingService::ValidateConfig(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  return Answer<v1::ValidateConfigRequest, v1::ValidateConfigResponse>(
      Method::kValidateConfig, context, request, response,
      [this](const v1::ValidateConfigRequest& in, v1::ValidateConfigResponse& out, const Bounds& /*bounds*/) {
        absl::Status status = cpsizer::ValidateConfig(in, out);
        if (status.ok()) metrics_.Count(out);
        return status;
      });
}

// This decision cannot be cancelled. The limits of the request bound its duration to about half a second. Four fifths
// of this time is for parsing, which cannot be cancelled either.
grpc::ServerUnaryReactor* SizingService::RecommendReplicas(grpc::CallbackServerContext* context,
                                                           const grpc::ByteBuffer* request,
                                                           grpc::ByteBuffer* response) {
  return AnswerDecision(Method::kRecommendReplicas, context, request, response, cpsizer::RecommendReplicas);
}

grpc::ServerUnaryReactor* SizingService::ScaleCpuRequests(grpc::CallbackServerContext* context,
                                                          const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  return AnswerDecision(Method::kScaleCpuRequests, context, request, response, cpsizer::ScaleCpuRequests);
}

grpc::ServerUnaryReactor* SizingService::RecommendMachine(grpc::CallbackServerContext* context,
                                                          const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  // The decision moves the samples from the request to the response, because the samples are the largest part of the
  // request and of the response.
  return AnswerDecision(Method::kRecommendMachine, context, request, response, cpsizer::RecommendMachine);
}

grpc::ServerUnaryReactor* SizingService::PlanClusterAutoscaler(grpc::CallbackServerContext* context,
                                                               const grpc::ByteBuffer* request,
                                                               grpc::ByteBuffer* response) {
  return AnswerDecision(Method::kPlanClusterAutoscaler, context, request, response, cpsizer::PlanClusterAutoscaler);
}

template <typename Request, typename Response, typename Decide>
absl::Status SizingService::DecideBatch(const grpc::CallbackServerContext& context, const Bounds& bounds,
                                        const Decide& decide, absl::FunctionRef<size_t()> row_bytes,
                                        const Request& request, Response& response) {
  const google::protobuf::Arena& arena = *response.GetArena();
  const auto allocated = [&] { return arena.SpaceAllocated() + row_bytes(); };
  const size_t read = arena.SpaceAllocated();
  const size_t most = std::min(read + kMaxAnswerBytes, kMaxBatchMemoryBytes);
  const auto too_late = [&bounds] { return Clock::now() >= bounds.latest; };
  const auto too_large = [&] { return allocated() > most; };
  // Stores that Take() has returned false. After the batch has stopped, Take() could return true, because other calls
  // may have released memory.
  bool crowded_out = false;
  const auto is_crowded = [&] {
    crowded_out = crowded_out || !bounds.memory.Take(allocated() + bounds.besides);
    return crowded_out;
  };
  absl::Status status = decide(
      request, [&] { return context.IsCancelled() || too_late() || too_large() || is_crowded(); }, response);
  if (too_large()) return TooLarge(most - std::min(read, most));
  if (crowded_out) return TooMuchWork();
  if (too_late()) return TookTooLong(limits_.max_deadline);
  if (status.ok()) metrics_.Count(response);
  if (status.ok() && LogEnabled(LogLevel::kDebug)) LogDecisions(context, request, response);
  return status;
}

absl::Status SizingService::WorkOnPart(const Call& call, const Bounds& bounds, SizeBatch& batch,
                                       const v1::BatchRecommendSizeRequest& part, std::string& answer) {
  const auto decide = [&](const v1::BatchRecommendSizeRequest& in, absl::FunctionRef<bool()> cancelled,
                          v1::BatchRecommendSizeResponse& out) { return batch_function_(batch, in, cancelled, out); };
  auto& response = *google::protobuf::Arena::CreateMessage<v1::BatchRecommendSizeResponse>(part.GetArena());
  const auto row_bytes = [&batch] { return batch.row_bytes(); };
  absl::Status status = DecideBatch(*call.context, bounds, decide, row_bytes, part, response);
  if (!status.ok()) return status;
  response.AppendToString(&answer);
  return answer.size() > kMaxSizeBatchAnswerBytes ? TooLarge(kMaxSizeBatchAnswerBytes) : absl::OkStatus();
}

absl::Status SizingService::WorkInParts(const Call& call, TimePoint latest) {
  const CallBounds bounds = BoundsOf(call.method);
  absl::Status status = CheckReceived(*call.request, bounds.max_request_bytes);
  if (!status.ok()) return status;
  WorkMemory::Share share(work_);
  SizeBatchReader reader(*call.request, bounds.budget, share);
  if (!reader.status().ok()) return reader.status();
  CallArena head_memory;
  auto& head = *google::protobuf::Arena::CreateMessage<v1::BatchRecommendSizeRequest>(&head_memory.arena());
  status = reader.ReadHead(head_memory.arena(), head);
  if (!status.ok()) return status;
  SizeBatch batch(head, reader.items(), SizeRows::kSerialized);
  if (!batch.status().ok()) return batch.status();

  std::string answer;
  PartArena memory;
  while (!reader.done()) {
    memory.arena().Reset();
    auto& part = *google::protobuf::Arena::CreateMessage<v1::BatchRecommendSizeRequest>(&memory.arena());
    status = reader.ReadPart(memory.arena(), part);
    const Bounds part_bounds = {latest, share, call.request->Length() + answer.capacity()};
    if (status.ok()) status = WorkOnPart(call, part_bounds, batch, part, answer);
    if (!status.ok()) return status;
  }
  v1::BatchRecommendSizeResponse rest;
  *rest.mutable_findings() = batch.findings();
  metrics_.Count(rest);
  rest.AppendToString(&answer);
  return CopyTo(answer, answers_, *call.response);
}

grpc::ServerUnaryReactor* SizingService::BatchRecommendSize(grpc::CallbackServerContext* context,
                                                            const grpc::ByteBuffer* request,
                                                            grpc::ByteBuffer* response) {
  return Handle(
      Method::kBatchRecommendSize, context, request, response,
      [this](const Call& call, TimePoint latest, ClusterPointer& /*cluster*/) { return WorkInParts(call, latest); });
}

grpc::ServerUnaryReactor* SizingService::BatchRecommendReplicas(grpc::CallbackServerContext* context,
                                                                const grpc::ByteBuffer* request,
                                                                grpc::ByteBuffer* response) {
  using Request = v1::BatchRecommendReplicasRequest;
  using Response = v1::BatchRecommendReplicasResponse;
  return Answer<Request, Response>(Method::kBatchRecommendReplicas, context, request, response,
                                   [this, context](const Request& in, Response& out, const Bounds& bounds) {
                                     const auto no_rows = [] { return size_t{0}; };
                                     return DecideBatch(*context, bounds, cpsizer::BatchRecommendReplicas, no_rows, in,
                                                        out);
                                   });
}

}  // namespace cpsizer::server
