// Measures how many samples of a history are read each second: CSV in the two usual orders, and JSON of Prometheus.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "client/history/series/series_reader.h"

namespace cpsizer::history {
namespace {

// One day of a fleet.
constexpr int kClusters = 1'000;
constexpr int kTimes = 24 * 60 / 5;
constexpr int64_t kFirstTime = 1'772'323'200;

// A file that is removed at the end.
class File {
 public:
  File(const char* name, const std::string& text) : path_(std::filesystem::temp_directory_path() / name) {
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::string path() const { return path_.string(); }

 private:
  const std::filesystem::path path_;
};

int64_t Seconds(int time) {
  return kFirstTime + time * 300;
}

std::string Memory(int time, int cluster) {
  return absl::StrCat(int64_t{1} << 33, time % 10, cluster % 10);
}

void AppendRow(int time, int cluster, std::string& csv) {
  absl::StrAppend(&csv,
                  absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::FromUnixSeconds(Seconds(time)), absl::UTCTimeZone()),
                  ",clusters,cluster-", absl::Dec(cluster, absl::kZeroPad5), ",", Memory(time, cluster), ",",
                  absl::StrFormat("%.3f", 1 + (time + cluster) % 997 / 100.0), "\n");
}

std::string MakeCsv(bool by_time) {
  std::string csv = "time,namespace,cluster,memory,cpu\n";
  for (int i = 0; i < kTimes * kClusters; ++i) {
    by_time ? AppendRow(i / kClusters, i % kClusters, csv) : AppendRow(i % kTimes, i / kTimes, csv);
  }
  return csv;
}

std::string MakeJson() {
  std::string json = R"({"status":"success","data":{"resultType":"matrix","result":[)";
  for (int cluster = 0; cluster < kClusters; ++cluster) {
    absl::StrAppend(&json, cluster == 0 ? "" : ",", R"({"metric":{"__name__":"container_memory_working_set_bytes",)",
                    R"("container":"kube-apiserver","namespace":"clusters-)", cluster, R"("},"values":[)");
    for (int time = 0; time < kTimes; ++time) {
      absl::StrAppend(&json, time == 0 ? "" : ",", "[", Seconds(time), ",\"", Memory(time, cluster), "\"]");
    }
    absl::StrAppend(&json, "]}");
  }
  return absl::StrCat(json, "]}}\n");
}

void Read(benchmark::State& state, const char* name, const std::string& text) {
  const File file(name, text);
  SeriesCounts counts;
  for (auto _ : state) {
    HistoryNames names;
    double sum = 0;
    const absl::Status status = ReadSeries(
        {file.path()}, {}, names,
        [&sum](const Sample& sample) {
          sum += sample.memory_bytes;
          return absl::OkStatus();
        },
        counts);
    benchmark::DoNotOptimize(sum);
    if (!status.ok()) return state.SkipWithError(status.ToString().c_str());
  }
  state.SetItemsProcessed(counts.samples);
  state.SetBytesProcessed(static_cast<int64_t>(text.size()) * state.iterations());
}

void CsvByTime(benchmark::State& state) {
  Read(state, "by-time.csv", MakeCsv(true));
}
BENCHMARK(CsvByTime)->Unit(benchmark::kMillisecond);

void CsvByCluster(benchmark::State& state) {
  Read(state, "by-cluster.csv", MakeCsv(false));
}
BENCHMARK(CsvByCluster)->Unit(benchmark::kMillisecond);

void RangeJson(benchmark::State& state) {
  Read(state, "range.json", MakeJson());
}
BENCHMARK(RangeJson)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cpsizer::history

BENCHMARK_MAIN();
