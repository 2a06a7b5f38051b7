#include "tests/e2e/history/servers/server_samples.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "absl/time/clock.h"
#include "client/history/prometheus/history_queries.h"
#include "client/history/prometheus/prometheus_endpoint.h"
#include "client/history/prometheus/prometheus_reader.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"

namespace cpsizer::e2e {

absl::StatusOr<ServerSamples> ReadServer(const std::string& url, bool usage, const QueryTimes& times) {
  constexpr int64_t kMilliseconds = 1000;
  constexpr double kNanosPerCore = 1e9;
  const auto endpoint = history::PrometheusEndpoint::Make({.url = url});
  if (!endpoint.ok()) return endpoint.status();
  const history::PrometheusHistory wanted = {history::MakeHistoryQueries({.usage = usage}), times.from * kMilliseconds,
                                             times.to * kMilliseconds, times.step * kMilliseconds};
  ServerSamples samples;
  history::HistoryNames names;
  history::SeriesCounts counts;
  const auto take = [&](const history::Sample& sample) {
    const std::string& name =
        sample.pod == history::Sample::kNoPod ? names.clusters.Name(sample.cluster) : names.pods.Name(sample.pod);
    if (!std::isnan(sample.memory_bytes)) samples.memory[{name, sample.milliseconds}] = sample.memory_bytes;
    const double nanos = sample.cpu_cores * kNanosPerCore;
    if (!std::isnan(nanos)) samples.cpu[{name, sample.milliseconds}] = usage ? nanos : std::round(nanos);
    return absl::OkStatus();
  };
  if (absl::Status status = history::ReadPrometheus(wanted, {}, **endpoint, absl::SleepFor, names, take, counts);
      !status.ok()) {
    return status;
  }
  return samples;
}

PointDifferences Compare(const Points& first, const Points& second, double tolerance) {
  PointDifferences result;
  double sum = 0;
  for (const auto& [key, value] : first) {
    const auto other = second.find(key);
    if (other == second.end()) {
      ++result.only_in_first;
      continue;
    }
    const double difference =
        other->second == value ? 0
                               : std::abs(other->second - value) / std::max(std::abs(value), std::abs(other->second));
    ++(difference <= tolerance ? result.equal : result.different);
    sum += difference;
    result.greatest = std::max(result.greatest, difference);
  }
  const size_t common = result.equal + result.different;
  result.only_in_second = second.size() - common;
  result.mean = common == 0 ? 0 : sum / static_cast<double>(common);
  return result;
}

}  // namespace cpsizer::e2e
