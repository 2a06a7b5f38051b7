#include "tests/bench/call_cases.h"

#include <grpcpp/grpcpp.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "tests/bench/machine_requests.h"
#include "tests/bench/replica_requests.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

using Stub = v1::SizingService::Stub;

constexpr int kBatch = 1'000;
constexpr int kLargeBatch = 10'000;
constexpr int kBatchesInFlight = 2;
constexpr int kRate = 20'000;
constexpr int kFewPods = 5;

constexpr Case kCases[] = {
    {CaseId::kEcho, "E", Server::kEcho, Message::kOne, 64, 0, 1},
    {CaseId::kEchoAgain, "E again", Server::kEcho, Message::kOne, 64, 0, 1},
    {CaseId::kEchoBuiltAsOurs, "echo built as ours", Server::kEchoBuiltAsOurs, Message::kOne, 64, 0, 1},
    {CaseId::kOurs, "RecommendSize", Server::kOurs, Message::kOne, 64, 0, 1},
    {CaseId::kOursNewConfigurations, "RecommendSize, new config", Server::kOurs, Message::kOne, 64, 0, 1, true},
    {CaseId::kOursWithoutCache, "RecommendSize, no cache", Server::kOursWithoutCache, Message::kOne, 64, 0, 1},
    {CaseId::kOursWithVpa, "RecommendSize, VPA", Server::kOurs, Message::kOneWithVpa, 64, 0, 1},
    {CaseId::kOursAt8, "RecommendSize, 8 in flight", Server::kOurs, Message::kOne, 8, 0, 1},
    {CaseId::kOursAt256, "RecommendSize, 256 in flight", Server::kOurs, Message::kOne, 256, 0, 1},
    {CaseId::kOursOverMtls, "RecommendSize over mTLS", Server::kOursOverMtls, Message::kOne, 64, 0, 1},
    {CaseId::kOursDeployed, "RecommendSize, mTLS with rules", Server::kOursDeployed, Message::kOne, 64, 0, 1},
    {CaseId::kMixedDeployed, "mixed calls, mTLS with rules", Server::kOursDeployed, Message::kMixed, 64, 0, 1},
    {CaseId::kGoPeer, "grpc-go with the same decision", Server::kGoPeer, Message::kOne, 64, 0, 1},
    {CaseId::kMachineFull, "RecommendMachine, FULL", Server::kOurs, Message::kMachineFull, 64, 0, 1},
    {CaseId::kMachineBrief, "RecommendMachine, BRIEF", Server::kOurs, Message::kMachineBrief, 64, 0, 1},
    {CaseId::kReplicas, "RecommendReplicas, 5 pods", Server::kOurs, Message::kReplicas, 64, 0, 1},
    {CaseId::kBatchOwnFull, "item of 1,000, own config, FULL", Server::kOurs, Message::kBatchOwnFull, kBatchesInFlight,
     0, kBatch},
    {CaseId::kLargeBatchOwnFull, "item of 10,000, own config, FULL", Server::kOurs, Message::kLargeBatchOwnFull,
     kBatchesInFlight, 0, kLargeBatch},
    {CaseId::kBatchSharedBrief, "item of 1,000, shared, BRIEF", Server::kOurs, Message::kBatchSharedBrief,
     kBatchesInFlight, 0, kBatch},
    {CaseId::kLargeBatchSharedBrief, "item of 10,000, shared, BRIEF", Server::kOurs, Message::kLargeBatchSharedBrief,
     kBatchesInFlight, 0, kLargeBatch},
    {CaseId::kEchoAtRate, "E at 20,000/s", Server::kEcho, Message::kOne, 0, kRate, 1},
    {CaseId::kOursAtRate, "RecommendSize at 20,000/s", Server::kOurs, Message::kOne, 0, kRate, 1},
};
static_assert(std::size(kCases) == kCaseCount);

template <typename Request, typename Response>
using Method = grpc::Status (Stub::*)(grpc::ClientContext*, const Request&, Response*);

