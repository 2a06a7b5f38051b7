#ifndef CPSIZER_CLIENT_CLI_BASE_ENVIRONMENT_H_
#define CPSIZER_CLIENT_CLI_BASE_ENVIRONMENT_H_

#include <functional>

#include "absl/time/time.h"
#include "client/cli/base/screen.h"

namespace cpsizer::cli {

// The inputs and outputs of a run, except its arguments and the files that they name.
struct Environment {
  Screen out;  // results
  Screen err;  // everything else
  std::function<absl::Time()> now;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_ENVIRONMENT_H_
