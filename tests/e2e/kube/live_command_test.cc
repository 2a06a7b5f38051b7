#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/example_fleet.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

// Runs cpsizer without -f on the example fleet in a real kube-apiserver.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using testing::FinishedProcess;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kLiveCommandRbac[] = "/apis/rbac.authorization.k8s.io/v1";
constexpr char kLiveCommandKinds[] =
    "hostedclusters.hypershift.openshift.io,verticalpodautoscalers.autoscaling.k8s.io,"
    "clustersizingconfigurations.scheduling.hypershift.openshift.io,machinesets.machine.openshift.io";

class LiveCommandTest : public RealClusterTest {
 protected:
  void SetUp() override {
    RealClusterTest::SetUp();
    if (IsSkipped()) return;
    // The tests share the server. Each test deletes the configuration at its end.
    static bool created = false;
    ASSERT_EQ(created ? testing::CreateManifests(admin(), "deploy/examples/fleet/clustersizingconfiguration.yaml")
                      : testing::CreateExampleFleet(admin()),
              absl::OkStatus());
    if (!std::exchange(created, true)) AllowToRead();
    kubeconfig_ = server().WriteKubeconfig(kViewer, {});
  }
  void TearDown() override {
    if (IsSkipped()) return;
    EXPECT_TRUE(admin().Delete(absl::StrCat(kConfigurations, "/cluster")).ok());
  }

  FinishedProcess Run(const std::vector<std::string>& command) {
    const std::string path = absl::StrCat("PATH=", testing::ProgramFolder(), ":", getenv("PATH"));
    auto finished = testing::RunProcess(command, {.environment = {path, "KUBECONFIG=" + kubeconfig_}});
    EXPECT_TRUE(finished.ok()) << finished.status();
    return finished.ok() ? *std::move(finished) : FinishedProcess{-1, "", ""};
  }

  void SetCurrentSize(const std::string& name, const std::string& size) {
    const Json patch = {{"metadata", {{"labels", {{"hypershift.openshift.io/hosted-cluster-size", size}}}}}};
    const absl::Status status =
        admin()
            .Patch(absl::StrCat("/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters/", name),
                   patch)
            .status();
    EXPECT_TRUE(status.ok()) << status;
  }

  // Creates the namespace unless another test of this server has created it.
  void EnsureNamespace(const std::string& name) {
    const absl::Status status = admin().Create("/api/v1/namespaces", {{"metadata", {{"name", name}}}}).status();
    EXPECT_TRUE(status.ok() || absl::IsAlreadyExists(status)) << status;
  }

  // Creates the nodes, pods and hosted clusters of deploy/examples/capacity. The API server takes the status of a node
  // and of a pod separately, taints a new node, and requires an image and whole references to the owners of a pod.
  void CreateCapacityExample() {
    for (const char* file : {"nodes", "clusters", "pods"}) {
      const auto objects = testing::ReadManifests(absl::StrCat("deploy/examples/capacity/", file, ".yaml"));
      ASSERT_TRUE(objects.ok()) << objects.status();
      for (Json object : *objects) {
        if (object["kind"] == "ClusterSizingConfiguration") continue;
        const std::string name_space = object["metadata"].value("namespace", "");
        if (!name_space.empty()) EnsureNamespace(name_space);
        if (object["kind"] == "Pod") {
          for (Json& container : object["spec"]["containers"]) container["image"] = "registry.example.com/pause";
          for (Json& owner : object["metadata"]["ownerReferences"]) {
            owner.update({{"apiVersion", "apps/v1"}, {"uid", "1"}});
          }
        }
        if (object["kind"] == "HostedCluster") {
          // The fields that the CRD requires.
          const auto other = admin().Get(absl::StrCat(testing::CollectionOf(object), "/checkout-prod"));
          ASSERT_TRUE(other.ok()) << other.status();
          Json spec = (*other)["spec"];
          spec.update(object["spec"]);
          object["spec"] = spec;
        }
        ASSERT_EQ(admin().Create(testing::CollectionOf(object), object).status(), absl::OkStatus()) << object;
        if (object["kind"] == "HostedCluster") continue;
        if (object["kind"] == "Node") {
          const Json untainted = {{"spec", {{"taints", nullptr}}}};
          ASSERT_EQ(admin().Patch(testing::PathOf(object), untainted).status(), absl::OkStatus());
        }
        const Json status = {{"status", object["status"]}};
        ASSERT_EQ(admin().Patch(absl::StrCat(testing::PathOf(object), "/status"), status).status(), absl::OkStatus());
      }
    }
  }

