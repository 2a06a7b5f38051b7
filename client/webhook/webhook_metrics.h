#ifndef CPSIZER_CLIENT_WEBHOOK_WEBHOOK_METRICS_H_
#define CPSIZER_CLIENT_WEBHOOK_WEBHOOK_METRICS_H_

#include <prometheus/metric_family.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/webhook/review_result.h"
#include "server/process/histogram.h"
#include "server/process/metric_family.h"
#include "server/process/sharded_counters.h"
#include "server/process/tls/tls_status.h"
#include "server/process/web_server/web_counters.h"

namespace cpsizer::webhook {

// Counts reviews. Thread-safe. Does not use a lock.
class WebhookMetrics {
 public:
  WebhookMetrics();

  // Counts a review of an object of `kind` with its outcome. `duration` is the time since the request began.
  void Count(absl::string_view kind, Outcome outcome, std::chrono::nanoseconds duration);

  // Returns the number of reviews with this kind and this outcome.
  int64_t reviews(size_t kind_index, Outcome outcome) const;

  void Collect(std::vector<prometheus::MetricFamily>& families) const;

 private:
  server::ShardedCounters reviews_;
  server::Histogram durations_;
};

// The TLS status of the server, and of the connections to a remote service. A status is absent if TLS is not used.
struct WebhookTls {
  absl::optional<server::TlsStatus> server;
  absl::optional<server::TlsStatus> service;
  int64_t failed_handshakes = 0;  // of the server
};

// Returns all metrics of the program, except the metrics of the process.
std::vector<prometheus::MetricFamily> CollectWebhookMetrics(const WebhookMetrics& metrics,
                                                            const server::WebCounters& web, const WebhookTls& tls);

// Returns the metrics of the webhook only.
absl::Span<const server::MetricInfo> WebhookMetricTable();

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_WEBHOOK_METRICS_H_
