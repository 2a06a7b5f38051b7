// The installed controllers of MachineAutoscalers and the ClusterAutoscaler. The pods of the shapes run on this
// machine, with the accounts and the rights that kubectl has installed before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/deploy/installed_test.h"
#include "tests/deploy/local_pod.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kAutoscalerNamespace[] = "openshift-machine-api";
constexpr char kMachineSets[] = "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machinesets";
constexpr char kMachineAutoscalers[] =
    "/apis/autoscaling.openshift.io/v1beta1/namespaces/openshift-machine-api/machineautoscalers";
constexpr char kClusterAutoscalers[] = "/apis/autoscaling.openshift.io/v1/clusterautoscalers";
constexpr char kClusterOperators[] = "/apis/config.openshift.io/v1/clusteroperators";
constexpr char kDeployments[] = "/apis/apps/v1/namespaces/openshift-machine-api/deployments";
constexpr char kServices[] = "/api/v1/namespaces/openshift-machine-api/services";
constexpr char kMonitoring[] = "/apis/monitoring.coreos.com/v1/namespaces/openshift-machine-api/";
constexpr char kPolicies[] = "/apis/networking.k8s.io/v1/namespaces/openshift-machine-api/networkpolicies";
constexpr char kFinalizer[] = "machinetarget.autoscaling.openshift.io";
constexpr char kOwner[] = "autoscaling.openshift.io/machineautoscaler";
constexpr char kMaxSize[] = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
constexpr char kName[] = "cluster-autoscaler-default";

// Returns the paths of all objects that the controller of the ClusterAutoscaler writes.
std::vector<std::string> ObjectsOfTheAutoscaler() {
  std::vector<std::string> paths = {
      absl::StrCat(kServices, "/", kName), absl::StrCat(kMonitoring, "servicemonitors/", kName),
      absl::StrCat(kMonitoring, "prometheusrules/", kName), absl::StrCat(kDeployments, "/", kName)};
  for (const char* suffix : {"-default-deny", "-allow-egress-to-dns", "-allow-egress-to-api-server",
                             "-allow-ingress-to-webhooks", "-allow-ingress-to-metrics"}) {
    paths.push_back(absl::StrCat(kPolicies, "/", kName, suffix));
  }
  return paths;
}

class RunningAutoscalersTest : public InstalledTest {
 protected:
  std::unique_ptr<LocalPod> Run(const std::string& name, const std::string& account,
                                const std::vector<std::string>& paths) {
    Install(name);
    const auto objects = Render(ShapeNamed(name));
    EXPECT_TRUE(objects.ok()) << objects.status();
    WaitForAccount(account, paths);
    const LocalPod::Node node = {.programs = testing::ProgramFolder(),
                                 .kubeconfig = KubeconfigOf(account),
                                 .variables = {"CPSIZER_LOG_LEVEL=debug", "CPSIZER_LEADER_ELECT_RETRY_PERIOD=1s"}};
    auto pod = LocalPod::Start(Find(OfKind(*objects, "Deployment").at(0), {"spec", "template"}), node);
    const absl::Status status = pod.ok() ? (*pod)->WaitUntilReady() : pod.status();
    EXPECT_EQ(status, absl::OkStatus());
    return status.ok() ? *std::move(pod) : nullptr;
  }

  std::string KubeconfigOf(const std::string& account) {
    return server().WriteKubeconfig(absl::StrCat("system:serviceaccount:cpsizer:", account),
                                    {"system:serviceaccounts", "system:serviceaccounts:cpsizer"});
  }

  std::unique_ptr<testing::ApiUser> UserOf(const std::string& account) {
    auto user = testing::ApiUser::Make(KubeconfigOf(account));
    EXPECT_TRUE(user.ok()) << user.status();
    return user.ok() ? *std::move(user) : nullptr;
  }

