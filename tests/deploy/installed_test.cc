#include "tests/deploy/installed_test.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/example_fleet.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/tools.h"

namespace cpsizer::deploy {
namespace {

using testing::RealApiServer;

constexpr char kConfigurations[] = "/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations";
constexpr char kControlPlaneAutoscalers[] = "/apis/machine.openshift.io/v1alpha1/controlplanemachinesetautoscalers";

absl::Status Apply(const RealApiServer& server, const std::string& folder) {
  const auto applied = testing::RunKubectl({"apply", "--validate=strict", "-k", folder}, server.AdminKubeconfig());
  if (!applied.ok()) return applied.status();
  if (applied->exit_code == 0 && applied->standard_error.empty()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat(folder, ": ", applied->standard_output, applied->standard_error));
}

absl::StatusOr<std::unique_ptr<RealApiServer>> StartServer() {
  absl::StatusOr<std::unique_ptr<RealApiServer>> server = RealApiServer::Start({{}, testing::kSidecarUser});
  if (!server.ok()) return server;
  if (absl::Status status = testing::InstallRequiredCrds((*server)->admin()); !status.ok()) return status;
  for (const char* path : {"tests/testing/crds/certmanager.yaml", "tests/testing/crds/prometheusrules.yaml",
                           "tests/testing/crds/servicemonitors.yaml", "tests/testing/crds/controlplanemachinesets.yaml",
                           "tests/testing/crds/openshift.yaml"}) {
    if (absl::Status status = testing::InstallCrd((*server)->admin(), path); !status.ok()) return status;
  }
  // The namespaces of the console and of the platform's monitoring.
  for (const char* name : {"openshift-config-managed", "openshift-monitoring"}) {
    const kube::Json name_space = {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}}};
    if (absl::Status status = (*server)->admin().Create("/api/v1/namespaces", name_space).status(); !status.ok()) {
      return status;
    }
  }
  for (const char* folder : {"namespace", "crds", "crds/machines", "crds/cluster-autoscaler"}) {
    if (absl::Status status = Apply(**server, testing::SourcePath(absl::StrCat("deploy/", folder))); !status.ok()) {
      return status;
    }
  }
  // Waits until the CRDs are established and their storage is ready.
  testing::ApiUser& admin = (*server)->admin();
  for (const char* path :
       {kConfigurations, kControlPlaneAutoscalers, "/apis/autoscaling.openshift.io/v1/clusterautoscalers",
        "/apis/autoscaling.openshift.io/v1beta1/machineautoscalers"}) {
    const absl::Status status = admin.Eventually([&] { return admin.Get(path).status(); });
    if (!status.ok()) return status;
  }
  return server;
}

// The API server that all tests of this program share: started by the first test that uses it, stopped after the last
// test.
class SharedServer : public ::testing::Environment {
 public:
  const absl::StatusOr<std::unique_ptr<RealApiServer>>& Get() {
    if (absl::IsUnknown(server_.status())) server_ = StartServer();
    return server_;
  }
  const absl::Status& EnsureFleet() {
    if (absl::IsUnknown(fleet_)) fleet_ = testing::CreateExampleFleet((*server_)->admin());
    return fleet_;
  }
  void TearDown() override { server_ = absl::UnknownError(""); }

 private:
  // The status is kUnknown until the server is started.
  absl::StatusOr<std::unique_ptr<RealApiServer>> server_;
  absl::Status fleet_ = absl::UnknownError("");
};

// gtest deletes this object.
SharedServer& shared_server = static_cast<SharedServer&>(*::testing::AddGlobalTestEnvironment(new SharedServer));

}  // namespace

void InstalledTest::SetUp() {
  std::string reason = testing::WhyToolsAreMissing({"kube-apiserver", "etcd"});
  if (reason.empty()) reason = testing::WhyKubectlIsMissing();
  if (!reason.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
    GTEST_SKIP() << reason;
  }
  const auto& server = shared_server.Get();
  ASSERT_TRUE(server.ok()) << server.status();
}

void InstalledTest::TearDown() {
  for (const std::string& path : installed_) {
    const absl::Status deleted = admin().Delete(path).status();
    EXPECT_TRUE(deleted.ok() || absl::IsNotFound(deleted)) << path << ": " << deleted;
  }
}

RealApiServer& InstalledTest::server() {
  return **shared_server.Get();
}

void InstalledTest::Install(const Shape& shape) {
  const auto objects = Render(shape);
  ASSERT_TRUE(objects.ok()) << objects.status();
  ASSERT_EQ(Apply(server(), WriteKustomization(shape, folder_)), absl::OkStatus());
  DeleteLater(*objects);
}

void InstalledTest::DeleteLater(const std::vector<kube::Json>& objects) {
  for (const kube::Json& object : objects) {
    const std::string kind(kube::TextAt(object, {"kind"}));
    if (kind != "Namespace" && kind != "CustomResourceDefinition") installed_.push_back(testing::PathOf(object));
  }
}

void InstalledTest::WaitForRights(bool to_lead) {
  const auto sidecar = testing::ApiUser::Make(server().SidecarKubeconfig());
  ASSERT_TRUE(sidecar.ok()) << sidecar.status();
  for (const std::string& path :
       {std::string("/apis/hypershift.openshift.io/v1beta1/hostedclusters"),
        std::string("/apis/autoscaling.k8s.io/v1/verticalpodautoscalers?fieldSelector=metadata.name%3Dkube-apiserver"),
        absl::StrCat(kConfigurations, "?fieldSelector=metadata.name%3Dcluster")}) {
    ASSERT_EQ((*sidecar)->Eventually([&] { return (*sidecar)->Get(path).status(); }), absl::OkStatus()) << path;
  }
  if (!to_lead) return;
  const auto lease = [&] {
    const char kLease[] = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/cpsizer-sidecar";
    const absl::Status status = (*sidecar)->Get(kLease).status();
    return absl::IsNotFound(status) ? absl::OkStatus() : status;
  };
  ASSERT_EQ((*sidecar)->Eventually(lease), absl::OkStatus());
}

void InstalledTest::EnsureFleet() {
  ASSERT_EQ(shared_server.EnsureFleet(), absl::OkStatus());
}

}  // namespace cpsizer::deploy
