#ifndef CPSIZER_CLIENT_KUBE_CONFIG_PLUGIN_PROCESS_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_PLUGIN_PROCESS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/config/environment.h"
#include "client/kube/limits.h"

namespace cpsizer::kube {

struct PluginProcess {
  std::string program;  // a path
  std::vector<std::string> arguments;
  Environment environment;
  absl::Duration timeout = kPluginTimeout;
  size_t max_output_bytes = kMaxPluginOutputBytes;
};

struct PluginResult {
  // OK: the program ended with exit code 0. DeadlineExceeded: the program ran too long and was killed.
  // ResourceExhausted: the program printed too much and was killed. FailedPrecondition: the program could not be
  // started, or ended in another way. The caller puts the name of the plugin before the message.
  absl::Status status;
  std::string output;  // standard output
  std::string error;   // at most the first kMaxPluginErrorBytes of standard error
};

// Returns the path of the program `command`. If `command` has a slash, it is the path. If it has no slash, the path is
// the first match in the folders of PATH. Folders with a relative path are skipped. Errors: NotFound if there is no
// executable program.
absl::StatusOr<std::string> FindProgram(const std::string& command, const Environment& environment);

// Runs a program and waits for its end. The program runs without a shell and without standard input, in its own process
// group. If the program must be killed, the whole group is killed.
PluginResult RunPlugin(const PluginProcess& process);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_PLUGIN_PROCESS_H_
