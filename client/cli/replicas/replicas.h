#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICAS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICAS_H_

#include <string>
#include <vector>

#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"
#include "client/cli/replicas/replica_flags.h"

namespace cpsizer::cli {

struct ReplicasFlags : ResponseFlags {
  std::vector<std::string> metrics;
  std::string autoscaler;
  bool is_list = false;  // print a list also for only one autoscaler; no flag sets this
  std::string history;
  std::string now;
  ControllerFlags controller;
};

// Runs the verb with `flags`. Returns the exit code.
int RunReplicas(ReplicasFlags flags, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICAS_H_