  // Waits until RBAC allows the account to read these paths. After that, no request of the sidecar should be forbidden.
  void WaitForAccount(const std::string& account, const std::vector<std::string>& paths) {
    const auto user = UserOf(account);
    ASSERT_NE(user, nullptr);
    for (const std::string& path : paths) {
      const auto allowed = [&] {
        const absl::Status status = user->Get(path).status();
        return absl::IsNotFound(status) ? absl::OkStatus() : status;
      };
      ASSERT_EQ(user->Eventually(allowed), absl::OkStatus()) << path;
    }
  }

  // Waits until the request is refused, because RBAC may still apply the rights of an earlier test.
  void ExpectRefusedSoon(testing::ApiUser& user, const kube::HttpRequest& request) {
    EXPECT_TRUE(admin().RunUntil([&] { return absl::IsPermissionDenied(user.Send(request).status()); }, kTimeout))
        << request.path;
  }

  void CreateAll(const std::vector<Json>& objects) {
    for (const Json& object : objects) {
      ASSERT_EQ(admin().Create(testing::CollectionOf(object), object).status(), absl::OkStatus()) << object;
    }
    DeleteLater(objects);
  }

  Json Read(const std::string& path) {
    const auto object = admin().Get(path);
    return object.ok() ? *object : Json();
  }
  bool IsGone(const std::string& path) { return absl::IsNotFound(admin().Get(path).status()); }

  bool HasEvent(const std::string& name_space, const std::string& kind, const std::string& reason) {
    const Json events = Read(absl::StrCat("/apis/events.k8s.io/v1/namespaces/", name_space, "/events"));
    for (const Json& event : Find(events, {"items"})) {
      if (TextAt(event, {"reason"}) == reason && TextAt(event, {"regarding", "kind"}) == kind) return true;
    }
    return false;
  }

  // Expects that RBAC refused no request. A log line about a refused request contains the message of the API server.
  static void ExpectNothingForbidden(testing::Subprocess& sidecar) {
    EXPECT_THAT(absl::StrCat(sidecar.standard_output(), sidecar.standard_error()), Not(HasSubstr("forbidden")));
  }

  static bool SaysWhatItWouldChange(testing::Subprocess& sidecar, absl::string_view name) {
    const auto wanted = [name](absl::string_view line) {
      return absl::StrContains(line, "would ") && absl::StrContains(line, name);
    };
    if (sidecar.WaitForLine(wanted, kTimeout).has_value()) return true;
    ADD_FAILURE() << sidecar.standard_output() << sidecar.standard_error();
    return false;
  }
};

// A MachineAutoscaler, and its MachineSet, which has no annotations.
class RunningMachineAutoscalersTest : public RunningAutoscalersTest {
 protected:
  static constexpr char kAccount[] = "cpsizer-machine-autoscalers";

  void SetUp() override {
    RunningAutoscalersTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const Json metadata = {{"name", "workers-a"}, {"namespace", kAutoscalerNamespace}};
    const Json target = {{"apiVersion", "machine.openshift.io/v1beta1"}, {"kind", "MachineSet"}, {"name", "workers-a"}};
    const Json machine_set = {{"apiVersion", "machine.openshift.io/v1beta1"},
                              {"kind", "MachineSet"},
                              {"metadata", metadata},
                              {"spec", {{"replicas", 3}}}};
    const Json autoscaler = {{"apiVersion", "autoscaling.openshift.io/v1beta1"},
                             {"kind", "MachineAutoscaler"},
                             {"metadata", metadata},
                             {"spec", {{"minReplicas", 1}, {"maxReplicas", 12}, {"scaleTargetRef", target}}}};
    CreateAll({machine_set, autoscaler});
  }

  std::unique_ptr<LocalPod> RunShape(const std::string& name) {
    return Run(name, kAccount, {kMachineAutoscalers, kMachineSets});
  }

  Json Annotations() { return Find(Read(absl::StrCat(kMachineSets, "/workers-a")), {"metadata", "annotations"}); }
  Json ReadAutoscaler() { return Read(absl::StrCat(kMachineAutoscalers, "/workers-a")); }
};

