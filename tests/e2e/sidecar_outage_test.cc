#include <csignal>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar_program_test.h"
#include "tests/sidecar/objects.h"

// The API server, or what it stores things in, goes away and comes back.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Pair;

constexpr char kConfigMaps[] = "/api/v1/namespaces/cpsizer/configmaps";

class SidecarOutageTest : public SidecarProgramTest {
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

TEST_F(SidecarOutageTest, OutlivesARestartOfTheApiServer) {
  CreateClusters("restarted-", 3, "20Gi");
  StartPatientSidecar();
  ASSERT_TRUE(WaitForSizes("restarted-", 3, "medium"));
  MakeRevisions(1);
  ASSERT_EQ(server().RestartApiServer(), absl::OkStatus());
  // The server remembers nothing of before its start.
  EXPECT_TRUE(WaitForLog("too old resource version"));
  Recommend("restarted-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("restarted-1", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("restarted-0"), ElementsAre("medium"));
  EXPECT_THAT(SizesOf("restarted-1"), ElementsAre("medium", "small"));
}

TEST_F(SidecarOutageTest, OutlivesAnApiServerThatDoesNotAnswer) {
  CreateClusters("frozen-", 2, "20Gi");
  StartPatientSidecar({"--poll-interval=2s"});
  ASSERT_TRUE(WaitForSizes("frozen-", 2, "medium"));
  server().api_server().Signal(SIGSTOP);
  // The end of a watch that the server should have ended long ago.
  EXPECT_TRUE(WaitForLog("the API server cannot be followed", "no answer from the API server"));
  server().api_server().Signal(SIGCONT);
  Recommend("frozen-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("frozen-1", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("frozen-0"), ElementsAre("medium"));
}

// As long as it takes until requests fail: what comes then repeats itself.
TEST_F(SidecarOutageTest, OutlivesEtcd) {
  CreateClusters("stored-", 8, "20Gi");
  // Slowly, so that there is something left to be written.
  StartPatientSidecar({"--kube-api-qps=2", "--kube-api-burst=6"});
  ASSERT_TRUE(WaitUntil([&] { return !SizesOf("stored-0").empty(); }));
  server().etcd().Signal(SIGKILL);
  EXPECT_TRUE(WaitForLog("write failed, trying again"));
  ASSERT_EQ(server().RestartEtcd(), absl::OkStatus());
  ASSERT_TRUE(WaitForSizes("stored-", 8, "medium"));
  Recommend("stored-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("stored-1", 1, "small"));
  StopSidecar();
  for (const auto& [name, sizes] : sizes()) {
    EXPECT_EQ(sizes, name == "stored-1" ? (Sizes{"medium", "small"}) : Sizes{"medium"}) << name;
  }
}

TEST_F(SidecarOutageTest, NoticesThatEtcdWasRestoredFromABackup) {
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
