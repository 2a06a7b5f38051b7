#include "client/sidecar/control/sidecar_admin.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/sidecar/control/service_security.h"
#include "client/sidecar/control/sidecar_metrics.h"
#include "server/process/show_time.h"
#include "server/process/tls/tls_report.h"
#include "server/process/version.h"

namespace cpsizer::sidecar {
namespace {

// Live() accepts this delay, because a credential plugin may block the loop for some time.
constexpr std::chrono::minutes kMaxResponseDelay{3};

nlohmann::ordered_json CountsOf(const std::map<std::string, HeldObjects>& held) {
  nlohmann::ordered_json counts = nlohmann::ordered_json::object();
  for (const auto& [reason, ones] : held) counts[reason] = ones.count;
  return counts;
}

}  // namespace

SidecarAdmin::SidecarAdmin(server::Listener listener, StatusBoard& board, const Options& options,
                           ServiceTlsStatus service_tls_status)
    : board_(board),
      options_(options),
      service_tls_status_(std::move(service_tls_status)),
      start_(absl::Now()),
      http_(std::move(listener), Pages(), thread_) {}

server::AdminPages SidecarAdmin::Pages() {
  return {[this] { return Metrics(); }, [this] { return Live(); }, [this] { return Ready(); },
          [] { return server::VersionJson("cpsizer-sidecar"); }, [this] { return Status(); }};
}

std::vector<prometheus::MetricFamily> SidecarAdmin::Metrics() {
  std::vector<prometheus::MetricFamily> families = CollectSidecarMetrics(board_.Read());
  server::CollectTls(server::Side::kClient, service_tls_status_(), families);
  return families;
}

absl::Status SidecarAdmin::Live() {
  if (stopping_.load(std::memory_order_relaxed)) return absl::OkStatus();
  const std::chrono::nanoseconds silence = board_.Silence();
  if (silence < kMaxResponseDelay) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the loop has not responded for ", absl::FormatDuration(absl::FromChrono(silence))));
}

absl::Status SidecarAdmin::Ready() const {
  if (stopping_.load(std::memory_order_relaxed)) return absl::UnavailableError("stopping");
  return absl::OkStatus();
}

std::string SidecarAdmin::Status() {
  const SidecarStatus now = board_.Read();
  nlohmann::ordered_json status = {
      {"program", "cpsizer-sidecar"},
      {"version", std::string(server::Version())},
      {"commit", std::string(server::Commit())},
      {"startTime", server::ShowTime(start_)},
      {"uptimeSeconds", absl::ToInt64Seconds(absl::Now() - start_)},
      {"stopping", stopping_.load(std::memory_order_relaxed)},
      {"adminAddress", address()},
      {"controller", options_.controller->name},
      {"mode", options_.enforce ? "enforce" : "observe"},
      {"service", options_.service.empty() ? "in-process" : options_.service},
      {"serviceSecurity", std::string(ServiceSecurity(options_))},
      {"serviceCertificates", server::TlsJson(server::Side::kClient, service_tls_status_())},
      {"leaderElect", TakesLease(options_)},
      {"synced", now.synced},
      {options_.controller->objects, now.objects},
      {"held", CountsOf(now.held)},
      {"limits", {{"kubeApiQps", options_.kube_api_qps}, {"kubeApiBurst", options_.kube_api_burst}}},
      {"inFlight", {{"queued", now.queued}, {"writesWaiting", now.writes_waiting}, {"writes", now.writes_in_flight}}},
  };
  // Without leader election there is no leader.
  if (TakesLease(options_)) status["leader"] = now.leads;
  if (!options_.enforce) status["observed"] = now.observed;
  if (!now.service_error.empty()) status["serviceError"] = now.service_error;
  // Paths in the status may contain any bytes.
  return status.dump(2, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace cpsizer::sidecar
