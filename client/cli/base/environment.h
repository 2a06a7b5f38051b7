#ifndef CPSIZER_CLIENT_CLI_BASE_ENVIRONMENT_H_
#define CPSIZER_CLIENT_CLI_BASE_ENVIRONMENT_H_

#include <functional>

#include "absl/time/time.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// The inputs and outputs of a run of the command. The arguments, and the files in the arguments, are not included.
struct Environment {
  Screen out;  // results
  Screen err;  // all other messages
  std::function<absl::Time()> now;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_ENVIRONMENT_H_
