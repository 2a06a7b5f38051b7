#include "tests/e2e/autoscalers/autoscalers_e2e_test.h"

#include <signal.h>

#include <iostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/e2e/programs.h"
#include "tests/testing/real_api/real_api_server.h"

namespace cpsizer::e2e {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;

absl::Status InstallAutoscalers(testing::ApiUser& admin) {
  absl::Status status;
  for (const char* crd : {"deploy/crds/cluster-autoscaler/clusterautoscalers.yaml",
                          "deploy/crds/cluster-autoscaler/machineautoscalers.yaml", "tests/testing/crds/openshift.yaml",
                          "tests/testing/crds/prometheusrules.yaml", "tests/testing/crds/servicemonitors.yaml"}) {
    status.Update(testing::InstallCrd(admin, crd));
  }
  return status;
}

}  // namespace

void AutoscalersTest::SetUp() {
  RealClusterTest::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  static const absl::Status& installed = *new absl::Status(InstallAutoscalers(admin()));
  ASSERT_EQ(installed, absl::OkStatus());
}

void AutoscalersTest::TearDown() {
  if (IsSkipped()) return;
  for (const auto& sidecar : sidecars_) {
    sidecar->Signal(SIGKILL);
    if (HasFailure()) std::cout << sidecar->standard_error() << "\n";
  }
  // Deletes the leases, so that the next leader does not wait until they expire.
  for (const std::string& lease : leases_) {
    admin().Delete(absl::StrCat("/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/", lease)).IgnoreError();
  }
}

testing::Subprocess& AutoscalersTest::StartSidecar(absl::string_view controller, absl::string_view mode,
                                                   const std::vector<std::string>& more) {
  std::vector<std::string> command = {SidecarProgram(),
                                      absl::StrCat("--controller=", controller),
                                      absl::StrCat("--mode=", mode),
                                      absl::StrCat("--kubeconfig=", server().AdminKubeconfig()),
                                      "--leader-elect-resource-namespace=cpsizer",
                                      "--leader-elect-lease-duration=3s",
                                      "--leader-elect-renew-deadline=2s",
                                      "--leader-elect-retry-period=500ms"};
  command.insert(command.end(), more.begin(), more.end());
  auto started = testing::Subprocess::Start(command);
  EXPECT_TRUE(started.ok()) << started.status();
  leases_.push_back(absl::StrCat("cpsizer-sidecar-", controller));
  sidecars_.push_back(*std::move(started));
  return *sidecars_.back();
}

void AutoscalersTest::StopSidecar(testing::Subprocess& sidecar) {
  sidecar.Signal(SIGTERM);
  EXPECT_EQ(sidecar.Wait(kAutoscalersTimeout), 0);
}

bool AutoscalersTest::Exists(const std::string& path) {
  const absl::StatusOr<Json> object = admin().Get(path);
  EXPECT_TRUE(object.ok() || absl::IsNotFound(object.status())) << object.status();
  return object.ok();
}

std::string AutoscalersTest::VersionOf(const std::string& path) {
  return std::string(TextAt(MustGet(path), {"metadata", "resourceVersion"}));
}

void AutoscalersTest::MustPatch(const std::string& path, const Json& patch) {
  const absl::StatusOr<Json> patched = admin().Patch(path, patch);
  EXPECT_TRUE(patched.ok()) << patched.status();
}

std::vector<Json> AutoscalersTest::Events(absl::string_view name, absl::string_view reason) {
  std::vector<Json> events;
  const Json list = MustGet(absl::StrCat("/apis/events.k8s.io/v1/namespaces/", kMachineNamespace, "/events"));
  for (const Json& event : Find(list, {"items"})) {
    if (TextAt(event, {"regarding", "name"}) == name && TextAt(event, {"reason"}) == reason) events.push_back(event);
  }
  return events;
}

}  // namespace cpsizer::e2e