TEST_F(RunningMachineAutoscalersTest, ObservesWithTheRightsOfItsOverlay) {
  const auto pod = RunShape("MachineAutoscalersThatObserve");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  EXPECT_TRUE(SaysWhatItWouldChange(sidecar, "workers-a"));
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  ExpectNothingForbidden(sidecar);
  EXPECT_TRUE(Annotations().is_null()) << Annotations();
  EXPECT_TRUE(Find(ReadAutoscaler(), {"metadata", "finalizers"}).is_null());
}

TEST_F(RunningMachineAutoscalersTest, BoundsAndReleasesTheMachineSetWithTheRightsOfTheComponent) {
  const auto pod = RunShape("MachineAutoscalersEnforced");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  const auto bounded = [this] {
    return TextAt(Annotations(), {kMaxSize}) == "12" &&
           TextAt(Annotations(), {kOwner}) == absl::StrCat(kAutoscalerNamespace, "/workers-a");
  };
  EXPECT_TRUE(admin().RunUntil(bounded, kTimeout)) << sidecar.standard_output() << sidecar.standard_error();
  const Json autoscaler = ReadAutoscaler();
  EXPECT_EQ(Find(autoscaler, {"metadata", "finalizers"}), Json({kFinalizer}));
  EXPECT_EQ(TextAt(autoscaler, {"status", "lastTargetRef", "name"}), "workers-a");
  const Json machine_set = Read(absl::StrCat(kMachineSets, "/workers-a"));
  EXPECT_TRUE(Find(machine_set, {"metadata", "ownerReferences"}).is_null());
  EXPECT_EQ(kube::NumberAt(machine_set, {"spec", "replicas"}), 3);
  const auto reported = [this] { return HasEvent(kAutoscalerNamespace, "MachineAutoscaler", "SuccessfulUpdate"); };
  EXPECT_TRUE(admin().RunUntil(reported, kTimeout)) << sidecar.standard_output() << sidecar.standard_error();

  ASSERT_TRUE(admin().Delete(absl::StrCat(kMachineAutoscalers, "/workers-a")).ok());
  const auto gone = [this] { return IsGone(absl::StrCat(kMachineAutoscalers, "/workers-a")); };
  EXPECT_TRUE(admin().RunUntil(gone, kTimeout)) << ReadAutoscaler();
  EXPECT_FALSE(Annotations().contains(kMaxSize)) << Annotations();
  EXPECT_FALSE(Annotations().contains(kOwner)) << Annotations();
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  ExpectNothingForbidden(sidecar);
}

TEST_F(RunningMachineAutoscalersTest, AccountHasNoMoreRightsThanTheControllerUses) {
  Install("MachineAutoscalersThatObserve");
  WaitForAccount(kAccount, {kMachineAutoscalers, kMachineSets});
  const auto account = UserOf(kAccount);
  ASSERT_NE(account, nullptr);
  for (const std::string& path :
       {std::string("/api/v1/namespaces/openshift-machine-api/secrets"), absl::StrCat(kMachineSets, "/workers-a"),
        std::string("/apis/machine.openshift.io/v1beta1/machinesets"), std::string(kClusterAutoscalers),
        std::string(kDeployments)}) {
    EXPECT_TRUE(absl::IsPermissionDenied(account->Get(path).status())) << path;
  }
  ExpectRefusedSoon(*account,
                    kube::MergePatchOwn(absl::StrCat(kMachineSets, "/workers-a"), {{"spec", Json::object()}}));
}

// The ClusterAutoscaler of the example, the Deployment of the operator with its settings (without pods), and the
// objects of OpenShift that describe the cluster.
class RunningClusterAutoscalersTest : public RunningAutoscalersTest {
 protected:
  static constexpr char kAccount[] = "cpsizer-cluster-autoscalers";

