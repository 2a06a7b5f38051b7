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

// What a person can choose.
struct ServerOptions {
  std::string grpc_addr = "127.0.0.1:50051";
  std::string admin_addr;  // empty: no admin port
  mode_t unix_socket_mode = kDefaultUnixSocketMode;
  SecurityOptions security;
  bool reflection = true;
  absl::Duration drain_delay = absl::Seconds(5);
  absl::Duration shutdown_grace_period = absl::Seconds(15);
  LimitOptions limits;
  LogOptions log;
};

// Name and value of all that bounds calls and the drain, for people.
std::vector<std::pair<absl::string_view, std::string>> ShowLimits(const ServerOptions& options);

// What came of the command line.
struct CommandLine {
  ServerOptions options;
  // The text of --help or --version: to be printed, and nothing else done. Empty otherwise.
  std::string print;
};

// Reads the arguments, without the program's name, and for flags that they lack the environment.
// Errors: InvalidArgument with one sentence for a person.
absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SERVER_OPTIONS_H_
