// Checks that the real API server accepts every shape, and admits its pods to a restricted namespace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/deploy/installed_test.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using ::testing::HasSubstr;

class InstallTest : public InstalledTest, public ::testing::WithParamInterface<Shape> {
 protected:
  // Returns whether the API server would admit a pod of the template. It admits a Deployment with any template, at most
  // with a warning.
  absl::Status TryPod(const Json& pod_template) {
    const Json pod = {
        {"apiVersion", "v1"},
        {"kind", "Pod"},
        {"metadata", {{"generateName", "tried-"}, {"labels", Find(pod_template, {"metadata", "labels"})}}},
        {"spec", pod_template["spec"]}};
    const char kPath[] = "/api/v1/namespaces/cpsizer/pods?dryRun=All&fieldValidation=Strict";
    return admin().Send(kube::Create(kPath, pod, "")).status();
  }
};

INSTANTIATE_TEST_SUITE_P(Deploy, InstallTest, ::testing::ValuesIn(Shapes()),
                         [](const auto& info) { return info.param.name; });

TEST_P(InstallTest, InstallsWithoutAWarning) {
  Install(GetParam());
}

TEST_P(InstallTest, PodsAreAdmittedToARestrictedNamespace) {
  const auto objects = Render(GetParam());
  ASSERT_TRUE(objects.ok()) << objects.status();
  for (const Json& deployment : OfKind(*objects, "Deployment")) {
    Json pod = Find(deployment, {"spec", "template"});
    EXPECT_EQ(TryPod(pod), absl::OkStatus());
    pod["spec"]["containers"][0]["securityContext"].erase("capabilities");
    pod["spec"]["securityContext"].erase("runAsNonRoot");
    const absl::Status refused = TryPod(pod);
    EXPECT_TRUE(absl::IsPermissionDenied(refused)) << refused;
    EXPECT_THAT(std::string(refused.message()), HasSubstr("unrestricted capabilities"));
    EXPECT_THAT(std::string(refused.message()), HasSubstr("runAsNonRoot"));
  }
}

}  // namespace
}  // namespace cpsizer::deploy
