// Measures the decisions that go-decisions makes too, about the same objects. The label of a run has the decision, so
// that the comparison can check that both programs decide the same.
#include <benchmark/benchmark.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "server/rpc/size_request.h"
#include "tests/bench/parsed_request.h"
#include "tests/bench/replica_requests.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

v1::RecommendSizeRequest SizeRequestOf(benchmark::State& state) {
  v1::RecommendSizeRequest request = MakeVpaRequest(static_cast<int>(state.range(0)), v1::DETAIL_FULL);
  v1::RecommendSizeResponse response;
  if (RecommendSize(request, response).ok()) state.SetLabel(response.recommended_size());
  return request;
}

// Decides with a configuration that was compiled before.
void ComparedSize(benchmark::State& state) {
  const v1::RecommendSizeRequest request = SizeRequestOf(state);
  SizeConfiguration configuration = CompileSizeConfiguration(request);
  PrepareRows(configuration);
  MeasureDeciding<v1::RecommendSizeResponse>(request, server::kUsualBudget, state,
                                             [&configuration](const auto& in, auto& out) {
                                               return RecommendSizeWith(configuration, in, SizeRows::kSerialized, out);
                                             });
}

// Parses the request, finds its configuration in the cache and decides, as the server does.
void ComparedSizeCacheHit(benchmark::State& state) {
  const grpc::ByteBuffer bytes = BytesOf(SizeRequestOf(state));
  server::ConfigurationCache cache(size_t{8} << 20);
  server::WorkMemory work(size_t{64} << 20);
  for (auto _ : state) {
    server::CallArena memory;
    auto& request = *google::protobuf::Arena::CreateMessage<v1::RecommendSizeRequest>(&memory.arena());
    auto& response = *google::protobuf::Arena::CreateMessage<v1::RecommendSizeResponse>(&memory.arena());
    server::WorkMemory::Share share(work);
    server::SizeRequest call(cache);
    absl::Status status = call.Parse(bytes, server::kUsualBudget, memory.arena(), request, share);
    if (status.ok()) status = call.Decide(request, response);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
  }
}

v1::RecommendReplicasRequest ReplicasRequestOf(benchmark::State& state) {
  v1::RecommendReplicasRequest request = MakeReplicasRequest(Measured::kResource, static_cast<int>(state.range(0)), 1);
  request.mutable_options()->set_detail(v1::DETAIL_FULL);
  v1::RecommendReplicasResponse response;
  if (RecommendReplicas(request, response).ok()) state.SetLabel(absl::StrCat(response.desired_replicas()));
  return request;
}

void ComparedReplicas(benchmark::State& state) {
  MeasureDeciding<v1::RecommendReplicasResponse>(ReplicasRequestOf(state), server::kReplicasBudget, state,
                                                 RecommendReplicas);
}

void ComparedReplicasParsing(benchmark::State& state) {
  MeasureParsing(ReplicasRequestOf(state), server::kReplicasBudget, state);
}

// Parses the request and decides.
void ComparedReplicasCall(benchmark::State& state) {
  const grpc::ByteBuffer bytes = BytesOf(ReplicasRequestOf(state));
  for (auto _ : state) {
    const absl::Status status = ReadAndDecide<v1::RecommendReplicasRequest, v1::RecommendReplicasResponse>(
        bytes, server::kReplicasBudget, RecommendReplicas);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
  }
}

BENCHMARK(ComparedSize)->Arg(5)->Arg(10);
BENCHMARK(ComparedSizeCacheHit)->Arg(5)->Arg(10);
BENCHMARK(ComparedReplicas)->Arg(5)->Arg(500);
BENCHMARK(ComparedReplicasParsing)->Arg(5)->Arg(500);
BENCHMARK(ComparedReplicasCall)->Arg(5)->Arg(500);

}  // namespace
}  // namespace cpsizer::bench
