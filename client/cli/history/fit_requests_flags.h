#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_FLAGS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_FLAGS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/history/requests/request_proposal.h"

namespace cpsizer::cli {

// The flags of `cpsizer fit --requests`.
struct FitRequestsFlags {
  bool requests = false;
  absl::optional<std::string> quantile;
  absl::optional<std::string> headroom;
  bool allow_decrease = false;
  absl::optional<std::string> go_mem_limit_percent;
  std::string edit;
};

struct FitRequestsOptions {
  history::RequestOptions request;
  int go_mem_limit_percent = 90;
  bool wants_go_mem_limit = false;  // also for sizes without kasGoMemLimit
};

// Adds the flags of a proposal: --quantile, --headroom and --allow-decrease. `needed` is the flag without which they
// have no effect.
void AddRequestDecision(CLI::App& app, absl::string_view needed, FitRequestsFlags& flags);

void AddFitRequestsFlags(CLI::App& app, FitRequestsFlags& flags);

// Returns the name of a flag of a proposal that is given, or an empty text.
absl::string_view GivenRequestFlag(const FitRequestsFlags& flags);

// Sets `options`. Returns why the flags cannot be used, or an empty text.
std::string ReadFitRequestsFlags(const FitRequestsFlags& flags, FitRequestsOptions& options);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_FLAGS_H_
