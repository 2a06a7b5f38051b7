#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"

namespace cpsizer::cli {

struct CpuRequestsFlags : ResponseFlags {
  absl::optional<std::string> limit;
  absl::optional<std::string> default_count;
  bool cap_by_idle_usage = false;
};

// Adds the flags of a decision: --limit, --default-cpu-count and --cap-by-idle-usage.
void AddCpuDecision(CLI::App& app, CpuRequestsFlags& flags);

// Errors: InvalidArgument if a value of these flags is not valid.
absl::Status CheckCpuDecision(const CpuRequestsFlags& flags);

// Runs the verb with `flags`. Returns the exit code.
int RunCpuRequests(const CpuRequestsFlags& flags, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