template <typename Request, typename Response>
absl::Status Ask(Stub& stub, const char* name, Method<Request, Response> method, const Request& request,
                 Response& response, std::vector<Payload>& payloads) {
  grpc::ClientContext context;
  const grpc::Status status = (stub.*method)(&context, request, &response);
  if (!status.ok()) {
    return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  }
  payloads.push_back(
      {absl::StrCat("/cpsizer.v1.SizingService/", name), request.SerializeAsString(), response.SerializeAsString()});
  return absl::OkStatus();
}

absl::Status AskSize(Stub& stub, const v1::RecommendSizeRequest& request, std::vector<Payload>& payloads) {
  v1::RecommendSizeResponse response;
  return Ask(stub, "RecommendSize", &Stub::RecommendSize, request, response, payloads);
}

absl::Status AskMachine(Stub& stub, v1::Detail detail, std::vector<Payload>& payloads) {
  v1::RecommendMachineRequest request = MachineRequest(kUsualSamples, kUsualSizes);
  request.mutable_options()->set_detail(detail);
  v1::RecommendMachineResponse response;
  return Ask(stub, "RecommendMachine", &Stub::RecommendMachine, request, response, payloads);
}

absl::Status AskReplicas(Stub& stub, std::vector<Payload>& payloads) {
  v1::RecommendReplicasResponse response;
  const v1::RecommendReplicasRequest request = MakeReplicasRequest(Measured::kResource, kFewPods, 1);
  return Ask(stub, "RecommendReplicas", &Stub::RecommendReplicas, request, response, payloads);
}

absl::Status AskBatch(Stub& stub, const v1::BatchRecommendSizeRequest& request, std::vector<Payload>& payloads) {
  v1::BatchRecommendSizeResponse response;
  absl::Status status = Ask(stub, "BatchRecommendSize", &Stub::BatchRecommendSize, request, response, payloads);
  if (!status.ok()) return status;
  for (const v1::BatchRecommendSizeResult& result : response.results()) {
    if (result.has_error()) return absl::InternalError(result.error().message());
  }
  return absl::OkStatus();
}

}  // namespace

absl::Span<const Case> Cases() {
  return kCases;
}

std::vector<Message> MessagesOf(Message message) {
  if (message != Message::kMixed) return {message};
  return {Message::kOneWithVpa, Message::kMachineFull, Message::kReplicas, Message::kBatchSharedBrief};
}

absl::StatusOr<std::vector<Payload>> AskForPayloads(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  const std::unique_ptr<Stub> stub =
      v1::SizingService::NewStub(grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
  std::vector<Payload> payloads;
  absl::Status status = AskSize(*stub, MakeRequest(kUsualSizes, v1::DETAIL_FULL), payloads);
  if (status.ok()) status = AskSize(*stub, MakeVpaRequest(kUsualSizes, v1::DETAIL_FULL), payloads);
  for (const v1::Detail detail : {v1::DETAIL_FULL, v1::DETAIL_BRIEF}) {
    if (status.ok()) status = AskMachine(*stub, detail, payloads);
  }
  if (status.ok()) status = AskReplicas(*stub, payloads);
  const v1::BatchRecommendSizeRequest batches[] = {
      MakeBatch(kBatch, kUsualSizes, Configuration::kInEachItem, v1::DETAIL_FULL),
      MakeBatch(kLargeBatch, kUsualSizes, Configuration::kInEachItem, v1::DETAIL_FULL),
      MakeBatch(kBatch, kUsualSizes, Configuration::kShared, v1::DETAIL_BRIEF),
      MakeBatch(kLargeBatch, kUsualSizes, Configuration::kShared, v1::DETAIL_BRIEF),
  };
  for (const v1::BatchRecommendSizeRequest& batch : batches) {
    if (status.ok()) status = AskBatch(*stub, batch, payloads);
  }
  if (!status.ok()) return status;
  return payloads;
}

}  // namespace cpsizer::bench
