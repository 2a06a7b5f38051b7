#include "server/rpc/server_admin.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/process/show_time.h"
#include "server/process/tls/tls_report.h"
#include "server/process/version.h"

namespace cpsizer::server {
namespace {

nlohmann::ordered_json Limits(const ServerOptions& options) {
  nlohmann::ordered_json limits;
  for (const auto& [name, value] : ShowLimits(options)) limits[std::string(name)] = value;
  return limits;
}

// Returns the address of the server. ResolveListenAddress() cannot fail, because the server is bound to this address.
SocketAddress TargetOf(const Server& server) {
  return ResolveListenAddress(server.address())->candidates[0];
}

}  // namespace

ServerAdmin::ServerAdmin(Listener listener, Server& server, const ServerOptions& options)
    : server_(server),
      options_(options),
      start_(absl::Now()),
      probe_(TargetOf(server)),
      http_(std::move(listener), Pages(), server.event_thread()) {}

AdminPages ServerAdmin::Pages() const {
  return {[this] { return server_.CollectMetrics(); }, [this] { return Live(); }, [this] { return Ready(); },
          [] { return VersionJson("cpsizer-server"); }, [this] { return Status(); }};
}

absl::Status ServerAdmin::Live() const {
  if (draining_.load(std::memory_order_relaxed)) return absl::OkStatus();
  return probe_.Check();
}

absl::Status ServerAdmin::Ready() const {
  if (draining_.load(std::memory_order_relaxed)) return absl::UnavailableError("draining");
  return absl::OkStatus();
}

std::string ServerAdmin::Status() const {
  const auto text = [](absl::string_view value) { return std::string(value); };
  const nlohmann::ordered_json status = {
      {"program", "cpsizer-server"},
      {"version", text(Version())},
      {"commit", text(Commit())},
      {"startTime", ShowTime(start_)},
      {"uptimeSeconds", absl::ToInt64Seconds(absl::Now() - start_)},
      {"draining", draining_.load(std::memory_order_relaxed)},
      {"address", server_.address()},
      {"adminAddress", address()},
      {"security", text(Posture(options_.security, server_.local()))},
      {"clients", AllowedClients(options_.security, server_.local(), server_.authorization_rules())},
      {"clientsError", text(server_.authorization_error().message())},
      {"certificates", TlsJson(Side::kServer, server_.tls_status())},
      {"reflection", options_.reflection},
      {"limits", Limits(options_)},
      {"inFlight",
       {{"calls", server_.metrics().calls_in_flight()},
        {"mediumCalls", server_.medium_calls_in_flight()},
        {"batches", server_.batches_in_flight()},
        {"connections", server_.open_connections()}}},
  };
  // Replaces invalid UTF-8, because a path may contain any bytes.
  return status.dump(2, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace cpsizer::server
