#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "server/process/admin/admin_port.h"
#include "server/process/admin/open_connections.h"
#include "server/process/allocator.h"
#include "server/process/core_dumps.h"
#include "server/process/descriptor_limit.h"
#include "server/process/exit_code.h"
#include "server/process/hung_process.h"
#include "server/process/logging.h"
#include "server/process/stop_signals.h"
#include "server/process/tls/handshake_log.h"
#include "server/process/version.h"
#include "server/rpc/drain.h"
#include "server/rpc/event_engine.h"
#include "server/rpc/server.h"
#include "server/rpc/server_admin.h"
#include "server/rpc/server_options.h"

namespace cpsizer::server {
namespace {

constexpr std::chrono::seconds kPollPeriod{1};

int Fail(const absl::Status& status) {
  std::cerr << "cpsizer-server: " << std::string(status.message()) << std::endl;
  return absl::IsInternal(status) ? kExitInternal : kExitUsage;
}

// Reduces the maximum number of connections in `options` if the process does not have enough descriptors.
ServerOptions FitToMachine(ServerOptions options) {
  options.limits.max_connections = ConnectionsThatFit(options.limits.max_connections);
  return options;
}

void LogFit(const LimitOptions& wanted, const LimitOptions& limits) {
  if (limits.max_connections == wanted.max_connections) return;
  Log(LogLevel::kWarn,
      "the limit of open files is too low for --max-connections; accepting fewer connections; raise the hard limit "
      "(ulimit -Hn)",
      {{"maxConnections", absl::StrCat(limits.max_connections)}});
}

void LogStart(const Server& server, const absl::optional<ServerAdmin>& admin, const ServerOptions& options) {
  const std::string admin_address = admin.has_value() ? admin->address() : "off";
  const std::string clients = AllowedClients(options.security, server.local(), server.authorization_rules());
  std::vector<LogField> fields = {{"address", server.address()},
                                  {"adminAddress", admin_address},
                                  {"security", Posture(options.security, server.local())},
                                  {"clients", clients},
                                  {"reflection", options.reflection ? "true" : "false"}};
  const auto limits = ShowLimits(options);
  for (const auto& [name, value] : limits) fields.push_back({name, value});
  fields.insert(fields.end(), {{"version", Version()}, {"commit", Commit()}});
  Log(LogLevel::kInfo, "serving", fields);
  if (AnyClientMayCall(options.security, server.local())) {
    Log(LogLevel::kWarn,
        "any client that can reach this address is allowed to call; restrict the clients with --tls-cert-file, "
        "--tls-private-key-file, --client-ca-file and --allowed-clients",
        {{"address", server.address()}, {"security", Posture(options.security, server.local())}});
  }
}

void DrainServer(Server& server, absl::optional<ServerAdmin>& admin, const ServerOptions& options) {
  DrainSteps steps;
  steps.set_not_serving = [&] {
    if (admin.has_value()) admin->SetDraining();
    server.SetNotServing();
  };
  steps.wait = absl::SleepFor;
  steps.refuse_new_calls = [&] { server.RefuseNewCalls(); };
  steps.shut_down = [&](absl::Duration grace) { server.ShutDown(grace); };
  Drain(steps, options.drain_delay, options.shutdown_grace_period);
}

// Logs the number of calls that the shutdown has cancelled.
void LogCutCalls(int64_t calls) {
  if (calls == 0) return;
  Log(LogLevel::kWarn,
      "cancelled calls that were still in flight at the end of --shutdown-grace-period; increase the period",
      {{"calls", absl::StrCat(calls)}});
}

int Run(absl::Span<const char* const> arguments) {
  const absl::StatusOr<CommandLine> command_line = ParseCommandLine(arguments);
  if (!command_line.ok()) return Fail(command_line.status());
  if (!command_line->print.empty()) {
    std::cout << command_line->print << std::flush;
    return std::cout.good() ? kExitOk : Fail(absl::InternalError("failed to write to standard output"));
  }
  RaiseDescriptorLimit();
  if (absl::Status status = CheckDescriptorLimit(); !status.ok()) return Fail(status);
  BoundFreeMemory();
  HoldStopSignals();
  const ServerOptions options = FitToMachine(command_line->options);
  StartLogging(options.log);
  UseOneThreadEventEngine();
  // `stop` is created before the first log line, because writing a log line may block. `stop` is destroyed after the
  // server and the admin port, so that the timeout of `stop` also applies while the server and the admin port are
  // destroyed.
  StopSignal stop(absl::ToChronoNanoseconds(DrainTimeout(options.drain_delay, options.shutdown_grace_period)),
                  EndHungProcess);
  // gRPC logs the timeout of a handshake only at level debug. For this reason, with TLS, all log lines of gRPC are
  // captured.
  CaptureLibraryLogs({LogHandshakeLine, /*all=*/!options.security.tls.empty()});
  LogFit(command_line->options.limits, options.limits);
  absl::StatusOr<absl::optional<Listener>> admin_port = OpenAdminPort(options.admin_addr);
  if (!admin_port.ok()) return Fail(admin_port.status());
  const absl::StatusOr<std::unique_ptr<Server>> server = Server::Start({.options = options});
  if (!server.ok()) return Fail(server.status());
  absl::optional<ServerAdmin> admin;
  if (admin_port->has_value()) admin.emplace(**std::move(admin_port), **server, options);
  LogStart(**server, admin, options);

  const absl::string_view signal = stop.Wait(kPollPeriod, [&server = **server, &admin] {
    server.Poll();
    if (admin.has_value()) admin->Poll();
  });
  Log(LogLevel::kInfo, "draining", {{"signal", signal}});
  DrainServer(**server, admin, options);
  LogCutCalls((*server)->cut_calls());
  Log(LogLevel::kInfo, "stopped");
  return kExitOk;
}

}  // namespace
}  // namespace cpsizer::server

int main(int argc, char** argv) {
  // Must be called first. In the Abseil library of the distribution, deadlock detection is on: it takes time, and ends
  // the process at a suspected deadlock.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  cpsizer::server::DisableCoreDumps();
  return cpsizer::server::Run(absl::MakeConstSpan(argv + 1, static_cast<size_t>(argc > 0 ? argc - 1 : 0)));
}
