#ifndef CPSIZER_SERVER_RPC_SERVER_OPTIONS_H_
#define CPSIZER_SERVER_RPC_SERVER_OPTIONS_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/process/listen_address.h"
#include "server/process/logging.h"
#include "server/rpc/limit_options.h"
#include "server/rpc/security/security_options.h"

namespace cpsizer::server {

// The options of the server. Flags set them.
struct ServerOptions {
  std::string grpc_addr = "127.0.0.1:50051";
  std::string admin_addr;  // if empty, there is no admin port
  mode_t unix_socket_mode = kDefaultUnixSocketMode;
  SecurityOptions security;
  bool reflection = true;
  absl::Duration drain_delay = absl::Seconds(5);
  absl::Duration shutdown_grace_period = absl::Seconds(15);
  LimitOptions limits;
  LogOptions log;
};

// Returns the names and values of the limits for calls and for the drain, for messages.
std::vector<std::pair<absl::string_view, std::string>> ShowLimits(const ServerOptions& options);

// The result of parsing the command line.
struct CommandLine {
  ServerOptions options;
  // If not empty: the text of --help or --version. In this case the program must print the text and exit.
  std::string print;
};

// Parses the arguments, which do not include the name of the program. A flag that is not in the arguments is set from
// its environment variable. Errors: InvalidArgument with one sentence for the user.
absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SERVER_OPTIONS_H_