  static constexpr char kViewer[] = "viewer";
  std::string kubeconfig_;

 private:
  // Allows the viewer to read these kinds, and nothing else.
  void AllowToRead() {
    const Json rule = {{"apiGroups",
                        {"hypershift.openshift.io", "autoscaling.k8s.io", "machine.openshift.io",
                         "scheduling.hypershift.openshift.io"}},
                       {"resources", {"*"}},
                       {"verbs", {"get", "list", "watch"}}};
    MustCreate(absl::StrCat(kLiveCommandRbac, "/clusterroles"),
               {{"metadata", {{"name", kViewer}}}, {"rules", Json::array({rule})}});
    const Json viewer = {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "User"}, {"name", kViewer}};
    const Json role = {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", kViewer}};
    MustCreate(absl::StrCat(kLiveCommandRbac, "/clusterrolebindings"),
               {{"metadata", {{"name", kViewer}}}, {"roleRef", role}, {"subjects", Json::array({viewer})}});
  }
};

TEST_F(LiveCommandTest, PrintsTheSameForAClusterAndForTheOutputOfKubectl) {
  const FinishedProcess dump =
      Run({testing::KubectlPath(), "get", kLiveCommandKinds, "--all-namespaces", "-o", "yaml"});
  ASSERT_EQ(dump.exit_code, 0) << dump.standard_error;
  const testing::TemporaryFolder folder;
  const std::string file = folder.Write("dump.yaml", dump.standard_output);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"recommend", "-o", "table"}, {"recommend", "-o", "json"}, {"recommend", "checkout-prod"}}) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    std::vector<std::string> live = {testing::KubectlPath(), "cpsizer"};
    live.insert(live.end(), arguments.begin(), arguments.end());
    std::vector<std::string> of_file = {testing::ProgramPath("cpsizer")};
    of_file.insert(of_file.end(), arguments.begin(), arguments.end());
    of_file.insert(of_file.end(), {"-f", file});
    const FinishedProcess there = Run(live);
    const FinishedProcess here = Run(of_file);
    EXPECT_EQ(there.exit_code, here.exit_code) << there.standard_error;
    EXPECT_EQ(there.standard_output, here.standard_output);
    EXPECT_THAT(there.standard_output, HasSubstr("checkout-prod"));
  }
  const FinishedProcess validated = Run({testing::KubectlPath(), "cpsizer", "validate"});
  EXPECT_EQ(validated.exit_code, 0) << validated.standard_error;
  EXPECT_THAT(validated.standard_output, HasSubstr("ClusterSizingConfiguration cluster\n  no findings\n"));
}

// The output is similar to the output of `kubectl get -w`: first the table, and then a line for each cluster whose
// result changes, until Ctrl-C.
TEST_F(LiveCommandTest, WatchPrintsALineForAChangeUntilItIsInterrupted) {
  auto started = testing::Subprocess::Start({testing::ProgramPath("cpsizer"), "recommend", "-n", "clusters", "-w",
                                             "--vpa-min-age=0s", "--kubeconfig", kubeconfig_});
  ASSERT_TRUE(started.ok()) << started.status();
  testing::Subprocess& watch = **started;
  const auto line_with = [&watch](absl::string_view name, absl::string_view text) {
    return watch.WaitForLine(
        [name, text](absl::string_view line) { return absl::StrContains(line, name) && absl::StrContains(line, text); },
        absl::Minutes(1));
  };
  // Waits for the last row of the table.
  ASSERT_TRUE(line_with("training-lab", "HELD").has_value()) << watch.standard_error();
  const std::string table = watch.standard_output();
  EXPECT_THAT(table, HasSubstr("orders-prod     medium   medium"));
  EXPECT_THAT(table, Not(HasSubstr("NODE-HOURS")));

  SetCurrentSize("orders-prod", "large");
  EXPECT_TRUE(line_with("orders-prod", "large    medium").has_value())
      << watch.standard_output() << watch.standard_error();
  watch.Signal(SIGINT);
  EXPECT_EQ(watch.Wait(absl::Seconds(30)), 128 + SIGINT);
  const std::string lines = watch.standard_output().substr(table.size());
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 1) << lines;
}

