#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Tests an API server in which some kinds are installed only after the sidecar has started.
namespace cpsizer::e2e {
namespace {

using ::testing::ElementsAre;

constexpr char kCrds[] = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

class SidecarCrdTest : public SidecarProgramTest {
 protected:
  void DeleteCrd(const char* name, const std::string& collection) {
    ASSERT_TRUE(admin().Delete(absl::StrCat(kCrds, "/", name)).ok());
    ASSERT_TRUE(admin().RunUntil([&] { return absl::IsNotFound(admin().Get(collection).status()); }));
  }
};

TEST_F(SidecarCrdTest, StartsDecidingWhenTheyAreInstalled) {
  DeleteCrd("clustersizingconfigurations.scheduling.hypershift.openshift.io", kConfigurations);
  DeleteCrd("verticalpodautoscalers.autoscaling.k8s.io", "/apis/autoscaling.k8s.io/v1/verticalpodautoscalers");
  CreateNamespace("early-0");
  MustCreate(kHostedClusters, sidecar::ClusterJson("early-0", "large"));
  StartSidecarWithLongLease();
  EXPECT_TRUE(WaitForLog("failed to watch the API server", "clustersizingconfigurations"));
  EXPECT_TRUE(WaitForLog("failed to watch the API server", "verticalpodautoscalers"));
  for (const char* path :
       {"deploy/crds/clustersizingconfigurations.yaml", "tests/testing/crds/verticalpodautoscalers.yaml"}) {
    ASSERT_EQ(testing::InstallCrd(admin(), path), absl::OkStatus());
  }
  MustCreate(kConfigurations, sidecar::ConfigurationJson());
  ASSERT_TRUE(WaitUntil([&] { return admin().Get(VpaPath("early-0")).ok(); }));
  Recommend("early-0", "20Gi");
  ASSERT_TRUE(WaitForSizes("early-0", 1, "medium"));
  StopSidecar();
  EXPECT_THAT(SizesOf("early-0"), ElementsAre("large", "medium"));
}

}  // namespace
}  // namespace cpsizer::e2e
