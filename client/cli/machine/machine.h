#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `machine`, which decides whether the machines of a control plane change their size.
Verb AddMachine(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_H_
