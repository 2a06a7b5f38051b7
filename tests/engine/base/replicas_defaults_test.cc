#include "cpsizer/replicas_defaults.h"

#include <string>

#include "gtest/gtest.h"

namespace cpsizer {
namespace {

TEST(ReplicasDefaults, KnowsTheVersionsOfApiServers) {
  EXPECT_EQ(KubernetesMinor("v1.37.2"), 37);
  EXPECT_EQ(KubernetesMinor("1.37"), 37);
  EXPECT_EQ(KubernetesMinor("v1.36.3-eks-4a2c_b"), 36);
  EXPECT_EQ(KubernetesMinor("v1.37.0-gke.100+dirty"), 37);
  EXPECT_EQ(KubernetesMinor("v1.37+"), absl::nullopt);
  EXPECT_EQ(KubernetesMinor("v1.23.0"), 23);
  EXPECT_EQ(KubernetesMinor("v1.99.0"), 99);
  EXPECT_EQ(KubernetesMinor(kDefaultKubernetesVersion), kNewestKubernetesMinor);
}

TEST(ReplicasDefaults, RefusesOtherTexts) {
  for (const char* const text :
       {"",          "v",        "1",     "1.",     "v1",       "latest",          "v2.0.0",
        "v1.22.9",   "v1.100.0", "1.3",   "v1.37.", "v1.37.x",  "v1.37.2 ",        " v1.37.2",
        "v1.37.2.1", "vv1.37",   "1.-37", "1.+37",  "v1.37.2-", "v1.37.2-\x1b[2J", "v1.37.99999999999"}) {
    EXPECT_EQ(KubernetesMinor(text), absl::nullopt) << text;
  }
  EXPECT_EQ(KubernetesMinor("v1.37.2-" + std::string(56, 'a')), 37);
  EXPECT_EQ(KubernetesMinor("v1.37.2-" + std::string(57, 'a')), absl::nullopt);
}

TEST(ReplicasDefaults, FollowTheVersion) {
  EXPECT_FALSE(ReplicasDefaultsOf(36).scale_to_zero);
  EXPECT_TRUE(ReplicasDefaultsOf(37).scale_to_zero);
  EXPECT_FALSE(ReplicasDefaultsOf(34).configurable_tolerance);
  EXPECT_TRUE(ReplicasDefaultsOf(35).configurable_tolerance);
  EXPECT_FALSE(ReplicasDefaultsOf(33).pod_level_resources);
  EXPECT_TRUE(ReplicasDefaultsOf(34).pod_level_resources);
  EXPECT_EQ(ReplicasDefaultsOf(35).zero_rule, v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
  EXPECT_EQ(ReplicasDefaultsOf(36).zero_rule, v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION);
}

TEST(ReplicasDefaults, TheConditionScaledToZeroProvesTheGate) {
  v1::HorizontalPodAutoscaler autoscaler;
  EXPECT_FALSE(ProvesScaleToZero(autoscaler));
  autoscaler.mutable_status()->add_conditions()->set_type("AbleToScale");
  EXPECT_FALSE(ProvesScaleToZero(autoscaler));
  autoscaler.mutable_status()->add_conditions()->set_type("ScaledToZero");
  EXPECT_TRUE(ProvesScaleToZero(autoscaler));
}

}  // namespace
}  // namespace cpsizer
