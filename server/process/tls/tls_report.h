#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_REPORT_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_REPORT_H_

#include <prometheus/metric_family.h>

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "server/process/metric_family.h"
#include "server/process/tls/tls_checks.h"
#include "server/process/tls/tls_status.h"

// Metrics and a part of the status page, about the TLS files of a server or a client. The label values for a server are
// `server` (its certificate) and `client_ca` (its authorities). For a client they are `client` and `server_ca`.
namespace cpsizer::server {

absl::Span<const MetricInfo> TlsMetricTable();

// Adds the metrics of TlsMetricTable() to `families`. Does nothing if `tls` is absent.
void CollectTls(Side side, const absl::optional<TlsStatus>& tls, std::vector<prometheus::MetricFamily>& families);

// Returns the part of /statusz about TLS: the expiry of the certificates, and the error of the files if there is one.
// Returns null if `tls` is absent.
nlohmann::ordered_json TlsJson(Side side, const absl::optional<TlsStatus>& tls);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_REPORT_H_
