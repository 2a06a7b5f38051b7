#include "client/cluster_autoscaler/observer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/http/rate_limit.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::cluster_autoscaler {
namespace {

using kube::Json;
using ::testing::ElementsAre;
using testing::FakeApiKind;
using testing::FakeApiRequest;
using ::testing::HasSubstr;

constexpr char kNamespace[] = "openshift-machine-api";
constexpr char kConfig[] = "config.openshift.io/v1";

const FakeApiKind kObservedKinds[] = {
    {kConfig, "Infrastructure", "infrastructures", /*namespaced=*/false},
    {kConfig, "FeatureGate", "featuregates", /*namespaced=*/false},
    {kConfig, "ClusterOperator", "clusteroperators", /*namespaced=*/false},
    {"apps/v1", "Deployment", "deployments"},
    {"v1", "Service", "services"},
};

class ObserverTest : public ::testing::Test {
 protected:
  ObserverTest() {
    for (const FakeApiKind& kind : kObservedKinds) server_.InstallKind(kind);
  }

  void PutConfig(const std::string& kind, const std::string& name, const Json& status) {
    server_.Put({{"apiVersion", kConfig}, {"kind", kind}, {"metadata", {{"name", name}}}, {"status", status}});
  }
  void PutDeployment(const std::string& name, const Json& environment) {
    const Json containers = Json::array({{{"name", "c"}, {"env", environment}}});
    server_.Put({{"apiVersion", "apps/v1"},
                 {"kind", "Deployment"},
                 {"metadata", {{"name", name}, {"namespace", kNamespace}}},
                 {"spec", {{"template", {{"spec", {{"containers", containers}}}}}}}});
  }

  Observation ObserveCluster(v1::ClusterAutoscalerOperatorSettings flags = {}) {
    kube::HttpOptions options;
    options.server = server_.url();
    options.proxy = "";
    kube::EventLoop loop(options, absl::Now, [] { return 0.5; });
    kube::ApiClient client(loop, {}, kube::RateLimit(100, 100));
    Observation found;
    bool done = false;
    Observe(client, kNamespace, std::move(flags), [&](Observation observation) {
      found = std::move(observation);
      done = true;
    });
    while (!done) loop.RunOnce(absl::Seconds(1));
    return found;
  }

