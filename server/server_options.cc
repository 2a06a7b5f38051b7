#include "server/server_options.h"

#include <iterator>
#include <utility>
#include <vector>

#include "server/flag_table.h"

namespace cpsizer::server {
namespace {

constexpr int kMaxInFlight = 10'000;

constexpr Program kProgram = {
    "cpsizer-server",
    "The gRPC service that answers how big the control planes of Kubernetes clusters should be, and why.",
    "SIGTERM or SIGINT: health NOT_SERVING, the drain delay, then the grace period; a second one exits at once.\n"
    "Exit codes: 0 stopped as asked, 2 a flag, a file or an address that cannot be used, 4 internal."};

std::vector<Flag> FlagsOf(ServerOptions& options) {
  std::vector<Flag> flags = {
      {"--grpc-addr", "ADDRESS", "127.0.0.1:50051",
       "where to serve gRPC: host:port (port 0: any free one), [address]:port or unix:/path",
       [&options](absl::string_view text) {
         options.grpc_addr = std::string(text);
         return absl::OkStatus();
       }},
      AdminAddrFlag(options.admin_addr),
      {"--reflection", "true|false", "true", "serve gRPC reflection, which tells grpcurl what there is",
       [&options](absl::string_view text) { return SetBool(text, options.reflection); }, true},
      {"--drain-delay", "DURATION", "5s", "how long to go on serving after SIGTERM, once health says NOT_SERVING",
       [&options](absl::string_view text) { return SetDuration(text, absl::ZeroDuration(), options.drain_delay); }},
      {"--shutdown-grace-period", "DURATION", "15s", "how long calls in flight may then take to finish",
       [&options](absl::string_view text) {
         return SetDuration(text, absl::ZeroDuration(), options.shutdown_grace_period);
       }},
      {"--max-in-flight", "COUNT", "64", "batches that may run or wait at once; more are told to try again",
       [&options](absl::string_view text) { return SetCount(text, 1, kMaxInFlight, options.max_in_flight); }},
      LogFormatFlag(options.log),
      LogLevelFlag(options.log),
  };
  std::vector<Flag> security = SecurityFlags(options.security);
  flags.insert(flags.begin() + 1, std::make_move_iterator(security.begin()), std::make_move_iterator(security.end()));
  return flags;
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments) {
  CommandLine command_line;
  absl::StatusOr<std::string> print = ParseFlags(kProgram, FlagsOf(command_line.options), arguments);
  if (!print.ok()) return print.status();
  command_line.print = *std::move(print);
  if (absl::Status status = CheckSecurityOptions(command_line.options.security); !status.ok()) return status;
  return command_line;
}

}  // namespace cpsizer::server
