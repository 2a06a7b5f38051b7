#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/service/in_process_service.h"
#include "client/service/remote_service.h"
#include "client/webhook/endpoint.h"
#include "client/webhook/options.h"
#include "client/webhook/queue_executor.h"
#include "client/webhook/reviewer.h"
#include "client/webhook/webhook_admin.h"
#include "client/webhook/webhook_metrics.h"
#include "server/process/admin/admin_port.h"
#include "server/process/admin/open_connections.h"
#include "server/process/allocator.h"
#include "server/process/core_dumps.h"
#include "server/process/descriptor_limit.h"
#include "server/process/event_loop.h"
#include "server/process/exit_code.h"
#include "server/process/flag_table.h"
#include "server/process/hung_process.h"
#include "server/process/listen_address.h"
#include "server/process/logging.h"
#include "server/process/stop_signals.h"
#include "server/process/tls/client_tls.h"
#include "server/process/tls/tls_reloader.h"
#include "server/process/version.h"
#include "server/process/watchdog.h"
#include "server/process/web_server/tls_streams.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::webhook {
namespace {

// The interval for reading the TLS files.
constexpr std::chrono::seconds kPollPeriod{1};

int Fail(const absl::Status& status) {
  std::cerr << "cpsizer-webhook: " << std::string(status.message()) << std::endl;
  return absl::IsInternal(status) ? server::kExitInternal : server::kExitUsage;
}

// The service for reviews, and the TLS files of the connection to this service.
struct Decider {
  std::function<std::unique_ptr<SizingService>(Executor)> make;
  std::shared_ptr<server::ClientTlsReloader> tls;  // null: TLS is not used
};

absl::StatusOr<Decider> DeciderOf(const Options& options) {
  Decider decider;
  if (options.service.empty()) {
    decider.make = MakeInProcessService;
    return decider;
  }
  RemoteServiceOptions remote;
  remote.target = options.service;
  remote.timeout = options.service_timeout;
  remote.large_timeout = options.service_timeout;
  remote.tls.server_name = options.service_server_name;
  remote.explain = [target = options.service](absl::StatusCode code, absl::string_view error) {
    return absl::StrCat("the service ", target, " responded with ", absl::StatusCodeToString(code), ": ", error);
  };
  if (!options.service_tls.empty()) {
    absl::StatusOr<std::unique_ptr<server::ClientTlsReloader>> loaded =
        server::ClientTlsReloader::Load(options.service_tls, absl::Now);
    if (!loaded.ok()) return loaded.status();
    decider.tls = *std::move(loaded);
    remote.tls.reload = [reloader = decider.tls] { return reloader->Reload(); };
  }
  decider.make = [remote](Executor executor) { return MakeRemoteService(std::move(executor), remote); };
  return decider;
}

absl::StatusOr<server::Listener> OpenListener(const std::string& https_addr) {
  constexpr absl::string_view kFlag = "--https-addr";
  const absl::StatusOr<server::ListenAddress> address = server::ResolveListenAddress(https_addr);
  if (!address.ok()) return absl::InvalidArgumentError(absl::StrCat(kFlag, ": ", address.status().message()));
  return server::Listener::Open(*address, kFlag);
}

server::WebLimits LimitsOf(const Options& options) {
  server::WebLimits limits;
  limits.max_connections = static_cast<size_t>(server::ConnectionsThatFit(options.max_connections));
  limits.max_body_bytes = options.max_request_bytes;
  limits.max_buffered_bytes = options.max_buffered_bytes;
  return limits;
}

void LogStart(const Options& options, const server::WebServer& https, const absl::optional<WebhookAdmin>& admin) {
  const std::string admin_address = admin.has_value() ? admin->address() : "off";
  server::Log(server::LogLevel::kInfo, "serving",
              {{"address", https.address()},
               {"adminAddress", admin_address},
               {"clients", options.tls.client_ca.empty() ? "any" : "those of --client-ca-file"},
               {"service", ServiceName(options)},
               {"onFailure", options.on_failure == OnFailure::kAllow ? "allow" : "deny"},
               {"maxConnections", absl::StrCat(options.max_connections)},
               {"maxRequestBytes", server::ShowBytes(options.max_request_bytes)},
               {"maxBufferedBytes", server::ShowBytes(options.max_buffered_bytes)},
               {"drainDelay", server::ShowDuration(options.drain_delay)},
               {"shutdownGracePeriod", server::ShowDuration(options.shutdown_grace_period)},
               {"version", server::Version()},
               {"commit", server::Commit()}});
}

// Waits for the signal, and then drains the server, so that all reviews get a response. While it waits, checks the TLS
// files and the HTTPS port.
void StopOnSignal(const Options& options, server::StopSignal& stop, server::TlsReloader& reloader,
                  server::WebServer& https, absl::optional<WebhookAdmin>& admin) {
  const absl::string_view signal = stop.Wait(kPollPeriod, [&] {
    reloader.Poll();
    if (admin.has_value()) admin->Poll();
  });
  server::Log(server::LogLevel::kInfo, "draining", {{"signal", signal}});
  if (admin.has_value()) admin->SetDraining();
  https.Drain();
  absl::SleepFor(options.drain_delay);
  https.Stop(absl::ToChronoNanoseconds(options.shutdown_grace_period));
}

int Serve(const Options& options, server::StopSignal& stop) {
  absl::StatusOr<absl::optional<server::Listener>> admin_port = server::OpenAdminPort(options.admin_addr);
  if (!admin_port.ok()) return Fail(admin_port.status());
  const absl::StatusOr<std::unique_ptr<server::TlsReloader>> reloader =
      server::TlsReloader::Load(options.tls, absl::Now);
  if (!reloader.ok()) return Fail(reloader.status());
  const absl::StatusOr<Decider> decider = DeciderOf(options);
  if (!decider.ok()) return Fail(decider.status());
  absl::StatusOr<server::Listener> listener = OpenListener(options.https_addr);
  if (!listener.ok()) return Fail(listener.status());
  const absl::StatusOr<std::unique_ptr<server::TlsStreams>> streams =
      server::TlsStreams::Make(**reloader, options.tls_min_version);
  if (!streams.ok()) return Fail(streams.status());
  server::EventLoop loop;
  server::WebServer https(*std::move(listener), loop, LimitsOf(options), (*streams)->MakeStream());
  // The service is created on this thread, because this thread serves the requests.
  const std::unique_ptr<SizingService> service = decider->make(ExecutorOf(loop.tasks()));
  WebhookMetrics metrics;
  absl::optional<WebhookAdmin> admin;
  if (admin_port->has_value()) {
    const auto tls = [&reloader, &streams, client = decider->tls] {
      WebhookTls status = {(*reloader)->status(), absl::nullopt, (*streams)->failed_handshakes()};
      if (client != nullptr) status.service = client->status();
      return status;
    };
    admin.emplace(**std::move(admin_port), https, metrics, tls, options);
  }
  const auto validate = [&service](v1::ValidateConfigRequest request,
                                   SizingService::OnAnswer<v1::ValidateConfigResponse> answer) {
    service->ValidateConfig(std::move(request), std::move(answer));
  };
  Reviewer reviewer(validate, loop.tasks(),
                    {options.on_failure, options.cpu_policy, ServiceName(options), options.kubernetes_version});
  Endpoint endpoint(reviewer, metrics);
  LogStart(options, https, admin);
  std::thread stopper([&] { StopOnSignal(options, stop, **reloader, https, admin); });
  https.Run(endpoint.Service());
  stopper.join();
  server::Log(server::LogLevel::kInfo, "stopped");
  return server::kExitOk;
}

int Run(absl::Span<const char* const> arguments) {
  const absl::StatusOr<CommandLine> command_line = ParseCommandLine(arguments);
  if (!command_line.ok()) return Fail(command_line.status());
  if (!command_line->print.empty()) {
    std::cout << command_line->print << std::flush;
    return std::cout.good() ? server::kExitOk : Fail(absl::InternalError("failed to write to standard output"));
  }
  const Options& options = command_line->options;
  server::RaiseDescriptorLimit();
  if (absl::Status status = server::CheckDescriptorLimit(); !status.ok()) return Fail(status);
  server::BoundFreeMemory();
  server::HoldStopSignals();
  server::StartLogging(options.log);
  server::CaptureLibraryLogs();
  // `stop` must be created before the first log line, because writing the line may block.
  server::StopSignal stop(
      absl::ToChronoNanoseconds(options.drain_delay + options.shutdown_grace_period) + server::kWatchdogSlack,
      server::EndHungProcess);
  return Serve(options, stop);
}

}  // namespace
}  // namespace cpsizer::webhook

int main(int argc, char** argv) {
  // Must be the first call. The Abseil of Debian aborts the process when it suspects a deadlock, and its check takes
  // time.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  cpsizer::server::DisableCoreDumps();
  return cpsizer::webhook::Run(absl::MakeConstSpan(argv + 1, static_cast<size_t>(argc > 0 ? argc - 1 : 0)));
}
