// Checks that every reference to a pod or a port refers to an existing pod or port.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/match.h"
#include "client/webhook/endpoint.h"
#include "tests/deploy/shape_test.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::Contains;

class SelectorsTest : public ShapeTest {
 protected:
  static const Json& Labels(const Json& pod) { return Find(pod, {"metadata", "labels"}); }

  // Returns the pods that a selector selects.
  std::vector<Json> Selected(const Json& selector) const {
    std::vector<Json> pods;
    for (const Json& pod : PodTemplates()) {
      if (Selects(selector, Labels(pod))) pods.push_back(pod);
    }
    return pods;
  }

  static std::set<std::string> PortNames(const std::vector<Json>& pods) {
    std::set<std::string> names;
    for (const Json& pod : pods) {
      for (const Json& container : Containers(pod)) {
        for (const Json& port : Find(container, {"ports"})) names.insert(port["name"]);
      }
    }
    return names;
  }

  // Returns the names and numbers of the ports that the policies open for a pod in one direction.
  std::set<std::string> Open(const Json& pod, const char* direction) const {
    std::set<std::string> open;
    for (const Json& policy : All("NetworkPolicy")) {
      if (!Selects(Find(policy, {"spec", "podSelector"}), Labels(pod))) continue;
      for (const Json& rule : Find(policy, {"spec", direction})) {
        for (const Json& port : Find(rule, {"ports"})) {
          open.insert(port["port"].is_string() ? port["port"].get<std::string>() : port["port"].dump());
        }
        EXPECT_TRUE(rule.contains("ports")) << policy;
      }
    }
    return open;
  }
};

INSTANTIATE_TEST_SUITE_P(Deploy, SelectorsTest, ::testing::ValuesIn(Shapes()), NameOfShape);

TEST_P(SelectorsTest, SelectorsOfWorkloadsSelectTheirPods) {
  for (const Json& deployment : All("Deployment")) {
    EXPECT_TRUE(Selects(Find(deployment, {"spec", "selector"}), Labels(Find(deployment, {"spec", "template"}))));
    const Json& spread = Find(deployment, {"spec", "template", "spec", "topologySpreadConstraints"});
    ASSERT_EQ(spread.size(), 1u);
    EXPECT_EQ(spread[0]["labelSelector"], Find(deployment, {"spec", "selector"}));
  }
  for (const Json& budget : All("PodDisruptionBudget")) {
    EXPECT_EQ(Selected(Find(budget, {"spec", "selector"})).size(), 1u) << budget;
  }
  EXPECT_EQ(All("PodDisruptionBudget").size(), All("Deployment").size());
}

TEST_P(SelectorsTest, ServicesTargetPortsOfContainers) {
  std::set<std::string> served;
  for (const Json& service : All("Service")) {
    const auto pods = Selected({{"matchLabels", Find(service, {"spec", "selector"})}});
    ASSERT_EQ(pods.size(), 1u) << service;
    for (const Json& port : Find(service, {"spec", "ports"})) {
      EXPECT_THAT(PortNames(pods), Contains(port["targetPort"]));
      for (const Json& container : Containers(pods[0])) {
        const int number = PortNamed(container, port["targetPort"]);
        EXPECT_TRUE(number == 0 || number == port["port"]) << service;
      }
      served.insert(port["name"]);
    }
  }
  EXPECT_EQ(served, PortNames(PodTemplates()));
}

TEST_P(SelectorsTest, TheWebhookIsRegisteredAtItsService) {
  const std::vector<Json> registrations = All("ValidatingWebhookConfiguration");
  bool has_webhook = false;
  for (const Json& pod : PodTemplates()) has_webhook |= Labels(pod)["app.kubernetes.io/name"] == "cpsizer-webhook";
  ASSERT_EQ(registrations.size(), has_webhook ? 1u : 0u);
  for (const Json& registration : registrations) {
    for (const Json& webhook : registration["webhooks"]) {
      const Json& target = Find(webhook, {"clientConfig", "service"});
      int found = 0;
      for (const Json& service : All("Service")) {
        if (service["metadata"]["name"] != target["name"]) continue;
        EXPECT_EQ(service["metadata"]["namespace"], target["namespace"]);
        for (const Json& port : Find(service, {"spec", "ports"})) found += port["port"] == target["port"] ? 1 : 0;
      }
      EXPECT_EQ(found, 1) << webhook;
      EXPECT_EQ(target["path"], std::string(webhook::kValidatePath));
      EXPECT_EQ(webhook["failurePolicy"], GetParam().name == "WebhookOnOpenShift" ? "Fail" : "Ignore");
      EXPECT_EQ(webhook["sideEffects"], "None");
    }
  }
}

