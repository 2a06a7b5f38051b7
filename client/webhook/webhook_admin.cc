#include "client/webhook/webhook_admin.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "absl/time/clock.h"
#include "server/process/flag_table.h"
#include "server/process/listen_address.h"
#include "server/process/show_time.h"
#include "server/process/tls/tls_report.h"
#include "server/process/version.h"

namespace cpsizer::webhook {

WebhookAdmin::WebhookAdmin(server::Listener listener, const server::WebServer& https, const WebhookMetrics& metrics,
                           std::function<WebhookTls()> tls, const Options& options)
    : https_(https),
      metrics_(metrics),
      tls_(std::move(tls)),
      options_(options),
      start_(absl::Now()),
      probe_(server::ResolveListenAddress(https.address())->candidates[0]),
      http_(std::move(listener), Pages(), thread_) {}

server::AdminPages WebhookAdmin::Pages() {
  return {[this] { return CollectWebhookMetrics(metrics_, https_.counters(), tls_()); }, [this] { return Live(); },
          [this] { return Ready(); }, [] { return server::VersionJson("cpsizer-webhook"); },
          [this] { return Status(); }};
}

absl::Status WebhookAdmin::Live() const {
  if (draining_.load(std::memory_order_relaxed)) return absl::OkStatus();
  return probe_.Check();
}

absl::Status WebhookAdmin::Ready() const {
  if (draining_.load(std::memory_order_relaxed)) return absl::UnavailableError("draining");
  return absl::OkStatus();
}

std::string WebhookAdmin::Status() const {
  const WebhookTls tls = tls_();
  const nlohmann::ordered_json status = {
      {"program", "cpsizer-webhook"},
      {"version", std::string(server::Version())},
      {"commit", std::string(server::Commit())},
      {"startTime", server::ShowTime(start_)},
      {"uptimeSeconds", absl::ToInt64Seconds(absl::Now() - start_)},
      {"draining", draining_.load(std::memory_order_relaxed)},
      {"address", https_.address()},
      {"adminAddress", address()},
      {"certificates", server::TlsJson(server::Side::kServer, tls.server)},
      {"service", ServiceName(options_)},
      {"serviceCertificates", server::TlsJson(server::Side::kClient, tls.service)},
      {"onFailure", options_.on_failure == OnFailure::kAllow ? "allow" : "deny"},
      {"limits",
       {{"maxConnections", options_.max_connections},
        {"maxRequestBytes", server::ShowBytes(options_.max_request_bytes)},
        {"maxBufferedBytes", server::ShowBytes(options_.max_buffered_bytes)}}},
      {"inFlight", {{"connections", https_.counters().connections()}}},
  };
  // Invalid UTF-8 is replaced, because a path may contain any bytes.
  return status.dump(2, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace cpsizer::webhook
