// Measures the cost of the decision without a server. Prints ratios, because times on different machines cannot be
// compared.
#include <benchmark/benchmark.h>
#include <google/protobuf/arena.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/validate_config.h"
#include "server/rpc/server_metrics.h"
#include "tests/bench/ratio_reporter.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

using ::google::protobuf::Arena;

constexpr int kBatchItems = 1'000;

// The arena of one response. Its first block is allocated in advance, as in the server.
class AnswerArena {
 public:
  template <typename Message>
  Message& Make() {
    return *Arena::CreateMessage<Message>(&arena_);
  }

 private:
  static google::protobuf::ArenaOptions Options(char* block, size_t bytes) {
    google::protobuf::ArenaOptions options;
    options.initial_block = block;
    options.initial_block_size = bytes;
    return options;
  }

  alignas(8) char block_[8192];
  Arena arena_{Options(block_, sizeof block_)};
};

void ParseOneQuantity(benchmark::State& state) {
  static const std::string kTexts[] = {
      "32Gi", "41.6Gi", "17179979776", "650m", "1e999999999", std::string(64, '9'), std::string(5'000, '9')};
  const std::string& text = kTexts[state.range(0)];
  state.SetLabel(text.size() > 20 ? absl::StrCat(text.size(), " digits") : text);
  for (auto _ : state) {
    Quantity quantity;
    benchmark::DoNotOptimize(ParseQuantity(text, quantity));
    benchmark::DoNotOptimize(quantity);
  }
}
BENCHMARK(ParseOneQuantity)->DenseRange(0, 6);

// Sets the counter for the number of sizes, and returns that number.
int Sizes(benchmark::State& state) {
  const int sizes = static_cast<int>(state.range(0));
  state.SetLabel(absl::StrCat(sizes, " sizes"));
  state.counters[kSizesCounter] = sizes;
  return sizes;
}

void CompileLadder(benchmark::State& state) {
  const v1::ClusterSizingConfiguration config = MakeConfiguration(Sizes(state));
  const SizeLadder::MachineSets machine_sets;
  for (auto _ : state) {
    SizeLadder::FindingList findings;
    benchmark::DoNotOptimize(SizeLadder::Compile(config, machine_sets, findings));
  }
}

void Choose(benchmark::State& state) {
  const int sizes = Sizes(state);
  SizeLadder::FindingList findings;
  const auto ladder = SizeLadder::Compile(MakeConfiguration(sizes), SizeLadder::MachineSets(), findings);
  Demand demand;
  demand.memory = ladder->sizes()[sizes / 2].resources.memory.effective;
  demand.cpu = ladder->sizes()[sizes / 2].resources.cpu.effective;
  for (auto _ : state) {
    benchmark::DoNotOptimize(demand);
    benchmark::DoNotOptimize(ladder->Choose(demand));
  }
}

void Recommend(benchmark::State& state, const v1::RecommendSizeRequest& request) {
  for (auto _ : state) {
    AnswerArena arena;
    if (!RecommendSize(request, arena.Make<v1::RecommendSizeResponse>()).ok()) state.SkipWithError("refused");
  }
}

void RecommendFull(benchmark::State& state) {
  Recommend(state, MakeRequest(Sizes(state), v1::DETAIL_FULL));
}
void RecommendFullFromVpa(benchmark::State& state) {
  Recommend(state, MakeVpaRequest(Sizes(state), v1::DETAIL_FULL));
}
void RecommendBrief(benchmark::State& state) {
  Recommend(state, MakeRequest(Sizes(state), v1::DETAIL_BRIEF));
}

void Validate(benchmark::State& state) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = MakeConfiguration(Sizes(state));
  for (auto _ : state) {
    AnswerArena arena;
    if (!ValidateConfig(request, arena.Make<v1::ValidateConfigResponse>()).ok()) state.SkipWithError("refused");
  }
}

void BatchItem(benchmark::State& state, Configuration configuration, v1::Detail detail) {
  const v1::BatchRecommendSizeRequest request = MakeBatch(kBatchItems, Sizes(state), configuration, detail);
  state.counters[kItemsCounter] = kBatchItems;
  for (auto _ : state) {
    AnswerArena arena;
    auto& response = arena.Make<v1::BatchRecommendSizeResponse>();
    if (!BatchRecommendSize(
             request, [] { return false; }, response)
             .ok()) {
      state.SkipWithError("refused");
    }
  }
}

void BatchItemSharedBrief(benchmark::State& state) {
  BatchItem(state, Configuration::kShared, v1::DETAIL_BRIEF);
}
void BatchItemSharedFull(benchmark::State& state) {
  BatchItem(state, Configuration::kShared, v1::DETAIL_FULL);
}
void BatchItemOwnBrief(benchmark::State& state) {
  BatchItem(state, Configuration::kInEachItem, v1::DETAIL_BRIEF);
}

// Makes a usual decision, without or with the server's metrics of a call: two clock reads, counters and histograms.
void RecommendCounted(benchmark::State& state) {
  static server::ServerMetrics& metrics = *new server::ServerMetrics;
  const v1::RecommendSizeRequest request = MakeRequest(kUsualSizes, v1::DETAIL_FULL);
  const size_t request_bytes = request.ByteSizeLong();
  const bool counted = state.range(0) != 0;
  state.SetLabel(absl::StrCat(counted ? "counted" : "not counted", ", ", state.threads()));
  for (auto _ : state) {
    absl::optional<server::CountedCall> call;
    if (counted) call.emplace(metrics.method(server::Method::kRecommendSize), request_bytes);
    AnswerArena arena;
    auto& response = arena.Make<v1::RecommendSizeResponse>();
    const absl::Status status = RecommendSize(request, response);
    if (!status.ok()) state.SkipWithError("refused");
    if (counted) {
      metrics.Count(response);
      call->Finish(status.code(), request_bytes);
    }
  }
}
BENCHMARK(RecommendCounted)->Arg(0)->Arg(1);
BENCHMARK(RecommendCounted)->Arg(0)->Arg(1)->Threads(2);

#define CPSIZER_LADDER_BENCHMARK(function) BENCHMARK(function)->Arg(3)->Arg(10)->Arg(100)->Arg(1'000)
CPSIZER_LADDER_BENCHMARK(CompileLadder);
CPSIZER_LADDER_BENCHMARK(Choose);
CPSIZER_LADDER_BENCHMARK(RecommendFull);
CPSIZER_LADDER_BENCHMARK(RecommendFullFromVpa);
CPSIZER_LADDER_BENCHMARK(RecommendBrief);
CPSIZER_LADDER_BENCHMARK(Validate);
CPSIZER_LADDER_BENCHMARK(BatchItemSharedBrief);
BENCHMARK(BatchItemSharedFull)->Arg(3)->Arg(10)->Arg(100);
BENCHMARK(BatchItemOwnBrief)->Arg(3)->Arg(10)->Arg(100);

}  // namespace
}  // namespace cpsizer::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  cpsizer::bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return reporter.failed() ? 1 : 0;
}
