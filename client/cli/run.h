#ifndef CPSIZER_CLIENT_CLI_RUN_H_
#define CPSIZER_CLIENT_CLI_RUN_H_

#include <string>

#include "absl/types/span.h"
#include "client/cli/base/environment.h"

namespace cpsizer::cli {

// Runs the command. `args` are the words of the command line, and the first word is the name of the program. If this
// name is `kubectl-cpsizer`, messages call the program `kubectl cpsizer`. Returns the exit code (exit_code.h). Reads
// files, standard input if a flag has the value `-`, and the environment variables of its flags.
int Run(absl::Span<const std::string> args, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_RUN_H_
