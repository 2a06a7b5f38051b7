#include "client/replicas/server_version.h"

#include <string>

#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::replicas {
namespace {

using ::testing::HasSubstr;

TEST(ServerVersionTest, ReadsGitVersion) {
  tree::Node answer;
  answer.kind = tree::NodeKind::kMap;
  tree::SetText(answer, "gitVersion", "v1.37.2");
  EXPECT_EQ(ReadGitVersion(answer).value(), "v1.37.2");
  tree::SetText(answer, "gitVersion", "v9\n");
  EXPECT_THAT(std::string(ReadGitVersion(answer).status().message()),
              HasSubstr("/version: gitVersion \"v9\\n\" is not a version of Kubernetes"));
  EXPECT_FALSE(ReadGitVersion(tree::Node()).ok());
}

TEST(ServerVersionTest, ALaterVersionIsTreatedAsTheNewestKnownVersion) {
  EXPECT_EQ(VersionWords("v1.36.3"), "v1.36.3");
  EXPECT_EQ(VersionWords("v1.38.0"), "v1.38.0, treated as v1.37");
}

struct GateCase {
  const char* name;
  const char* version;
  bool condition;              // the status has the condition ScaledToZero
  absl::optional<bool> given;  // the gate in the options before
  absl::optional<bool> gate;   // the gate after
};

TEST(ServerVersionTest, EnablesTheGateOfTheVersionOrOfTheCondition) {
  const GateCase cases[] = {
      {"on", "v1.37.2", false, absl::nullopt, true},
      {"not on", "v1.36.3", false, absl::nullopt, absl::nullopt},
      {"proven", "v1.36.3", true, absl::nullopt, true},
      {"not known", "", false, absl::nullopt, absl::nullopt},
      {"not known, and proven", "", true, absl::nullopt, true},
      {"given", "v1.37.2", true, false, false},
      {"given on", "v1.36.3", false, true, true},
  };
  for (const GateCase& c : cases) {
    v1::HorizontalPodAutoscaler autoscaler;
    if (c.condition) autoscaler.mutable_status()->add_conditions()->set_type("ScaledToZero");
    v1::RecommendReplicasOptions options;
    if (c.given.has_value()) options.set_scale_to_zero(*c.given);
    SetVersion(c.version, autoscaler, options);
    EXPECT_EQ(options.has_scale_to_zero(), c.gate.has_value()) << c.name;
    EXPECT_EQ(options.scale_to_zero(), c.gate.value_or(false)) << c.name;
    EXPECT_EQ(options.kubernetes_version(), c.version) << c.name;
  }
}

TEST(ServerVersionTest, SetsTheOtherDefaultsOfTheVersion) {
  v1::RecommendReplicasOptions options;
  SetVersion("v1.33.1", {}, options);
  EXPECT_TRUE(options.has_configurable_tolerance());
  EXPECT_FALSE(options.configurable_tolerance());
  EXPECT_FALSE(options.pod_level_resources());
  EXPECT_EQ(options.zero_replicas_rule(), v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
  SetVersion("v1.37.2", {}, options);
  EXPECT_FALSE(options.configurable_tolerance()) << "what is set stays";
  v1::RecommendReplicasOptions newest;
  SetVersion("v1.37.2", {}, newest);
  EXPECT_TRUE(newest.configurable_tolerance());
  EXPECT_TRUE(newest.pod_level_resources());
  EXPECT_EQ(newest.zero_replicas_rule(), v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION);
}

}  // namespace
}  // namespace cpsizer::replicas
