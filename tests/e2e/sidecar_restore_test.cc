#include <string>
#include <vector>

#include "client/kube/requests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar_program_test.h"

// What the API server stores things in goes back to a backup.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using ::testing::ElementsAre;

constexpr char kConfigMaps[] = "/api/v1/namespaces/cpsizer/configmaps";

class SidecarRestoreTest : public SidecarProgramTest {
 protected:
  void SetUp() override {
    SidecarProgramTest::SetUp();
    ExpectFaults();
  }
  // Lets the server count on.
  void MakeRevisions(int count) {
    std::vector<kube::HttpRequest> requests;
    for (int i = 0; i < count; ++i) {
      const Json map = {{"metadata", {{"generateName", "revision-"}}}};
      requests.push_back(kube::Create(kConfigMaps, map, "test"));
    }
    ASSERT_TRUE(admin().SendAll(std::move(requests)).ok());
  }
};

TEST_F(SidecarRestoreTest, NoticesThatEtcdWasRestoredFromABackup) {
  CreateClusters("restored-", 3, "20Gi");
  StartPatientSidecar();
  ASSERT_TRUE(WaitForSizes("restored-", 3, "medium"));
  ASSERT_EQ(server().SaveEtcd(), absl::OkStatus());
  Recommend("restored-0", "10Gi");
  Recommend("restored-1", "40Gi");
  ASSERT_TRUE(WaitForSizes("restored-0", 1, "small"));
  ASSERT_TRUE(WaitForSizes("restored-1", 1, "large"));
  // More than what the server goes through by itself afterwards: it has not seen them for long.
  MakeRevisions(500);
  ASSERT_EQ(server().RestoreEtcd(), absl::OkStatus());

  // In the world of the backup all are medium. What is said now was said before once.
  ASSERT_TRUE(WaitForSizes("restored-", 3, "medium"));
  Recommend("restored-0", "10Gi");
  Recommend("restored-2", "10Gi");
  ASSERT_TRUE(WaitForSizes("restored-0", 1, "small"));
  ASSERT_TRUE(WaitForSizes("restored-2", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("restored-1"), ElementsAre("medium", "large", "medium"));
}

}  // namespace
}  // namespace cpsizer::e2e
