#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_FLAGS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_FLAGS_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/cli/history/fit_requests_flags.h"
#include "client/cli/history/replay_flags.h"
#include "client/history/fit/resource.h"
#include "client/history/fit/search.h"
#include "client/history/fit/setting.h"

namespace cpsizer::cli {

enum class ResourceChoice { kBoth, kMemory, kCpu };
// The default is kFractions without --node-history, and no search with it.
enum class SearchChoice { kDefault, kFractions, kCapacities };

struct FitFlags {
  ReplayFlags replay;  // the history and how it is replayed; --with and -o are not used
  std::vector<std::string> node_history;
  std::string reserve = "0.10";
  ResourceChoice resource = ResourceChoice::kBoth;
  SearchChoice search = SearchChoice::kDefault;
  bool per_size = false;
  std::string target_short = "0.1%";
  std::string max_reversals = "1/week";
  FitRequestsFlags requests;
  OutputFormat output = OutputFormat::kTable;
};

struct FitOptions {
  history::ReplayOptions replay;
  double reserve = 0;
  std::vector<history::Resource> resources;
  absl::optional<history::FitKind> search;  // absent: no search
  history::FitTargets targets;
  FitRequestsOptions requests;
};

void AddFitFlags(CLI::App& app, FitFlags& flags);

// Returns the options of the run. If a value is not valid, or if flags contradict each other, prints an error and
// returns nothing.
absl::optional<FitOptions> ReadFitOptions(const FitFlags& flags, absl::Time now, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_FLAGS_H_