  void SetUp() override {
    RunningAutoscalersTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const Json autoscaler = {{"apiVersion", "autoscaling.openshift.io/v1"},
                             {"kind", "ClusterAutoscaler"},
                             {"metadata", {{"name", "default"}}},
                             {"spec", {{"resourceLimits", {{"maxNodesTotal", 24}}}}}};
    CreateAll({Operator(), Named("Infrastructure", "cluster"), Named("FeatureGate", "cluster"),
               Named("ClusterOperator", "machine-api"), Named("ClusterOperator", "cluster-autoscaler"), autoscaler});
    SetStatus("infrastructures/cluster", {{"platformStatus", {{"type", "AWS"}}}});
    const Json gates = {{"version", "5.1.2"}, {"enabled", Json::array()}};
    SetStatus("featuregates/cluster", {{"featureGates", Json::array({gates})}});
    const Json conditions = {Condition("Available", "True"), Condition("Degraded", "False")};
    SetStatus("clusteroperators/machine-api", {{"conditions", conditions}});
  }

  std::unique_ptr<LocalPod> RunShape(const std::string& name) {
    std::vector<std::string> paths = ObjectsOfTheAutoscaler();
    for (const std::string& path :
         {absl::StrCat(kClusterAutoscalers, "?fieldSelector=metadata.name%3Ddefault"), std::string(kMachineAutoscalers),
          std::string("/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machines"),
          std::string("/apis/config.openshift.io/v1/infrastructures/cluster"),
          std::string("/apis/config.openshift.io/v1/featuregates/cluster"),
          absl::StrCat(kClusterOperators, "/machine-api"), absl::StrCat(kClusterOperators, "/cluster-autoscaler"),
          absl::StrCat(kDeployments, "/cluster-autoscaler-operator")}) {
      paths.push_back(path);
    }
    return Run(name, kAccount, paths);
  }

  Json Container() {
    const Json deployment = Read(absl::StrCat(kDeployments, "/", kName));
    const Json& containers = Find(deployment, {"spec", "template", "spec", "containers"});
    return containers.is_array() && !containers.empty() ? containers[0] : Json();
  }

 private:
  static Json Named(const char* kind, const char* name) {
    return {{"apiVersion", "config.openshift.io/v1"},
            {"kind", kind},
            {"metadata", {{"name", name}}},
            {"spec", Json::object()}};
  }
  static Json Condition(const char* type, const char* status) {
    return {{"type", type}, {"status", status}, {"lastTransitionTime", "2026-01-01T00:00:00Z"}};
  }
  static Json Operator() {
    const Json labels = {{"k8s-app", "cluster-autoscaler-operator"}};
    const Json container = {{"name", "cluster-autoscaler-operator"},
                            {"image", "cluster-autoscaler-operator:4.18"},
                            {"env",
                             {{{"name", "RELEASE_VERSION"}, {"value", "5.1.2"}},
                              {{"name", "CLUSTER_AUTOSCALER_IMAGE"}, {"value", "cluster-autoscaler:4.18"}},
                              {{"name", "CLUSTER_AUTOSCALER_NAMESPACE"}, {"value", kAutoscalerNamespace}},
                              {{"name", "WATCH_NAMESPACE"}, {"value", kAutoscalerNamespace}}}}};
    return {
        {"apiVersion", "apps/v1"},
        {"kind", "Deployment"},
        {"metadata", {{"name", "cluster-autoscaler-operator"}, {"namespace", kAutoscalerNamespace}}},
        {"spec",
         {{"replicas", 0},
          {"selector", {{"matchLabels", labels}}},
          {"template", {{"metadata", {{"labels", labels}}}, {"spec", {{"containers", Json::array({container})}}}}}}}};
  }
  void SetStatus(const std::string& object, const Json& status) {
    const std::string path = absl::StrCat("/apis/config.openshift.io/v1/", object, "/status");
    ASSERT_EQ(admin().Patch(path, {{"status", status}}).status(), absl::OkStatus());
  }
};

TEST_F(RunningClusterAutoscalersTest, ObservesWithTheRightsOfItsOverlay) {
  const auto pod = RunShape("ClusterAutoscalersThatObserve");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  EXPECT_TRUE(SaysWhatItWouldChange(sidecar, kName));
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  ExpectNothingForbidden(sidecar);
  for (const std::string& path : ObjectsOfTheAutoscaler()) EXPECT_TRUE(IsGone(path)) << path;
}

