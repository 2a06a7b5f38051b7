// What a decision about replicas costs, beside what it costs to parse its request as the server does.
#include <benchmark/benchmark.h>
#include <grpcpp/impl/grpc_library.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
#include "server/rpc/arena_parse.h"
#include "tests/bench/ratio_reporter.h"
#include "tests/bench/replica_requests.h"

namespace cpsizer::bench {
namespace {

using ::google::protobuf::Arena;

// Metrics of every question here: as many as there may be.
constexpr int kMetrics = 50;

enum Work { kParse, kDecide, kDecideBriefly };
constexpr const char* kWorkNames[] = {"parse", "decide", "briefly"};

grpc::ByteBuffer BytesOf(const v1::RecommendReplicasRequest& request) {
  // Nothing else here does it, and a buffer without it has no functions.
  static const grpc::internal::GrpcLibraryInitializer kGrpc;
  const grpc::Slice slice(request.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

void Parse(const v1::RecommendReplicasRequest& request, benchmark::State& state) {
  const grpc::ByteBuffer bytes = BytesOf(request);
  for (auto _ : state) {
    server::CallArena memory;
    auto& parsed = *Arena::CreateMessage<v1::RecommendReplicasRequest>(&memory.arena());
    const absl::Status status = server::ParseOnArena(bytes, server::kReplicasBudget, memory.arena(), parsed);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
  }
}

void Decide(const v1::RecommendReplicasRequest& request, benchmark::State& state) {
  server::CallArena memory;
  auto& parsed = *Arena::CreateMessage<v1::RecommendReplicasRequest>(&memory.arena());
  if (!server::ParseOnArena(BytesOf(request), server::kReplicasBudget, memory.arena(), parsed).ok())
    state.SkipWithError("not read");
  for (auto _ : state) {
    server::CallArena answer;
    auto& response = *Arena::CreateMessage<v1::RecommendReplicasResponse>(&answer.arena());
    const absl::Status status = RecommendReplicas(parsed, response);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
    if (!response.error().empty()) state.SkipWithError(response.error().c_str());
  }
}

void Run(Measured measured, Work work, int samples, benchmark::State& state) {
  v1::RecommendReplicasRequest request = MakeReplicasRequest(measured, samples / kMetrics, kMetrics);
  if (work == kDecideBriefly) request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  return work == kParse ? Parse(request, state) : Decide(request, state);
}

// With all samples that there may be: what it is of parsing.
void AtTheLimit(benchmark::State& state, Measured measured) {
  const auto work = static_cast<Work>(state.range(0));
  state.SetLabel(kWorkNames[work]);
  Run(measured, work, 500'000, state);
}

// How it grows with the samples.
void BySamples(benchmark::State& state, Measured measured) {
  const auto samples = static_cast<int>(state.range(0));
  state.SetLabel(absl::StrCat(samples, " samples"));
  state.counters[kSizesCounter] = samples;
  Run(measured, kDecide, samples, state);
}

// The name of a run is that of its function up to the first `/`.
void Register(Measured measured) {
  const std::string kind = NameOf(measured);
  benchmark::RegisterBenchmark(absl::StrCat(kind, "AtLimit").c_str(), AtTheLimit, measured)
      ->DenseRange(kParse, kDecideBriefly)
      ->Unit(benchmark::kNanosecond);
  benchmark::RegisterBenchmark(absl::StrCat(kind, "BySamples").c_str(), BySamples, measured)
      ->Arg(1'000)
      ->Arg(10'000)
      ->Arg(100'000)
      ->Arg(500'000);
}

const bool kRegistered = [] {
  for (const Measured measured :
       {Measured::kResource, Measured::kContainerResource, Measured::kPods, Measured::kObject, Measured::kExternal}) {
    Register(measured);
  }
  return true;
}();

}  // namespace
}  // namespace cpsizer::bench
