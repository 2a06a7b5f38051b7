#include "client/webhook/webhook_metrics.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/webhook/validated_kinds.h"
#include "server/process/build_metric.h"
#include "server/process/tls/tls_report.h"

namespace cpsizer::webhook {
namespace {

using ::prometheus::MetricType;
using server::FamilyBuilder;
using server::MetricInfo;
using server::WebCounters;

constexpr MetricInfo kReviews = {
    "cpsizer_webhook_reviews_total",
    MetricType::Counter,
    {"kind", "outcome"},
    "Admission reviews by kind of the object and result: allowed, allowed_with_warnings, denied, exempted (allowed "
    "with errors, because the object is being deleted, or only its metadata or status changes), not_reviewed (allowed, "
    "because there is nothing to validate), failed_open or failed_closed (no decision, so allowed or denied according "
    "to --on-failure)."};
constexpr MetricInfo kDuration = {"cpsizer_webhook_review_duration_seconds",
                                  MetricType::Histogram,
                                  {},
                                  "Duration of reviews, from the first bytes of the request to the result."};
constexpr MetricInfo kResponses = {"cpsizer_webhook_http_responses_total",
                                   MetricType::Counter,
                                   {"code"},
                                   "HTTP responses by code. Only responses with 200 are reviews; the others refuse "
                                   "requests that are malformed or too large."};
constexpr MetricInfo kConnections = {"cpsizer_webhook_connections", MetricType::Gauge, {}, "Open connections."};
constexpr MetricInfo kRejected = {"cpsizer_webhook_rejected_connections_total",
                                  MetricType::Counter,
                                  {},
                                  "Connections that were closed because of --max-connections."};
constexpr MetricInfo kHandshakes = {"cpsizer_webhook_failed_handshakes_total",
                                    MetricType::Counter,
                                    {},
                                    "TLS handshakes that failed; those that timed out are not counted."};
constexpr MetricInfo kTable[] = {kReviews,  kDuration,   kResponses,        kConnections,
                                 kRejected, kHandshakes, server::kBuildInfo};

constexpr size_t kOutcomes = sizeof(kOutcomeNames) / sizeof(kOutcomeNames[0]);

// The bounds of the histogram in nanoseconds, from 0.1 ms to 10 s.
constexpr int64_t kBounds[] = {100'000,       250'000,       500'000,       1'000'000,     2'500'000,
                               5'000'000,     10'000'000,    25'000'000,    100'000'000,   500'000'000,
                               1'000'000'000, 2'500'000'000, 5'000'000'000, 10'000'000'000};
constexpr double kNanosecond = 1e-9;

size_t IndexOf(size_t kind_index, Outcome outcome) {
  return kind_index * kOutcomes + static_cast<size_t>(outcome);
}

}  // namespace

WebhookMetrics::WebhookMetrics() : reviews_(kKindCount * kOutcomes), durations_({kBounds, kNanosecond}) {}

void WebhookMetrics::Count(absl::string_view kind, Outcome outcome, std::chrono::nanoseconds duration) {
  reviews_.Add(IndexOf(KindIndex(kind), outcome), 1);
  durations_.Observe(duration.count());
}

int64_t WebhookMetrics::reviews(size_t kind_index, Outcome outcome) const {
  return reviews_.Sum(IndexOf(kind_index, outcome));
}

void WebhookMetrics::Collect(std::vector<prometheus::MetricFamily>& families) const {
  FamilyBuilder reviews(kReviews);
  for (size_t kind = 0; kind < kKindCount; ++kind) {
    for (size_t outcome = 0; outcome < kOutcomes; ++outcome) {
      const int64_t count = this->reviews(kind, static_cast<Outcome>(outcome));
      reviews.Add({kKindNames[kind], kOutcomeNames[outcome]}, static_cast<double>(count));
    }
  }
  families.push_back(reviews.Build());
  families.push_back(FamilyBuilder(kDuration).Add({}, durations_).Build());
}

std::vector<prometheus::MetricFamily> CollectWebhookMetrics(const WebhookMetrics& metrics, const WebCounters& web,
                                                            const WebhookTls& tls) {
  std::vector<prometheus::MetricFamily> families = {server::CollectBuildInfo()};
  metrics.Collect(families);
  FamilyBuilder responses(kResponses);
  for (size_t i = 0; i < WebCounters::kCodes.size(); ++i) {
    responses.Add({absl::StrCat(WebCounters::kCodes[i])}, static_cast<double>(web.responses(i)));
  }
  responses.Add({"other"}, static_cast<double>(web.responses(WebCounters::kCodes.size())));
  families.push_back(responses.Build());
  const auto add = [&families](const MetricInfo& info, int64_t value) {
    families.push_back(FamilyBuilder(info).Add({}, static_cast<double>(value)).Build());
  };
  add(kConnections, web.connections());
  add(kRejected, web.rejected());
  add(kHandshakes, tls.failed_handshakes);
  server::CollectTls(server::Side::kServer, tls.server, families);
  std::vector<prometheus::MetricFamily> service;
  server::CollectTls(server::Side::kClient, tls.service, service);
  // One metric has the expiry of all certificates: the certificates of the server and of the connections to the
  // service. The other metrics do not include these connections, so only reloads of the server are counted.
  for (const prometheus::MetricFamily& family : service) {
    for (prometheus::MetricFamily& known : families) {
      if (known.name != family.name || family.type != MetricType::Gauge) continue;
      known.metric.insert(known.metric.end(), family.metric.begin(), family.metric.end());
    }
  }
  return families;
}

absl::Span<const MetricInfo> WebhookMetricTable() {
  return kTable;
}

}  // namespace cpsizer::webhook
