#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `cpu-requests`. It shows the CPU requests of a control plane under its CPU limit, and the allocatable
// CPUs of its nodes.
Verb AddCpuRequests(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_REQUESTS_H_
