#include "client/sidecar/machine/machine_status.h"

#include <gtest/gtest.h>

#include <string>

namespace cpsizer::sidecar {
namespace {

// Returns the status of the condition `ScalingActive` after a decision with this reason.
std::string ScalingActiveAfter(v1::MachineReason reason) {
  v1::RecommendMachineResponse response;
  response.set_reason(reason);
  MachineStatus status;
  SetDecision({}, response, "2026-01-02T03:04:05Z", status);
  for (const v1::Condition& condition : status.conditions()) {
    if (condition.type() == "ScalingActive") return condition.status();
  }
  return "";
}

// Marks a pending change to a larger size as applied, and returns lastScaleUpTime. The pending change has the time
// `time`, and lastScaleUpTime was `last` before.
std::string LastScaleUpAfter(const std::string& last, const std::string& time) {
  MachineStatus status;
  status.set_last_scale_up_time(last);
  status.mutable_pending_scale()->set_direction("Up");
  status.mutable_pending_scale()->set_time(time);
  SetApplied(status);
  EXPECT_FALSE(status.has_pending_scale());
  EXPECT_EQ(status.last_scale_down_time(), "");
  return status.last_scale_up_time();
}

TEST(MachineStatusTest, ScalingIsActiveUnlessTheSizeCannotChange) {
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_NO_TRIGGER_MET), "True");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_TRIGGERED), "True");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_COOLING_DOWN), "True");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_SCALING_DISABLED), "False");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER), "False");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_METRICS_ERROR), "False");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_MACHINE_SET_INACTIVE), "False");
  EXPECT_EQ(ScalingActiveAfter(v1::MACHINE_REASON_MACHINE_SET_DELETING), "False");
}

TEST(MachineStatusTest, AnAppliedChangeBecomesTheLastChangeIfItIsLater) {
  const std::string time = "2026-01-02T03:04:05Z";
  EXPECT_EQ(LastScaleUpAfter("", time), time);
  EXPECT_EQ(LastScaleUpAfter("2026-01-02T03:04:04Z", time), time);
  EXPECT_EQ(LastScaleUpAfter("2026-01-02T03:04:06Z", time), "2026-01-02T03:04:06Z");
  EXPECT_EQ(LastScaleUpAfter("2026-01-02T04:04:05+01:00", time), "2026-01-02T04:04:05+01:00") << "it is the same time";
}

}  // namespace
}  // namespace cpsizer::sidecar
