#include "client/webhook/webhook_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "client/webhook/validated_kinds.h"

namespace cpsizer::webhook {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(WebhookMetricsTest, CountsByKindAndOutcome) {
  WebhookMetrics metrics;
  metrics.Count("MachineAutoscaler", Outcome::kDenied, std::chrono::milliseconds(3));
  metrics.Count("MachineAutoscaler", Outcome::kDenied, std::chrono::milliseconds(3));
  metrics.Count("Invented", Outcome::kNotReviewed, std::chrono::milliseconds(3));
  EXPECT_EQ(metrics.reviews(KindIndex("MachineAutoscaler"), Outcome::kDenied), 2);
  EXPECT_EQ(metrics.reviews(kOtherKind, Outcome::kNotReviewed), 1);
  std::vector<prometheus::MetricFamily> families;
  metrics.Collect(families);
  const std::string page = server::Expose(families);
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_reviews_total{kind=\"MachineAutoscaler\",outcome=\"denied\"} 2"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_reviews_total{kind=\"other\",outcome=\"not_reviewed\"} 1"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_review_duration_seconds_count 3"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_review_duration_seconds_bucket{le=\"0.0025\"} 0"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_review_duration_seconds_bucket{le=\"0.005\"} 3"));
  EXPECT_THAT(page, Not(HasSubstr("Invented")));
}

TEST(WebhookMetricsTest, HasTheCountersOfTheServer) {
  server::WebCounters web;
  web.SetConnections(3);
  web.Reject();
  web.Respond(200);
  web.Respond(505);
  web.Respond(505);
  web.Respond(418);
  WebhookTls tls;
  tls.failed_handshakes = 4;
  const std::string page = server::Expose(CollectWebhookMetrics(WebhookMetrics(), web, tls));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_http_responses_total{code=\"200\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_http_responses_total{code=\"404\"} 0\n"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_http_responses_total{code=\"505\"} 2\n"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_http_responses_total{code=\"other\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_connections 3\n"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_rejected_connections_total 1\n"));
  EXPECT_THAT(page, HasSubstr("cpsizer_webhook_failed_handshakes_total 4\n"));
}

}  // namespace
}  // namespace cpsizer::webhook