TEST_P(SelectorsTest, AutoscalerScalesADeploymentWithoutReplicas) {
  for (const Json& autoscaler : All("HorizontalPodAutoscaler")) {
    bool found = false;
    for (const Json& deployment : All("Deployment")) {
      if (TextAt(deployment, {"metadata", "name"}) != TextAt(autoscaler, {"spec", "scaleTargetRef", "name"})) continue;
      found = true;
      EXPECT_FALSE(Find(deployment, {"spec"}).contains("replicas"));
    }
    EXPECT_TRUE(found) << autoscaler;
  }
}

TEST_P(SelectorsTest, EachPodHasANetworkPolicy) {
  for (const Json& pod : PodTemplates()) {
    bool denied = false;
    for (const Json& policy : All("NetworkPolicy")) {
      const Json& spec = policy["spec"];
      denied |= Selects(spec["podSelector"], Labels(pod)) && spec["policyTypes"] == Json({"Ingress", "Egress"}) &&
                !spec.contains("ingress") && !spec.contains("egress");
    }
    EXPECT_TRUE(denied);
  }
}

TEST_P(SelectorsTest, PoliciesOpenTheServingPortAlwaysAndAdminPortsForPrometheusOnly) {
  const bool scraped = !All("ServiceMonitor").empty();
  for (const Json& pod : PodTemplates()) {
    const std::set<std::string> open = Open(pod, "ingress");
    for (const std::string& port : PortNames({pod})) {
      EXPECT_EQ(open.count(port) == 1, port == "grpc" || port == "https" || scraped) << port;
    }
  }
  for (const Json& policy : All("NetworkPolicy")) {
    for (const Json& rule : Find(policy, {"spec", "ingress"})) {
      const bool is_for_prometheus = absl::StrContains(rule.dump(), "admin");
      EXPECT_EQ(rule.contains("from"), is_for_prometheus) << policy;
    }
  }
}

TEST_P(SelectorsTest, OnlyClientsOfTheApiServerHaveEgressAndOnlyToRequiredPorts) {
  for (const Json& pod : PodTemplates()) {
    const Json& name = Labels(pod)["app.kubernetes.io/name"];
    const bool is_machines = name == "cpsizer-machines";
    const bool is_sidecar = is_machines || name == "cpsizer-sidecar" || name == "cpsizer-replicas" ||
                            name == "cpsizer-machine-autoscalers" || name == "cpsizer-cluster-autoscalers";
    std::set<std::string> expected;
    if (is_sidecar || name == "cpsizer-ui") expected = {"443", "6443"};
    if (is_sidecar && HasSidecarWithRemoteService(GetParam())) expected.insert({"50051", "53", "5353"});
    // The ports of Prometheus and of OpenShift's Thanos, and of the DNS for their names.
    if (is_machines) expected.insert({"9090", "9091", "9092", "53", "5353"});
    EXPECT_EQ(Open(pod, "egress"), expected);
  }
}

TEST_P(SelectorsTest, PrometheusFindsEveryAdminPort) {
  for (const Json& monitor : All("ServiceMonitor")) {
    std::set<std::string> found;
    for (const Json& endpoint : Find(monitor, {"spec", "endpoints"})) found.insert(endpoint["port"]);
    for (const Json& service : All("Service")) {
      EXPECT_TRUE(Selects(Find(monitor, {"spec", "selector"}), Find(service, {"metadata", "labels"})));
    }
    for (const std::string& port : PortNames(PodTemplates())) {
      EXPECT_TRUE(port == "grpc" || port == "https" || found.count(port) == 1) << port;
    }
  }
}

}  // namespace
}  // namespace cpsizer::deploy
