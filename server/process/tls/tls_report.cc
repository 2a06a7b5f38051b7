#include "server/process/tls/tls_report.h"

#include <nlohmann/json.hpp>

#include "server/process/show_time.h"

namespace cpsizer::server {
namespace {

using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

constexpr MetricInfo kExpiry = {
    "cpsizer_tls_certificate_expiry_timestamp_seconds",
    MetricType::Gauge,
    {"certificate"},
    "Earliest expiry of the certificates in a file, in seconds since the Unix epoch. Values of the label: server (in "
    "the sidecar: client) for the file with the presented certificate and its issuers; client_ca (in the sidecar: "
    "server_ca) for the file with the authorities that verify the peer. Only with TLS."};
constexpr MetricInfo kReloads = {"cpsizer_tls_reloads_total",
                                 MetricType::Counter,
                                 {"result"},
                                 "Reloads of changed TLS files, by result: taken (the new files are in use) or refused "
                                 "(the previous files stay in use). Only with TLS."};

// The names of the certificates of one side of a connection. `shown` and `authority` are values of a metric label.
// `authority_expiry` is a key in /statusz.
struct Names {
  absl::string_view shown;
  absl::string_view authority;
  const char* authority_expiry;
};
constexpr Names NamesOf(Side side) {
  return side == Side::kServer ? Names{"server", "client_ca", "clientCaExpiry"}
                               : Names{"client", "server_ca", "serverCaExpiry"};
}

bool Ends(absl::Time time) {
  return time != absl::InfiniteFuture();
}

}  // namespace

absl::Span<const MetricInfo> TlsMetricTable() {
  static constexpr MetricInfo kTable[] = {kExpiry, kReloads};
  return kTable;
}

void CollectTls(Side side, const absl::optional<TlsStatus>& tls, std::vector<MetricFamily>& families) {
  if (!tls.has_value()) return;
  const Names names = NamesOf(side);
  FamilyBuilder expiry(kExpiry);
  const auto add = [&expiry](absl::string_view certificate, absl::Time time) {
    if (Ends(time)) expiry.Add({certificate}, static_cast<double>(absl::ToUnixSeconds(time)));
  };
  add(names.shown, tls->not_after);
  add(names.authority, tls->authority_not_after);
  families.push_back(expiry.Build());
  families.push_back(FamilyBuilder(kReloads)
                         .Add({"taken"}, static_cast<double>(tls->taken))
                         .Add({"refused"}, static_cast<double>(tls->refused))
                         .Build());
}

nlohmann::ordered_json TlsJson(Side side, const absl::optional<TlsStatus>& tls) {
  if (!tls.has_value()) return nullptr;
  nlohmann::ordered_json certificates = nlohmann::ordered_json::object();
  if (Ends(tls->not_after)) certificates["expiry"] = ShowTime(tls->not_after);
  if (Ends(tls->authority_not_after)) certificates[NamesOf(side).authority_expiry] = ShowTime(tls->authority_not_after);
  if (!tls->error.empty()) certificates["error"] = tls->error;
  return certificates;
}

}  // namespace cpsizer::server
