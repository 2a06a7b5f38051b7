#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `cpu-requests`. It shows how a CPU limit scales the CPU requests of a control plane, and the
// allocatable CPUs of the nodes.
Verb AddCpuRequests(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
