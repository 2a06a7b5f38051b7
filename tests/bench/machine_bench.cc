// Measures the cost of a decision about control plane machines, and the cost of parsing its request as the server does.
#include <benchmark/benchmark.h>

#include <string>

#include "cpsizer/recommend_machine.h"
#include "server/rpc/methods.h"
#include "tests/bench/machine_requests.h"
#include "tests/bench/parsed_request.h"
#include "tests/bench/ratio_reporter.h"

namespace cpsizer::bench {
namespace {

v1::RecommendMachineRequest RequestOf(const benchmark::State& state) {
  return MachineRequest(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
}

void MachineParse(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureParsing(RequestOf(state), server::kUsualBudget, state);
}

void MachineDecide(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureDeciding<v1::RecommendMachineResponse>(RequestOf(state), server::kUsualBudget, state, RecommendMachine);
}

void MachineDecideBriefly(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  v1::RecommendMachineRequest request = RequestOf(state);
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  MeasureDeciding<v1::RecommendMachineResponse>(request, server::kUsualBudget, state, RecommendMachine);
}

// Serializes the response as the server does.
void MachineSerialize(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  v1::RecommendMachineRequest request = RequestOf(state);
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  v1::RecommendMachineResponse response;
  if (!RecommendMachine(request, response).ok()) state.SkipWithError("not decided");
  std::string bytes;
  for (auto _ : state) {
    bytes.clear();
    response.AppendToString(&bytes);
  }
}

// The arguments are the number of samples and the number of sizes. The numbers of samples are one, the samples of half
// an hour, and larger numbers up to the largest allowed number.
BENCHMARK(MachineParse)->Args({1, 5})->Args({100, 5})->Args({1'000, 5})->Args({10'000, 5})->Args({20'000, 5});
BENCHMARK(MachineDecide)
    ->Args({1, 5})
    ->Args({100, 5})
    ->Args({1'000, 5})
    ->Args({10'000, 5})
    ->Args({20'000, 5})
    ->Args({100, 100});
BENCHMARK(MachineSerialize)->Args({1, 5})->Args({100, 5});
BENCHMARK(MachineDecideBriefly)->Args({1, 5})->Args({100, 5})->Args({1'000, 5})->Args({10'000, 5})->Args({20'000, 5});

}  // namespace
}  // namespace cpsizer::bench
