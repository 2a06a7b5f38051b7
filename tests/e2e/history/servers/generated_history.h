#ifndef CPSIZER_TESTS_E2E_HISTORY_SERVERS_GENERATED_HISTORY_H_
#define CPSIZER_TESTS_E2E_HISTORY_SERVERS_GENERATED_HISTORY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace cpsizer::e2e {

// The times of a history, in seconds since 1970.
inline constexpr int64_t kHistoryBegin = 1'769'904'000;  // 2026-02-01T00:00:00Z
inline constexpr int64_t kSecondsOfDay = 86'400;
inline constexpr int64_t kScrapeInterval = 120;
// Queries have these points. They are not multiples of the step.
inline constexpr int64_t kFirstPoint = kHistoryBegin + 100;
inline constexpr int64_t kStep = 300;
// A server uses a sample for at most this time. Source: --query.lookback-delta of Prometheus.
inline constexpr int64_t kLookback = 300;
// Samples are divided at multiples of this time, because the blocks of Prometheus are.
inline constexpr int64_t kBlockSeconds = 54 * 3600;

// The history of a fleet, as kube-state-metrics and cAdvisor export it. The recommendations of many clusters vary
// around the effective capacity of a size of the example configuration. There are clusters that begin or end, gaps of
// minutes and of more than a day, a CPU recommendation that is missing, capped targets, other labels, replaced pods and
// restarted containers. The same numbers give the same history.
struct GeneratedHistory {
  // The HostedClusters, in YAML.
  std::string hosted_clusters;
  // The recommendations that a Prometheus returns at the points, in CSV.
  std::string recommendations;
  // The samples, in the text of OpenMetrics without its end, for one block each.
  std::vector<std::string> samples;
};

GeneratedHistory GenerateHistory(int clusters, int days);
// Returns the last point of a history.
int64_t LastPoint(int days);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HISTORY_SERVERS_GENERATED_HISTORY_H_