  testing::FakeApiServer server_;
};

TEST_F(ObserverTest, AnEmptyClusterHasNothingAndNoError) {
  const Observation found = ObserveCluster();
  EXPECT_EQ(found.error, absl::OkStatus());
  EXPECT_TRUE(found.operands.empty());
  EXPECT_FALSE(found.infrastructure.has_value());
  EXPECT_TRUE(found.cluster_operator.is_null());
  EXPECT_EQ(found.status.machine_api_error(), "there is no ClusterOperator machine-api");
  EXPECT_EQ(found.settings.name(), "default");
  EXPECT_EQ(found.settings.namespace_(), kNamespace);
}

TEST_F(ObserverTest, ExistingObjectsAreRead) {
  PutDeployment("cluster-autoscaler-default", Json::array());
  PutConfig("Infrastructure", "cluster", {{"platformStatus", {{"type", "AWS"}}}});
  PutConfig("ClusterOperator", "machine-api",
            {{"conditions", Json::array({{{"type", "Available"}, {"status", "True"}}})}});
  PutConfig(
      "ClusterOperator", "cluster-autoscaler",
      {{"versions", Json::array({{{"name", "a"}, {"version", "1"}}, {{"name", "operator"}, {"version", "4.18.1"}}})}});
  const Observation found = ObserveCluster();
  ASSERT_EQ(found.operands.size(), 1u);
  EXPECT_EQ(found.operands[0].operand->kind, "Deployment");
  EXPECT_FALSE(Find(found.operands[0].object, {"metadata", "managedFields"}).is_null());
  EXPECT_EQ(found.infrastructure->status().platform_status().type(), "AWS");
  EXPECT_EQ(found.status.machine_api_conditions(0).type(), "Available");
  EXPECT_EQ(found.status.reported_version(), "4.18.1");
  EXPECT_FALSE(found.cluster_operator.is_null());
}

TEST_F(ObserverTest, FlagsOverrideTheEnvironmentOfTheOperator) {
  PutDeployment("cluster-autoscaler-operator",
                Json::array({{{"name", "RELEASE_VERSION"}, {"value", "4.18.2"}},
                             {{"name", "CLUSTER_AUTOSCALER_IMAGE"}, {"value", "a"}},
                             {{"name", "CLUSTER_AUTOSCALER_NAME"}, {"value", "x"}},
                             {{"name", "CLUSTER_AUTOSCALER_VERBOSITY"}, {"value", "4"}}}));
  v1::ClusterAutoscalerOperatorSettings flags;
  flags.set_image("b");
  const Observation found = ObserveCluster(flags);
  EXPECT_EQ(found.settings.release_version(), "4.18.2");
  EXPECT_EQ(found.settings.image(), "b");
  EXPECT_EQ(found.settings.verbosity(), 4);
  EXPECT_EQ(found.settings.name(), "default") << "there is one ClusterAutoscaler";
}

TEST_F(ObserverTest, AnEnvironmentThatTheOperatorCannotReadIsAnError) {
  PutDeployment("cluster-autoscaler-operator", Json::array({{{"name", "WEBHOOKS_PORT"}, {"value", "many"}}}));
  EXPECT_THAT(std::string(ObserveCluster().error.message()), HasSubstr("WEBHOOKS_PORT is \"many\""));
}

TEST_F(ObserverTest, FeatureGatesOfTheConfiguredReleaseCount) {
  const auto release = [](const std::string& version, const std::string& gate) {
    return Json{{"version", version}, {"enabled", Json::array({{{"name", gate}}})}};
  };
  PutConfig("FeatureGate", "cluster", {{"featureGates", Json::array({release("4.17.0", "Old")})}});
  v1::ClusterAutoscalerOperatorSettings flags;
  flags.set_release_version("4.18.2");
  EXPECT_THAT(ObserveCluster(flags).settings.feature_gates(), ElementsAre("Old"));
  PutConfig("FeatureGate", "cluster",
            {{"featureGates", Json::array({release("4.17.0", "Old"), release("4.18.2", "New")})}});
  EXPECT_THAT(ObserveCluster(flags).settings.feature_gates(), ElementsAre("New"));
  // The release is unknown, so its feature gates are unknown. This is an error, because the gates affect the plan.
  flags.set_release_version("4.18.3");
  EXPECT_THAT(std::string(ObserveCluster(flags).error.message()),
              HasSubstr("has the releases 4.17.0, 4.18.2, but not \"4.18.3\""));
}

TEST_F(ObserverTest, UnreadableObjectIsAnErrorAndNotAbsent) {
  server_.SetFaults([](const FakeApiRequest& request) {
    const bool refused =
        absl::StrContains(request.path, "/services/") || absl::StrContains(request.path, "machine-api/");
    return refused ? testing::AnswerFault(403) : testing::FakeApiFault();
  });
  const Observation found = ObserveCluster();
  EXPECT_THAT(std::string(found.error.message()), HasSubstr("/services/cluster-autoscaler-default: "));
  EXPECT_EQ(found.status.autoscaler_error(), found.error.message());
}

TEST_F(ObserverTest, StatusOfTheMachineApiHasItsOwnError) {
  server_.SetFaults([](const FakeApiRequest& request) {
    return absl::StrContains(request.path, "/clusteroperators/machine-api") ? testing::AnswerFault(403)
                                                                            : testing::FakeApiFault();
  });
  const Observation found = ObserveCluster();
  EXPECT_EQ(found.error, absl::OkStatus());
  EXPECT_THAT(found.status.machine_api_error(), HasSubstr("/clusteroperators/machine-api: "));
}

}  // namespace
}  // namespace cpsizer::cluster_autoscaler
