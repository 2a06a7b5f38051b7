#ifndef CPSIZER_CLIENT_CLI_HISTORY_PROMETHEUS_FLAGS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_PROMETHEUS_FLAGS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/base/flags.h"
#include "client/history/replay/replay.h"

namespace cpsizer::cli {

// The Prometheus that has the history, at a URL or as a service of a cluster.
struct PrometheusFlags {
  std::string url;
  std::string ca_file;
  std::string token_file;
  std::string service;   // NAMESPACE/NAME:PORT
  ClusterFlags cluster;  // of `service`
  std::string matchers;

  // Returns whether the history is in a Prometheus.
  bool is_set() const { return !url.empty() || !service.empty(); }
  // The flag that names the Prometheus, for messages.
  absl::string_view flag() const { return url.empty() ? "--prometheus-service" : "--prometheus-url"; }
};

// Adds the flags. Without `with_connection`, leaves out the flags that choose a cluster, because the verb has them.
void AddPrometheus(CLI::App& app, PrometheusFlags& flags, bool with_connection);

// Returns why the flags cannot be used, alone or together, or an empty text.
std::string PrometheusProblem(const PrometheusFlags& flags);

// The history of a Prometheus is read for a time that begins this long before its end, unless --from says it.
inline constexpr absl::Duration kLiveTime = absl::Hours(14 * 24);
// The time between two samples, unless --step says it.
inline constexpr absl::Duration kLiveStep = absl::Minutes(5);
// Usage is read from this time before the first decision, to fill the histograms of the recommender. Source: the flag
// --history-length of the recommender.
inline constexpr absl::Duration kUsageLeadTime = absl::Hours(8 * 24);

// Sets the kind of the series and the time of the replay, where the flags leave them open: recommendations, and the
// last kLiveTime. Returns why the time cannot be used, because it has too many steps or no time, or an empty text.
std::string SetLiveTime(absl::Time now, history::ReplayOptions& options);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_PROMETHEUS_FLAGS_H_
