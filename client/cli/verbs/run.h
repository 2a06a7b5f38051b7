#ifndef CPSIZER_CLIENT_CLI_VERBS_RUN_H_
#define CPSIZER_CLIENT_CLI_VERBS_RUN_H_

#include <string>

#include "absl/types/span.h"
#include "client/cli/base/environment.h"

namespace cpsizer::cli {

// Runs the command: `args` are the words of the command line, the program's name first. Called as `kubectl-cpsizer` it
// names itself `kubectl cpsizer`. Returns the exit code (exit_code.h). Reads files, standard input where a flag says
// `-`, and the environment variables of its flags.
int Run(absl::Span<const std::string> args, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_RUN_H_
