// The work of each method of the service.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/status.h"
#include "cpsizer/validate_config.h"
#include "server/process/flag_table.h"
#include "server/process/logging.h"
#include "server/rpc/decisions.h"
#include "server/rpc/size/size_batch_reader.h"
#include "server/rpc/size_request.h"
#include "server/rpc/sizing_service.h"

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

absl::Status TooLarge(size_t limit) {
  return CallErrorStatus(CallError::kResponseTooLarge,
                         absl::StrCat("the response takes more than ", ShowBytes(limit),
                                      " of memory; send a smaller request, or use DETAIL_BRIEF"));
}

}  // namespace

template <typename Request, typename Response>
absl::Status SizingService::Counted(const Call& call, absl::Status status, const Request& request,
                                    const Response& response) {
  if (!status.ok()) return status;
  metrics_.Count(response);
  if (LogEnabled(LogLevel::kDebug)) LogDecision(*call.context, request, response);
  return status;
}

template <typename Request, typename Response, typename Decide>
void SizingService::Install(Method method, Decide decide) {
  WorkOf(method) = [this, decide](const Call& call, TimePoint latest, ClusterPointer&) {
    const auto parse = [&call](const ArenaBudget& budget, google::protobuf::Arena& arena, Request& in,
                               WorkMemory::Share& share) {
      return ParseOnArena(*call.request, budget, arena, in, &share);
    };
    const auto function = [&](const Request& in, Response& out, WorkMemory::Share& share) {
      return decide(call, in, out, Bounds{latest, share});
    };
    return AnswerBytes<Request, Response>(*call.request, BoundsOf(call.method), parse, function, *call.response);
  };
}

absl::Status SizingService::WorkOnSize(const Call& call, ClusterPointer& cluster) {
  SizeRequest size(configurations_);
  const auto parse = [&](const ArenaBudget& budget, google::protobuf::Arena& arena, v1::RecommendSizeRequest& in,
                         WorkMemory::Share& share) { return size.Parse(*call.request, budget, arena, in, share); };
  const auto decide = [&](const v1::RecommendSizeRequest& in, v1::RecommendSizeResponse& out, WorkMemory::Share&) {
    if (LogEnabled(LogLevel::kDebug)) cluster = std::make_unique<v1::ClusterReference>(in.cluster());
    return Counted(call, size.Decide(in, out), in, out);
  };
  return AnswerBytes<v1::RecommendSizeRequest, v1::RecommendSizeResponse>(*call.request, BoundsOf(call.method), parse,
                                                                          decide, *call.response);
}

template <typename Request, typename Response, typename Decide>
absl::Status SizingService::DecideBatch(const Call& call, const Bounds& bounds, const Decide& decide,
                                        absl::FunctionRef<size_t()> row_bytes, const Request& request,
                                        Response& response) {
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
      request, [&] { return call.context->IsCancelled() || too_late() || too_large() || is_crowded(); }, response);
  if (too_large()) return TooLarge(most - std::min(read, most));
  if (crowded_out) return TooMuchWork();
  if (too_late()) return TookTooLong(limits_.max_deadline);
  if (status.ok()) metrics_.Count(response);
  if (status.ok() && LogEnabled(LogLevel::kDebug)) LogDecisions(*call.context, request, response);
  return status;
}

absl::Status SizingService::WorkOnPart(const Call& call, const Bounds& bounds, SizeBatch& batch,
                                       const v1::BatchRecommendSizeRequest& part, std::string& answer) {
  const auto decide = [&](const v1::BatchRecommendSizeRequest& in, absl::FunctionRef<bool()> cancelled,
                          v1::BatchRecommendSizeResponse& out) { return batch_function_(batch, in, cancelled, out); };
  auto& response = *google::protobuf::Arena::CreateMessage<v1::BatchRecommendSizeResponse>(part.GetArena());
  const auto row_bytes = [&batch] { return batch.row_bytes(); };
  absl::Status status = DecideBatch(call, bounds, decide, row_bytes, part, response);
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

void SizingService::InstallWork() {
  ForEachDecision(
      [this]<typename Request, typename Response>(Method method, absl::Status (*decide)(const Request&, Response&)) {
        Install<Request, Response>(method,
                                   [this, decide](const Call& call, const Request& in, Response& out, const Bounds&) {
                                     return Counted(call, decide(in, out), in, out);
                                   });
      });
  Install<v1::ValidateConfigRequest, v1::ValidateConfigResponse>(
      Method::kValidateConfig, [this](const Call&, const auto& in, auto& out, const Bounds&) {
        absl::Status status = cpsizer::ValidateConfig(in, out);
        if (status.ok()) metrics_.Count(out);
        return status;
      });
  Install<v1::BatchRecommendReplicasRequest, v1::BatchRecommendReplicasResponse>(
      Method::kBatchRecommendReplicas, [this](const Call& call, const auto& in, auto& out, const Bounds& bounds) {
        const auto no_rows = [] { return size_t{0}; };
        return DecideBatch(call, bounds, cpsizer::BatchRecommendReplicas, no_rows, in, out);
      });
  WorkOf(Method::kRecommendSize) = [this](const Call& call, TimePoint /*latest*/, ClusterPointer& cluster) {
    return WorkOnSize(call, cluster);
  };
  WorkOf(Method::kBatchRecommendSize) = [this](const Call& call, TimePoint latest, ClusterPointer& /*cluster*/) {
    return WorkInParts(call, latest);
  };
}

}  // namespace cpsizer::server
