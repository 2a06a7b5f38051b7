#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/scale_cpu_requests.h"
#include "cpsizer/validate_config.h"
#include "server/rpc/memory/arena_parse.h"
#include "server/rpc/methods.h"
#include "tests/rpc/size/size_answer.h"

namespace cpsizer {
namespace {

// Returns a request in slices, as gRPC delivers it.
grpc::ByteBuffer InSlices(absl::string_view bytes, size_t slice_size) {
  std::vector<grpc::Slice> slices;
  do {
    const absl::string_view slice = bytes.substr(0, slice_size);
    slices.emplace_back(slice.data(), slice.size());
    bytes.remove_prefix(slice.size());
  } while (!bytes.empty());
  return {slices.data(), slices.size()};
}

// Parses the bytes as the server does. The result must be the same as the result of protobuf for one slice, unless the
// request exceeds the limit of memory.
template <typename Request>
bool Parse(const server::ArenaBudget& budget, absl::string_view bytes, size_t slice_size, Request& request) {
  server::CallArena memory;
  auto& parsed = *google::protobuf::Arena::CreateMessage<Request>(&memory.arena());
  const absl::Status status = server::ParseOnArena(InSlices(bytes, slice_size), budget, memory.arena(), parsed);
  const bool readable = request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  if (absl::IsResourceExhausted(status)) return false;
  // Unimplemented: the bytes begin like a compressed message.
  const bool is_refused = absl::IsInvalidArgument(status) || absl::IsUnimplemented(status);
  if (status.ok() != readable || (!readable && !is_refused)) std::abort();
  if (readable && parsed.SerializeAsString() != request.SerializeAsString()) std::abort();
  return readable;
}

// Calls `function`. Requires a response, or an error that the caller has caused.
template <typename Request, typename Response, typename Function>
void Call(server::Method method, absl::string_view bytes, size_t slice_size, Function function) {
  Request request;
  if (!Parse(server::Info(method).budget, bytes, slice_size, request)) return;
  Response response;
  const absl::Status status = function(request, response);
  if (status.ok()) {
    Response again;
    // The same request must give the same bytes.
    if (!function(request, again).ok() || again.SerializeAsString() != response.SerializeAsString()) std::abort();
  } else if (!absl::IsInvalidArgument(status) && !absl::IsFailedPrecondition(status)) {
    std::abort();
  }
}

// Requires equal answers without a cache and with one, before and after the configuration is stored.
void CompareWithCache(const grpc::ByteBuffer& request) {
  server::ConfigurationCache off(0), cache(size_t{1} << 20);
  const std::string expected = testing::AnswerSizeRequest(off, request);
  for (int use = 0; use < 3; ++use) {
    if (testing::AnswerSizeRequest(cache, request) != expected) std::abort();
  }
}

void CallOne(uint8_t choice, absl::string_view bytes) {
  const size_t slice_size = 1 + choice / 8;
  switch (choice % 8) {
    case 0:
      CompareWithCache(InSlices(bytes, slice_size));
      return Call<v1::RecommendSizeRequest, v1::RecommendSizeResponse>(server::Method::kRecommendSize, bytes,
                                                                       slice_size, &RecommendSize);
    case 1:
      return Call<v1::ValidateConfigRequest, v1::ValidateConfigResponse>(server::Method::kValidateConfig, bytes,
                                                                         slice_size, &ValidateConfig);
    case 3:
      return Call<v1::RecommendReplicasRequest, v1::RecommendReplicasResponse>(server::Method::kRecommendReplicas,
                                                                               bytes, slice_size, &RecommendReplicas);
    case 4:
      return Call<v1::ScaleCpuRequestsRequest, v1::ScaleCpuRequestsResponse>(server::Method::kScaleCpuRequests, bytes,
                                                                             slice_size, &ScaleCpuRequests);
    case 5:
      return Call<v1::RecommendMachineRequest, v1::RecommendMachineResponse>(server::Method::kRecommendMachine, bytes,
                                                                             slice_size, &RecommendMachine);
    case 6:
      return Call<v1::PlanClusterAutoscalerRequest, v1::PlanClusterAutoscalerResponse>(
          server::Method::kPlanClusterAutoscaler, bytes, slice_size, &PlanClusterAutoscaler);
    case 7:
      return Call<v1::BatchRecommendReplicasRequest, v1::BatchRecommendReplicasResponse>(
          server::Method::kBatchRecommendReplicas, bytes, slice_size,
          [](const v1::BatchRecommendReplicasRequest& request, v1::BatchRecommendReplicasResponse& response) {
            return BatchRecommendReplicas(
                request, [] { return false; }, response);
          });
    default:
      return Call<v1::BatchRecommendSizeRequest, v1::BatchRecommendSizeResponse>(
          server::Method::kBatchRecommendSize, bytes, slice_size,
          [](const v1::BatchRecommendSizeRequest& request, v1::BatchRecommendSizeResponse& response) {
            return BatchRecommendSize(
                request, [] { return false; }, response);
          });
  }
}

}  // namespace
}  // namespace cpsizer

// The first byte selects the method and the size of the slices.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 0) cpsizer::CallOne(data[0], absl::string_view(reinterpret_cast<const char*>(data + 1), size - 1));
  return 0;
}