// The files of docs/capacity.md and the cluster itself.
TEST_F(LiveCommandTest, CapacityIsTheSameForAClusterAndForTheOutputOfKubectl) {
  CreateCapacityExample();
  if (HasFatalFailure()) return;
  kubeconfig_ = server().AdminKubeconfig();
  const testing::TemporaryFolder folder;
  for (const char* kinds : {"nodes,pods,hostedclusters.hypershift.openshift.io",
                            "clustersizingconfigurations.scheduling.hypershift.openshift.io"}) {
    const FinishedProcess dump = Run({testing::KubectlPath(), "get", kinds, "-A", "-o", "yaml"});
    ASSERT_EQ(dump.exit_code, 0) << dump.standard_error;
    folder.Write(absl::StrCat(kinds, ".yaml"), dump.standard_output);
  }
  const FinishedProcess live = Run({testing::KubectlPath(), "cpsizer", "capacity"});
  const FinishedProcess of_files = Run({testing::ProgramPath("cpsizer"), "capacity", "-f", folder.path()});
  EXPECT_EQ(live.exit_code, 0) << live.standard_error;
  EXPECT_EQ(live.standard_output, of_files.standard_output) << of_files.standard_error;
  EXPECT_THAT(live.standard_output, HasSubstr("node-a1"));
  EXPECT_THAT(live.standard_output, HasSubstr("total    6       memory     360Gi         54.5Gi"));
}

// The API server does not forward requests to an endpoint on a loopback address, so this test ends at the service.
TEST_F(LiveCommandTest, ReplayNeedsTheServiceOfPrometheusAndTheRightToReachIt) {
  const std::string example = testing::SourcePath("deploy/examples/fleet");
  const auto expect_failure = [&](const std::string& error) {
    const FinishedProcess run = Run({testing::ProgramPath("cpsizer"), "replay", "-f", example,
                                     "--prometheus-service=monitoring/prometheus-k8s:9090"});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_EQ(run.standard_output, "");
    EXPECT_THAT(run.standard_error, HasSubstr(error));
  };
  EnsureNamespace("monitoring");
  expect_failure("; allow the verb get for services/proxy in this namespace\n");

  // The Role of docs/replay.md.
  const std::string roles = absl::StrCat(kLiveCommandRbac, "/namespaces/monitoring/");
  MustCreate(absl::StrCat(roles, "roles"), {{"metadata", {{"name", "cpsizer-replay"}}},
                                            {"rules",
                                             {{{"apiGroups", {""}},
                                               {"resources", {"services/proxy"}},
                                               {"resourceNames", {"prometheus-k8s:9090"}},
                                               {"verbs", {"get"}}}}}});
  MustCreate(absl::StrCat(roles, "rolebindings"),
             {{"metadata", {{"name", "cpsizer-replay"}}},
              {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "Role"}, {"name", "cpsizer-replay"}}},
              {"subjects", {{{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "User"}, {"name", kViewer}}}}});
  expect_failure("not found; give a service that exists and has endpoints\n");

  MustCreate("/api/v1/namespaces/monitoring/services",
             {{"metadata", {{"name", "prometheus-k8s"}}}, {"spec", {{"ports", {{{"port", 9090}}}}}}});
  // No controller makes the endpoints of the service here.
  MustCreate("/api/v1/namespaces/monitoring/endpoints", {{"metadata", {{"name", "prometheus-k8s"}}}});
  expect_failure("the server responded with HTTP status 503: no endpoints available for service");
}

}  // namespace
}  // namespace cpsizer::e2e
