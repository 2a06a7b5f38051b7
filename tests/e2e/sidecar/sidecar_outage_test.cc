#include <csignal>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"

// Tests an API server or an etcd that becomes unavailable and then available again.
namespace cpsizer::e2e {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;
using ::testing::SizeIs;

constexpr absl::Duration kOutage = absl::Minutes(1);
// The maximum number of attempts for one write during the outage. More attempts would be a hot loop.
constexpr size_t kMostAttempts = 10;

class SidecarOutageTest : public SidecarProgramTest {
 protected:
  void SetUp() override {
    SidecarProgramTest::SetUp();
    ExpectFaults();
  }
  // Returns the HTTP codes of the API server for writes of the size of a cluster.
  std::vector<int> CodesBetween(absl::Time begin, absl::Time end, const std::string& cluster) {
    std::vector<int> codes;
    for (const Write& write : WritesOfSize(cluster)) {
      if (begin < write.received && write.received < end) codes.push_back(write.code);
    }
    return codes;
  }
  static bool HasEnded(testing::Subprocess& program) { return program.Wait(absl::ZeroDuration()).has_value(); }
  // Returns whether the most recently started sidecar has become the leader.
  bool HasLed() { return CountLog("\"msg\":\"acquired the leader lease\"", "") > 0; }
};

TEST_F(SidecarOutageTest, SurvivesARestartOfTheApiServer) {
  CreateClusters("restarted-", 3, "20Gi");
  StartSidecarWithLongLease();
  ASSERT_TRUE(WaitForSizes("restarted-", 3, "medium"));
  ASSERT_EQ(server().RestartApiServer(), absl::OkStatus());
  EXPECT_TRUE(WaitForLog("the watches of the API server work again"));
  Recommend("restarted-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("restarted-1", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("restarted-0"), ElementsAre("medium"));
  EXPECT_THAT(SizesOf("restarted-1"), ElementsAre("medium", "small"));
}

TEST_F(SidecarOutageTest, SurvivesAnUnresponsiveApiServer) {
  CreateClusters("frozen-", 2, "20Gi");
  StartSidecarWithLongLease({"--poll-interval=2s"});
  ASSERT_TRUE(WaitForSizes("frozen-", 2, "medium"));
  server().api_server().Signal(SIGSTOP);
  // The client ends the watch, because the server should have ended the watch long before.
  EXPECT_TRUE(WaitForLog("failed to watch the API server", "no response from the API server"));
  server().api_server().Signal(SIGCONT);
  Recommend("frozen-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("frozen-1", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("frozen-0"), ElementsAre("medium"));
}

TEST_F(SidecarOutageTest, SurvivesAMinuteWithoutEtcd) {
  constexpr int kClusters = 8;
  CreateClusters("stored-", kClusters, "20Gi");
  // Limits the rate, so that some writes are pending when etcd becomes unavailable.
  StartSidecarWithLongLease({"--kube-api-qps=2", "--kube-api-burst=2"});
  ASSERT_TRUE(WaitForSizes("stored-", kClusters, "medium"));
  testing::Subprocess& leader = KeepSidecar();
  StartSidecarWithLongLease();
  ASSERT_TRUE(WaitForLog("waiting for the lease"));
  for (int i = 0; i < kClusters; ++i) Recommend(absl::StrCat("stored-", i), "40Gi");
  ASSERT_TRUE(WaitForSizes("stored-0", 1, "large"));
  server().etcd().Signal(SIGKILL);
  ASSERT_TRUE(server().etcd().Wait(kTimeout).has_value());
  const absl::Time down = absl::Now();
  const auto unlike_before = [&] { return HasEnded(leader) || HasEnded(sidecar_program()) || HasLed(); };
  EXPECT_FALSE(admin().RunUntil(unlike_before, kOutage)) << leader.standard_error();
  const absl::Time up = absl::Now();
  ASSERT_EQ(server().RestartEtcd(), absl::OkStatus());
  ASSERT_TRUE(WaitForSizes("stored-", kClusters, "large"));
  Recommend("stored-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("stored-1", 1, "small"));
  StopSidecar();
  EXPECT_FALSE(HasLed());
  leader.Signal(SIGTERM);
  EXPECT_EQ(leader.Wait(kTimeout), 0) << leader.standard_error();
  size_t attempts = 0;
  for (const auto& [name, sizes] : sizes()) {
    EXPECT_EQ(sizes, name == "stored-1" ? (Sizes{"medium", "large", "small"}) : (Sizes{"medium", "large"})) << name;
    const std::vector<int> codes = CodesBetween(down, up, name);
    attempts += codes.size();
    EXPECT_THAT(codes, AllOf(Each(Ge(500)), SizeIs(Le(kMostAttempts)))) << name;
  }
  EXPECT_GT(attempts, 0) << "there was nothing left to be written";
}

}  // namespace
}  // namespace cpsizer::e2e