TEST_F(RunningClusterAutoscalersTest, AppliesRepairsAndDeletesWithTheRightsOfTheComponent) {
  const auto pod = RunShape("ClusterAutoscalersEnforced");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  for (const std::string& path : ObjectsOfTheAutoscaler()) {
    EXPECT_TRUE(admin().RunUntil([&] { return !IsGone(path); }, kTimeout))
        << path << ": " << sidecar.standard_output() << sidecar.standard_error();
  }
  EXPECT_THAT(Container().dump(), HasSubstr("--max-nodes-total=24"));
  EXPECT_EQ(TextAt(Container(), {"image"}), "cluster-autoscaler:4.18");
  const auto reported = [this] {
    const Json status = Find(Read(absl::StrCat(kClusterOperators, "/cluster-autoscaler")), {"status"});
    return status.is_object() && Find(status, {"conditions"}).size() == 4 &&
           HasEvent(kAutoscalerNamespace, "ClusterAutoscaler", "SuccessfulCreate");
  };
  EXPECT_TRUE(admin().RunUntil(reported, kTimeout)) << sidecar.standard_output() << sidecar.standard_error();

  // Changes objects, so that they differ from the plan.
  const Json policy_types = {{"spec", {{"policyTypes", {"Egress"}}}}};
  const std::string policy = absl::StrCat(kPolicies, "/", kName, "-default-deny");
  ASSERT_TRUE(admin().Patch(policy, policy_types).ok());
  const auto repaired = [&] { return Find(Read(policy), {"spec", "policyTypes"}).size() == 2; };
  EXPECT_TRUE(admin().RunUntil(repaired, kTimeout)) << sidecar.standard_output() << sidecar.standard_error();

  ASSERT_TRUE(admin().Delete(absl::StrCat(kClusterAutoscalers, "/default")).ok());
  for (const std::string& path : ObjectsOfTheAutoscaler()) {
    EXPECT_TRUE(admin().RunUntil([&] { return IsGone(path); }, kTimeout))
        << path << ": " << sidecar.standard_output() << sidecar.standard_error();
  }
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  ExpectNothingForbidden(sidecar);
}

TEST_F(RunningClusterAutoscalersTest, AccountHasNoMoreRightsThanTheControllerUses) {
  Install("ClusterAutoscalersEnforced");
  WaitForAccount(kAccount, {absl::StrCat(kDeployments, "/", kName)});
  const auto account = UserOf(kAccount);
  ASSERT_NE(account, nullptr);
  for (const std::string& path :
       {std::string("/api/v1/namespaces/openshift-machine-api/secrets"), std::string(kDeployments),
        absl::StrCat(kDeployments, "/other"), std::string(kClusterAutoscalers),
        absl::StrCat(kClusterOperators, "/other"), std::string(kMachineSets)}) {
    EXPECT_TRUE(absl::IsPermissionDenied(account->Get(path).status())) << path;
  }
  const auto policy = [](const std::string& name) {
    return Json{{"apiVersion", "networking.k8s.io/v1"},
                {"kind", "NetworkPolicy"},
                {"metadata", {{"name", name}, {"namespace", kAutoscalerNamespace}}},
                {"spec", {{"podSelector", {{"matchLabels", {{"a", "b"}}}}}}}};
  };
  const auto apply = [&](const std::string& name) {
    return account->Send(kube::Apply(absl::StrCat(kPolicies, "/", name), policy(name), "cpsizer-sidecar")).status();
  };
  const std::string allowed = absl::StrCat(kName, "-default-deny");
  EXPECT_EQ(account->Eventually([&] { return account->Create(kPolicies, policy(allowed)).status(); }),
            absl::OkStatus());
  DeleteLater({policy(allowed)});
  EXPECT_EQ(apply(allowed), absl::OkStatus());
  EXPECT_TRUE(absl::IsPermissionDenied(apply("other")));
  ExpectRefusedSoon(*account, kube::MergePatchOwn(absl::StrCat(kDeployments, "/cluster-autoscaler-operator"),
                                                  {{"spec", {{"replicas", 1}}}}));
}

}  // namespace
}  // namespace cpsizer::deploy
