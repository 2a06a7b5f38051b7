// Measures the cost of a decision about replicas, and the cost of parsing its request as the server does.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_replicas.h"
#include "tests/bench/parsed_request.h"
#include "tests/bench/ratio_reporter.h"
#include "tests/bench/replica_requests.h"

namespace cpsizer::bench {
namespace {

// The number of metrics of each request: the largest allowed number.
constexpr int kMetrics = 50;

enum Work { kParse, kDecide, kDecideBriefly };
constexpr const char* kWorkNames[] = {"parse", "decide", "briefly"};

absl::Status DecideReplicas(const v1::RecommendReplicasRequest& request, v1::RecommendReplicasResponse& response) {
  const absl::Status status = RecommendReplicas(request, response);
  return status.ok() && !response.error().empty() ? absl::InternalError(response.error()) : status;
}

void Run(Measured measured, Work work, int samples, benchmark::State& state) {
  v1::RecommendReplicasRequest request = MakeReplicasRequest(measured, samples / kMetrics, kMetrics);
  if (work == kDecideBriefly) request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  if (work == kParse) return MeasureParsing(request, server::kReplicasBudget, state);
  MeasureDeciding<v1::RecommendReplicasResponse>(request, server::kReplicasBudget, state, DecideReplicas);
}

// Measures a request with the largest allowed number of samples, so that the cost of the decision can be compared with
// the cost of parsing the request.
void AtTheLimit(benchmark::State& state, Measured measured) {
  const auto work = static_cast<Work>(state.range(0));
  state.SetLabel(kWorkNames[work]);
  Run(measured, work, 500'000, state);
}

// Measures how the cost grows with the number of samples.
void BySamples(benchmark::State& state, Measured measured) {
  const auto samples = static_cast<int>(state.range(0));
  state.SetLabel(absl::StrCat(samples, " samples"));
  state.counters[kSizesCounter] = samples;
  Run(measured, kDecide, samples, state);
}

// The number of autoscalers of a batch, which is the number that a command sends in one call.
constexpr int kAutoscalers = 1'000;

v1::RecommendReplicasRequest UsualReplicasRequest(v1::Detail detail) {
  v1::RecommendReplicasRequest request = MakeReplicasRequest(Measured::kResource, 8, 1);
  request.mutable_options()->set_detail(detail);
  return request;
}

// Measures an item of a batch, compared with a separate call. Both measurements include parsing.
void BatchItem(benchmark::State& state, v1::Detail detail) {
  const bool batch = state.range(0) != 0;
  state.SetLabel(batch ? "item of 1,000" : "call");
  v1::BatchRecommendReplicasRequest request;
  for (int i = 0; i < (batch ? kAutoscalers : 1); ++i) *request.add_items() = UsualReplicasRequest(detail);
  state.counters[kItemsCounter] = request.items_size();
  const grpc::ByteBuffer bytes = batch ? BytesOf(request) : BytesOf(request.items(0));
  for (auto _ : state) {
    const absl::Status status =
        batch ? ReadAndDecide<v1::BatchRecommendReplicasRequest, v1::BatchRecommendReplicasResponse>(
                    bytes, server::kReplicasBudget,
                    [](const auto& in, auto& out) {
                      return BatchRecommendReplicas(
                          in, [] { return false; }, out);
                    })
              : ReadAndDecide<v1::RecommendReplicasRequest, v1::RecommendReplicasResponse>(
                    bytes, server::kReplicasBudget, DecideReplicas);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
  }
}

// The name of a run begins with the name of its function, up to the first `/`.
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
  for (const auto& [name, detail] :
       {std::pair("ItemBrief", v1::DETAIL_BRIEF), std::pair("ItemFull", v1::DETAIL_FULL)}) {
    benchmark::RegisterBenchmark(name, BatchItem, detail)->Arg(0)->Arg(1);
  }
  for (const Measured measured :
       {Measured::kResource, Measured::kContainerResource, Measured::kPods, Measured::kObject, Measured::kExternal}) {
    Register(measured);
  }
  return true;
}();

}  // namespace
}  // namespace cpsizer::bench
