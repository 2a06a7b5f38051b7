// Tests that the typed amounts of a metric are equal to the text amounts in the same response.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddAverageValue;
using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddObject;
using ::cpsizer::testing::AddPodsMetric;
using ::cpsizer::testing::AddPodsValue;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::FailReading;
using ::cpsizer::testing::ReplicasRequest;

void ExpectSame(const std::string& text, bool is_there, const v1::ReplicasAmount& amount) {
  EXPECT_EQ(is_there, !text.empty());
  if (text.empty()) return;
  if (!absl::EndsWith(text, "%")) {
    EXPECT_EQ(amount.quantity(), text);
    return;
  }
  int percent = 0;
  ASSERT_TRUE(absl::SimpleAtoi(absl::StripSuffix(text, "%"), &percent)) << text;
  ASSERT_EQ(amount.amount_case(), v1::ReplicasAmount::kUtilization);
  EXPECT_EQ(amount.utilization(), percent);
}

TEST(Amounts, EqualTheAmountsInTheTextsForEachTypeOfMetric) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddCpuPods(request, {"1500m", "500m"});
  AddUtilization(request, "cpu", 50);
  AddAverageValue(request, "cpu", "750m");
  v1::ReplicasReading& pods = AddPodsMetric(request, "2");
  AddPodsValue(pods, "p0", "7");
  AddPodsValue(pods, "p1", "8");
  AddObject(request, "Value", "10", "25");
  AddObject(request, "AverageValue", "10", "25");
  AddExternal(request, "Value", "10", {"1500u"});
  AddExternal(request, "AverageValue", "10", {"0"});
  FailReading(AddExternal(request, "AverageValue", "10", {"0"}), "boom");
  const v1::RecommendReplicasResponse response = Decide(request);
  ASSERT_EQ(response.metrics_size(), 8);
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    ExpectSame(metric.usage(), metric.has_usage_amount(), metric.usage_amount());
    ExpectSame(metric.target(), metric.has_target_amount(), metric.target_amount());
    const v1::ReplicasFlips& flips = metric.flips();
    ExpectSame(flips.grows_at(), flips.has_grows_at_amount(), flips.grows_at_amount());
    ExpectSame(flips.shrinks_at(), flips.has_shrinks_at_amount(), flips.shrinks_at_amount());
  }
  EXPECT_EQ(response.metrics(0).usage_amount().utilization(), 100);
  EXPECT_EQ(response.metrics(0).target_amount().utilization(), 50);
  EXPECT_EQ(response.metrics(0).flips().grows_at_amount().utilization(), 101);
  EXPECT_EQ(response.metrics(1).usage_amount().quantity(), "1");
  EXPECT_EQ(response.metrics(1).target_amount().quantity(), "750m");
  EXPECT_EQ(response.metrics(2).usage_amount().quantity(), "7500m");
  EXPECT_FALSE(response.metrics(6).flips().has_shrinks_at_amount()) << "nothing is below zero";
  EXPECT_FALSE(response.metrics(7).has_usage_amount());
}

}  // namespace
}  // namespace cpsizer
