#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_

#include <string>

#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/verb.h"

namespace cpsizer::cli {

struct CpuRequestsFlags : ResponseFlags {
  absl::optional<std::string> limit;
  absl::optional<std::string> default_count;
  bool cap_by_idle_usage = false;
};

// Adds the flags of a decision: --limit, --default-cpu-count and --cap-by-idle-usage.
void AddCpuDecision(CLI::App& app, CpuRequestsFlags& flags);

// Returns whether the values of these flags are valid. If not, prints an error.
bool CheckCpuDecision(const CpuRequestsFlags& flags, Screen& err);

// Runs the verb with `flags`. Returns the exit code.
int RunCpuRequests(const CpuRequestsFlags& flags, Environment& environment);

// Adds the verb `cpu-requests`. It shows how a CPU limit scales the CPU requests of a control plane, and the
// allocatable CPUs of the nodes.
Verb AddCpuRequests(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
