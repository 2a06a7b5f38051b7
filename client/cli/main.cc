#include <grpc/support/log.h>
#include <unistd.h>

#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/screen.h"
#include "client/cli/run.h"
#include "server/process/core_dumps.h"

int main(int argc, char** argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  cpsizer::server::DisableCoreDumps();
  // The logs of gRPC are discarded, because the verbs print the status of each call, and the status contains the error.
  gpr_set_log_function([](gpr_log_func_args*) {});
  namespace cli = cpsizer::cli;
  cli::Environment environment = {cli::Screen(std::cout, cli::DetectTerminal(STDOUT_FILENO)),
                                  cli::Screen(std::cerr, cli::DetectTerminal(STDERR_FILENO)), absl::Now};
  try {
    return cli::Run(std::vector<std::string>(argv, argv + argc), environment);
  } catch (const std::exception& error) {
    environment.err.Text("error: this is a defect of cpsizer; report it with this message: ").Line(error.what());
    return cli::kExitInternal;
  }
}
