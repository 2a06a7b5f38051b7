// Measures how many samples of containers are collected each second, and what the evidence takes at the end.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/history/requests/usage_collector.h"

namespace cpsizer::history {
namespace {

constexpr int kClusters = 1'000;
constexpr int kContainers = 10;
constexpr int kSizes = 5;
constexpr int64_t kFirstTime = 1'772'323'200'000;

// A collector of `times` samples of each container of a fleet, every five minutes.
class CollectedFleet {
 public:
  explicit CollectedFleet(int64_t times) : usage_(names_) {
    std::vector<Sample> samples;
    for (int i = 0; i < kClusters * kContainers; ++i) {
      const std::string cluster = absl::StrCat("clusters/c", i / kContainers);
      samples.push_back({kFirstTime, names_.clusters.Number(cluster),
                         names_.pods.Number(absl::StrCat(cluster, "/app", i % kContainers, "-0:main")), 0, 0});
    }
    uint32_t random = 1;
    for (int64_t time = 0; time < times; ++time) {
      for (Sample& sample : samples) {
        random = random * 1'664'525 + 1'013'904'223;
        const double part = 0.5 + random / 4.3e9;
        sample.milliseconds = kFirstTime + time * 300'000;
        sample.memory_bytes = part * 1e9;
        sample.cpu_cores = part;
        benchmark::DoNotOptimize(usage_.Add(sample, static_cast<int>(sample.cluster % kSizes)));
      }
    }
    usage_.Finish();
  }

  const UsageCollector& usage() const { return usage_; }

 private:
  HistoryNames names_;
  UsageCollector usage_;
};

void CollectUsage(benchmark::State& state) {
  for (auto _ : state) {
    const CollectedFleet fleet(state.range(0));
    benchmark::DoNotOptimize(fleet.usage().other_samples());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0) * kClusters * kContainers);
}
// One day, and two weeks: 40 million samples.
BENCHMARK(CollectUsage)->Arg(288)->Arg(14 * 288)->Unit(benchmark::kMillisecond);

void FindEvidence(benchmark::State& state) {
  const CollectedFleet fleet(8 * 288);
  for (auto _ : state) {
    for (int size = 0; size < kSizes; ++size) {
      for (const ContainerName& container : fleet.usage().ContainersOf(size)) {
        for (const Resource resource : kResources) {
          benchmark::DoNotOptimize(fleet.usage().EvidenceOf(size, container, resource, 0.95));
        }
      }
    }
  }
}
BENCHMARK(FindEvidence)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cpsizer::history
