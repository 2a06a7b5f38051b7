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

}  // namespace
}  // namespace cpsizer::webhook
