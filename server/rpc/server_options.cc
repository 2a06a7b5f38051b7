#include "server/rpc/server_options.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "server/engine/base/text.h"
#include "server/process/flag_table.h"

namespace cpsizer::server {
namespace {

constexpr Program kProgram = {"cpsizer-server",
                              "The gRPC service that recommends sizes of control planes, replicas, CPU requests and "
                              "the settings of a cluster-autoscaler, with reasons.",
                              "After SIGTERM or SIGINT, health reports NOT_SERVING; then follow the drain delay and "
                              "the grace period. A second signal ends the process at once.\n"
                              "Exit codes: 0 stopped by a signal, 2 invalid flag, file or address, 4 internal error."};

absl::Status SetMode(absl::string_view text, mode_t& mode) {
  const bool octal = !text.empty() && text.size() <= 4 && text.find_first_not_of("01234567") == absl::string_view::npos;
  const mode_t parsed = octal ? static_cast<mode_t>(strtoul(std::string(text).c_str(), nullptr, 8)) : 0;
  if (parsed == 0 || (parsed & ~mode_t{0777}) != 0) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not an octal mode such as 0600 or 0660"));
  }
  mode = parsed;
  return absl::OkStatus();
}

std::vector<Flag> GrpcAddressFlags(ServerOptions& options) {
  return {
      ListenAddressFlag("--grpc-addr",
                        "where to serve gRPC: host:port (port 0: any free one), [address]:port or unix:/path",
                        options.grpc_addr),
      {"--unix-socket-mode", "MODE", absl::StrFormat("%04o", options.unix_socket_mode),
       "permissions of the socket file of unix:/path, in octal",
       [&options](absl::string_view text) { return SetMode(text, options.unix_socket_mode); }},
  };
}

std::vector<Flag> ServingFlags(ServerOptions& options) {
  return {
      AdminAddrFlag(options.admin_addr),
      SwitchFlag("--reflection", "serve gRPC reflection, which lists the methods for grpcurl", options.reflection),
      DurationFlag("--drain-delay", "how long to keep serving after SIGTERM, while health reports NOT_SERVING",
                   absl::ZeroDuration(), options.drain_delay),
      DurationFlag("--shutdown-grace-period", "how long calls in flight may take to complete after --drain-delay",
                   absl::ZeroDuration(), options.shutdown_grace_period),
  };
}

std::vector<Flag> FlagsOf(ServerOptions& options) {
  return JoinFlags({GrpcAddressFlags(options),
                    SecurityFlags(options.security),
                    ServingFlags(options),
                    LimitFlags(options.limits),
                    {LogFormatFlag(options.log), LogLevelFlag(options.log)}});
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments) {
  CommandLine command_line;
  absl::StatusOr<std::string> print = ParseFlags(kProgram, FlagsOf(command_line.options), arguments);
  if (!print.ok()) return print.status();
  command_line.print = *std::move(print);
  if (absl::Status status = CheckSecurityOptions(command_line.options.security); !status.ok()) return status;
  if (absl::Status status = CheckLimitOptions(command_line.options.limits); !status.ok()) return status;
  return command_line;
}

std::vector<std::pair<absl::string_view, std::string>> ShowLimits(const ServerOptions& options) {
  const LimitOptions& limits = options.limits;
  return {
      {"maxInFlight", absl::StrCat(limits.max_in_flight)},
      {"maxConnections", absl::StrCat(limits.max_connections)},
      {"maxConcurrentStreams", absl::StrCat(limits.max_concurrent_streams)},
      {"maxMessageBytes", ShowBytes(limits.max_message_bytes)},
      {"memoryQuota", ShowBytes(limits.memory_quota)},
      {"configCacheBytes", ShowBytes(limits.config_cache_bytes)},
      {"maxConnectionAge", ShowDuration(limits.max_connection_age)},
      {"maxDeadline", ShowDuration(limits.max_deadline)},
      {"drainDelay", ShowDuration(options.drain_delay)},
      {"shutdownGracePeriod", ShowDuration(options.shutdown_grace_period)},
  };
}

}  // namespace cpsizer::server
