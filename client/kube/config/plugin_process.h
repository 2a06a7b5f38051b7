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
  // OK: the program ended with exit code 0. DeadlineExceeded, ResourceExhausted: it ran too long or printed too much,
  // and was killed. FailedPrecondition: it could not be started, or it ended in another way. The message follows the
  // plugin's name.
  absl::Status status;
  std::string output;  // standard output
  std::string error;   // at most the first kMaxPluginErrorBytes of standard error
};

// Returns the path of the program `command`: itself if it has a slash, otherwise the first match in the absolute
// folders of
// PATH. Errors: NotFound if there is no such program that may be executed.
absl::StatusOr<std::string> FindProgram(const std::string& command, const Environment& environment);

// Runs a program to its end, without a shell, without standard input, and in its own process group, which is killed as
// a whole.
PluginResult RunPlugin(const PluginProcess& process);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_PLUGIN_PROCESS_H_
