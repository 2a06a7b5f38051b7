#include <stdlib.h>

#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/service/in_process_service.h"
#include "client/service/remote_service.h"
#include "client/sidecar/control/cluster_run.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/exit_code.h"
#include "client/sidecar/control/loop_executor.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/service_security.h"
#include "client/sidecar/control/settings.h"
#include "client/sidecar/control/sidecar_admin.h"
#include "client/sidecar/control/work.h"
#include "server/process/admin/admin_port.h"
#include "server/process/allocator.h"
#include "server/process/core_dumps.h"
#include "server/process/descriptor_limit.h"
#include "server/process/hung_process.h"
#include "server/process/logging.h"
#include "server/process/stop_signals.h"
#include "server/process/tls/client_tls.h"
#include "server/process/tls/handshake_log.h"
#include "server/process/version.h"
#include "server/process/watchdog.h"

namespace cpsizer::sidecar {
namespace {

constexpr int kHandshakeBurst = 3;
constexpr absl::Duration kHandshakeInterval = absl::Seconds(10);
constexpr int kLargeTimeoutFactor = 10;

int Fail(const absl::Status& status) {
  std::cerr << "cpsizer-sidecar: " << std::string(status.message()) << std::endl;
  return absl::IsInternal(status) ? kExitInternal : kExitUsage;
}

server::LogLevel ServerLevel(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return server::LogLevel::kDebug;
    case LogLevel::kInfo:
      return server::LogLevel::kInfo;
    case LogLevel::kWarn:
      return server::LogLevel::kWarn;
    case LogLevel::kError:
      break;
  }
  return server::LogLevel::kError;
}

void WriteLog(LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
  if (!server::LogEnabled(ServerLevel(level))) return;
  std::vector<server::LogField> converted;
  for (const LogField& field : fields) converted.push_back({field.key, field.value});
  server::Log(ServerLevel(level), message, converted);
}

// Prints the errors and warnings of a run on a folder to standard error. Ignores lines of other levels. A number has
// the name of its field, and texts are sentences without a name.
void PrintError(LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
  if (level < LogLevel::kWarn) return;
  std::cerr << "cpsizer-sidecar: " << message;
  absl::string_view before = ": ";
  for (const LogField& field : fields) {
    if (field.key == "retryIn") continue;  // a run on a folder does not retry
    const bool is_number = !field.value.empty() && absl::c_all_of(field.value, absl::ascii_isdigit);
    std::cerr << std::exchange(before, ", ") << (is_number ? absl::StrCat(field.key, " ") : "") << field.value;
  }
  std::cerr << std::endl;
}

// The service that decides, and the TLS status of the connection to this service.
struct Decider {
  MakeService make;
  SidecarAdmin::ServiceTlsStatus tls_status = [] { return absl::optional<server::TlsStatus>(); };
};

absl::StatusOr<Decider> DeciderOf(const Options& options) {
  Decider decider;
  if (options.service.empty()) {
    decider.make = [](kube::EventLoop& loop) { return MakeInProcessService(ExecutorOf(loop)); };
    return decider;
  }
  RemoteServiceOptions remote;
  remote.target = options.service;
  remote.timeout = options.service_timeout;
  remote.large_timeout = kLargeTimeoutFactor * options.service_timeout;
  remote.tls.server_name = options.service_server_name;
  remote.explain = [&options](absl::StatusCode code, absl::string_view error) {
    return ServiceError(options, code, error);
  };
  if (!options.service_tls.empty()) {
    absl::StatusOr<std::unique_ptr<server::ClientTlsReloader>> loaded =
        server::ClientTlsReloader::Load(options.service_tls, absl::Now);
    if (!loaded.ok()) return loaded.status();
    const std::shared_ptr<server::ClientTlsReloader> reloader = *std::move(loaded);
    remote.tls.reload = [reloader] { return reloader->Reload(); };
    decider.tls_status = [reloader] { return reloader->status(); };
  }
  decider.make = [remote](kube::EventLoop& loop) { return MakeRemoteService(ExecutorOf(loop), remote); };
  return decider;
}

// Logs a failed handshake with the service, because calls do not report such a failure while other replicas of the
// service respond. Returns whether `line` is about a failed handshake with the service.
bool LogServiceHandshake(const server::ClientTlsFiles& files, absl::string_view line) {
  const absl::optional<unsigned long> error = server::HandshakeErrorIn(line);
  if (!error.has_value()) return false;
  static server::TokenBucket& rate = *new server::TokenBucket(kHandshakeBurst, kHandshakeInterval);  // NOLINT: for good
  server::Log(rate, server::LogLevel::kWarn, "a TLS handshake with the service failed",
              {{"error", server::ExplainHandshake(*error, /*verify_result=*/0).why},
               {"hint", ServiceAdvice(files, absl::StatusCode::kUnavailable, line)}});
  return true;
}

void LogStart(const Options& options, const absl::optional<SidecarAdmin>& admin) {
  std::vector<LogField> fields = SettingsOf(options);
  fields.push_back({"adminAddress", admin.has_value() ? admin->address() : "off"});
  fields.push_back({"version", std::string(server::Version())});
  fields.push_back({"commit", std::string(server::Commit())});
  WriteLog(LogLevel::kInfo, "starting", fields);
}

int RunOnCluster(const Options& options, const Decider& decider, server::StopSignal& stop) {
  absl::StatusOr<absl::optional<server::Listener>> admin_port = server::OpenAdminPort(options.admin_addr);
  if (!admin_port.ok()) return Fail(admin_port.status());
  const auto make_work = [&options](const Work::Context& context) {
    return options.controller->make_work(options, context);
  };
  const absl::StatusOr<std::unique_ptr<ClusterRun>> run =
      ClusterRun::Make(options, decider.make, make_work, WriteLog, server::ReleaseFreeMemory);
  if (!run.ok()) return Fail(run.status());
  StatusBoard board([&run](StatusBoard::Put put) { (*run)->Ask(std::move(put)); });
  absl::optional<SidecarAdmin> admin;
  if (admin_port->has_value()) admin.emplace(**std::move(admin_port), board, options, decider.tls_status);
  LogStart(options, admin);
  std::thread stopper([&run, &admin, &stop] {
    const absl::string_view signal = stop.Wait();
    if (signal.empty()) return;
    if (admin.has_value()) admin->SetStopping();
    (*run)->Stop();
    // The log line is last, because it blocks if the log cannot be written. The lease is released even in this case.
    WriteLog(LogLevel::kInfo, "stopping", {{"signal", std::string(signal)}});
  });
  const int exit_code = (*run)->Run();
  stop.StopWaiting();
  stopper.join();
  return exit_code;
}

int Run(absl::Span<const char* const> arguments) {
  const absl::StatusOr<CommandLine> command_line = ParseCommandLine(arguments);
  if (!command_line.ok()) return Fail(command_line.status());
  if (!command_line->print.empty()) {
    std::cout << command_line->print << std::flush;
    return std::cout.good() ? kExitOk : Fail(absl::InternalError("failed to write to standard output"));
  }
  if (absl::Status status = server::CheckDescriptorLimit(); !status.ok()) return Fail(status);
  const Options& options = command_line->options;
  // A run on a folder also needs this call. Such a run never starts logging, so the captured lines of gRPC are dropped.
  // The errors of its calls contain the same information.
  server::CaptureLibraryLogs(
      {[files = options.service_tls](absl::string_view line) { return LogServiceHandshake(files, line); }});
  if (!options.source_folder.empty()) {
    // This run does not need an ordered shutdown: signals have their default effect.
    const absl::StatusOr<Decider> decider = DeciderOf(options);
    if (!decider.ok()) return Fail(decider.status());
    return options.controller->run_on_folder(options, decider->make, PrintError, std::cout, std::cerr);
  }
  server::HoldStopSignals();
  server::StartLogging(options.log);
  // Must be created before the first log line, because the log line may block. `stop` also limits the time of the whole
  // shutdown.
  server::StopSignal stop(absl::ToChronoNanoseconds(StopTimeout(options)) + server::kWatchdogSlack,
                          server::EndHungProcess);
  const absl::StatusOr<Decider> decider = DeciderOf(options);
  if (!decider.ok()) return Fail(decider.status());
  return RunOnCluster(options, *decider, stop);
}

}  // namespace
}  // namespace cpsizer::sidecar

int main(int argc, char** argv) {
  // Must be called first: Debian's Abseil aborts the process when it suspects a deadlock, and its check takes time.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  cpsizer::server::DisableCoreDumps();
  // Without this setting, gRPC wakes up every five seconds to poll its connections. The thread that waits for responses
  // already polls the connections.
  setenv("GRPC_CLIENT_CHANNEL_BACKUP_POLL_INTERVAL_MS", "0", /*replace=*/0);
  return cpsizer::sidecar::Run(absl::MakeConstSpan(argv + 1, static_cast<size_t>(argc > 0 ? argc - 1 : 0)));
}
