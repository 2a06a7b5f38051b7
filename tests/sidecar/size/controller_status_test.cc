// Tests the status of the controller. The alerts use this status.
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/controller_test.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::IsEmpty;

// Returns the clusters that are held for `reason`.
HeldObjects Held(const SidecarStatus& status, const std::string& reason) {
  const auto found = status.held.find(reason);
  return found == status.held.end() ? HeldObjects() : found->second;
}

TEST_F(ControllerTest, ReportsTheNumberReasonAndAgeOfHolds) {
  StartWithOne();
  PutSized("hc2", "small", "10Gi");
  at_.Settle();
  EXPECT_THAT(at_.Status().held, IsEmpty());
  at_.PutVpa(VpaJson("hc1", ""));
  at_.Pass(absl::Hours(1));
  at_.PutVpa(VpaJson("hc2", ""));
  at_.Pass(absl::Hours(2));
  const HeldObjects held = Held(at_.Status(), "VPA_RECOMMENDATION_MISSING");
  EXPECT_EQ(held.count, 2u);
  EXPECT_GE(held.longest, absl::Hours(3));
  EXPECT_LT(held.longest, absl::Hours(3) + absl::Minutes(1));
  at_.PutVpa(VpaJson("hc1", "10Gi"));
  at_.Settle();
  EXPECT_EQ(Held(at_.Status(), "VPA_RECOMMENDATION_MISSING").count, 1u);
  EXPECT_LT(Held(at_.Status(), "VPA_RECOMMENDATION_MISSING").longest, absl::Hours(3));
}

TEST_F(ControllerTest, AHoldContinuesWhileItsReasonChanges) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", ""));
  at_.Pass(absl::Hours(1));
  at_.PutVpa(VpaJson("hc1", "1e20"));
  at_.Pass(absl::Hours(1));
  const SidecarStatus status = at_.Status();
  ASSERT_EQ(status.held.size(), 1u);
  EXPECT_EQ(status.held.begin()->second.count, 1u);
  EXPECT_GE(status.held.begin()->second.longest, absl::Hours(2));
}

TEST_F(ControllerTest, AHoldStartsAgainAfterADecision) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", ""));
  at_.Pass(absl::Hours(1));
  at_.PutVpa(VpaJson("hc1", "100Gi"));
  at_.Pass(absl::Hours(1));
  at_.PutVpa(VpaJson("hc1", ""));
  at_.Pass(absl::Minutes(1));
  EXPECT_EQ(at_.Status().held.begin()->second.longest, absl::Minutes(1));
}

TEST_F(ControllerTest, ReportsHowManyExceedTheLargestSize) {
  StartWithOne();
  EXPECT_EQ(at_.Sizes().exceeding_largest, 0u);
  at_.PutVpa(VpaJson("hc1", "100Gi"));
  at_.Settle();
  EXPECT_EQ(at_.Sizes().exceeding_largest, 1u);
  EXPECT_THAT(at_.Status().held, IsEmpty());
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_EQ(at_.Sizes().exceeding_largest, 0u);
}

TEST_F(ControllerTest, ReportsTheServiceErrorUntilASuccess) {
  StartWithOne();
  EXPECT_EQ(at_.Status().service_error, "");
  at_.service.broken = absl::UnavailableError("down");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(1));
  EXPECT_EQ(at_.Status().service_error, "down");
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_EQ(at_.Status().service_error, "");
}

TEST_F(ControllerTest, ReportsTheStateOfTheConfiguration) {
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kUnknown);
  StartWithOne();
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kValid);
  Json invalid = ConfigurationJson(2);
  invalid["spec"]["sizes"][0]["capacity"]["memory"] = "-1";
  at_.PutConfiguration(invalid);
  at_.Settle();
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kInvalid);
  EXPECT_EQ(Held(at_.Status(), kConfigurationUnusable).count, 1u);
  at_.RemoveConfiguration();
  at_.Settle();
  EXPECT_EQ(at_.Sizes().configuration, ConfigurationState::kMissing);
}

TEST_F(ControllerTest, CountsSizesThatGoBackAndForth) {
  StartWithOne();
  for (const char* memory : {"20Gi", "10Gi", "20Gi"}) {
    at_.PutVpa(VpaJson("hc1", memory));
    at_.Settle();
  }
  EXPECT_EQ(at_.counters.writes[kSizeWrites], 3);
  EXPECT_EQ(at_.counters.size_reversals, 2);
}

}  // namespace
}  // namespace cpsizer::sidecar
