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

// What a server, or a client of one, tells of its files of TLS. Names of certificates are seen from the program that
// tells: a server shows `server` and believes `client_ca`, a client shows `client` and believes `server_ca`.
namespace cpsizer::server {

absl::Span<const MetricInfo> TlsMetricTable();

// Adds the metrics of that table; nothing without TLS.
void CollectTls(Side side, const absl::optional<TlsStatus>& tls, std::vector<prometheus::MetricFamily>& families);

// For /statusz: when the certificates end, and what is wrong with the files, if anything is; null without TLS.
nlohmann::ordered_json TlsJson(Side side, const absl::optional<TlsStatus>& tls);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_REPORT_H_
