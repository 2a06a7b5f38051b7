#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_FLAGS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_FLAGS_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/cli/history/prometheus_flags.h"
#include "client/cli/history/vpa_flags.h"
#include "client/history/replay/replay.h"

namespace cpsizer::cli {

// The sizings of one configuration to compare, the first one as before and the second one as after.
enum class CompareBy { kNone, kNodesResources, kResourcesNodes };

struct ReplayFlags {
  std::vector<std::string> files;
  std::vector<std::string> with;
  std::vector<std::string> history;
  PrometheusFlags prometheus;
  std::vector<std::string> clusters;
  std::string memory_metric;
  std::string cpu_metric;
  std::string nodes_metric;
  CompareBy compare_by = CompareBy::kNone;
  history::SeriesKind series = history::SeriesKind::kDetect;
  std::string from;
  std::string to;
  absl::Duration step = absl::ZeroDuration();
  absl::Duration reversal_window = absl::Hours(24);
  bool immediate = false;
  std::vector<std::string> prices;
  VpaFlags vpa;
  DecisionFlags decision;
  ServerFlags server;
  OutputFormat output = OutputFormat::kTable;
};

// Adds the flags of a history and of its replay, without --with and -o, which verbs that replay a history share.
void AddHistoryInputs(CLI::App& app, ReplayFlags& flags);
// `standard_input` says whether the verb accepts `--history -`.
void AddHistoryPaths(CLI::App& app, ReplayFlags& flags, bool standard_input = true);
// `with_connection`: see AddPrometheus(). `with_nodes` says whether the verb can replay numbers of nodes.
void AddHistoryOptions(CLI::App& app, ReplayFlags& flags, bool with_connection = true, bool with_nodes = false);

void AddReplayFlags(CLI::App& app, ReplayFlags& flags);

// Returns the options of the replay. If a value is not valid, or if flags contradict each other, prints an error and
// returns nothing.
absl::optional<history::ReplayOptions> ReadReplayOptions(const ReplayFlags& flags, absl::Time now, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_FLAGS_H_
