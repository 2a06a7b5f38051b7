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
  // OK: the program ended with exit code 0. DeadlineExceeded: the program was killed at the timeout. ResourceExhausted:
  // the program was killed because its output was too long. FailedPrecondition: the program was not started, exited
  // with another code, or was ended by a signal. The caller must put the name of the plugin before the message.
  absl::Status status;
  std::string output;  // the text of standard output
  std::string error;   // the text of standard error, at most kMaxPluginErrorBytes
};

// Returns the path of the program `command`. If `command` contains a slash, `command` is the path. If not, the path is
// the first match in the folders of the variable PATH. Relative folders in PATH are ignored. Errors: NotFound if no
// executable program is found.
absl::StatusOr<std::string> FindProgram(const std::string& command, const Environment& environment);

// Runs a program and waits until the program ends. The program runs without a shell, with an empty standard input, and
// in its own process group. If the program must be killed, the whole process group is killed.
PluginResult RunPlugin(const PluginProcess& process);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_PLUGIN_PROCESS_H_
