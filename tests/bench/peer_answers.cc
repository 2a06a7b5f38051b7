#include "tests/bench/peer_answers.h"

#include <google/protobuf/util/message_differencer.h>
#include <grpcpp/grpcpp.h>

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

using Stub = v1::SizingService::Stub;

std::vector<v1::RecommendSizeRequest> Requests() {
  const v1::BatchRecommendSizeRequest batch =
      MakeBatch(kUsualSizes, kUsualSizes, Configuration::kInEachItem, v1::DETAIL_FULL);
  std::vector<v1::RecommendSizeRequest> requests(batch.items().begin(), batch.items().end());
  requests.push_back(MakeRequest(kUsualSizes, v1::DETAIL_FULL));
  v1::RecommendSizeRequest& too_much = requests.emplace_back(requests.back());
  too_much.mutable_demand()->set_memory("1Ti");
  return requests;
}

std::unique_ptr<Stub> MakeStub(const std::string& address) {
  return v1::SizingService::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
}

absl::StatusOr<v1::RecommendSizeResponse> Ask(Stub& stub, const v1::RecommendSizeRequest& request) {
  grpc::ClientContext context;
  v1::RecommendSizeResponse response;
  const grpc::Status status = stub.RecommendSize(&context, request, &response);
  if (status.ok()) return response;
  return absl::InternalError(absl::StrCat("a request of the benchmark failed: ", status.error_message()));
}

}  // namespace

absl::Status CheckPeerAnswers(const std::string& ours, const std::string& peer) {
  const std::unique_ptr<Stub> our_stub = MakeStub(ours);
  const std::unique_ptr<Stub> peer_stub = MakeStub(peer);
  for (const v1::RecommendSizeRequest& request : Requests()) {
    const absl::StatusOr<v1::RecommendSizeResponse> expected = Ask(*our_stub, request);
    if (!expected.ok()) return expected.status();
    const absl::StatusOr<v1::RecommendSizeResponse> answer = Ask(*peer_stub, request);
    if (!answer.ok()) return answer.status();
    google::protobuf::util::MessageDifferencer differencer;
    std::string differences;
    differencer.ReportDifferencesToString(&differences);
    if (!differencer.Compare(*expected, *answer) || expected->ByteSizeLong() != answer->ByteSizeLong()) {
      return absl::InternalError(absl::StrCat("the response of the peer differs: ", differences));
    }
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::bench
