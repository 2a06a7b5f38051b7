#include <algorithm>
#include <csignal>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Tests start, shutdown, and the modes.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

using SidecarTest = SidecarProgramTest;

TEST_F(SidecarTest, SizesFiftyClustersWithOneWriteEachAndNoneAfterARestart) {
  CreateClusters("fifty-", 50, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("fifty-", 50, "medium"));
  StopSidecar();
  StartSidecar();
  // The sidecar makes this decision after it has processed everything that it observed at its start.
  Recommend("fifty-7", "10Gi");
  ASSERT_TRUE(WaitForSizes("fifty-7", 1, "small"));
  StopSidecar();
  ASSERT_TRUE(WaitForWritesOfSize("fifty-7", 2));
  for (int i = 0; i < 50; ++i) {
    const std::string name = absl::StrCat("fifty-", i);
    EXPECT_THAT(WritesOfSize(name), SizeIs(i == 7 ? 2 : 1)) << name;
  }
}

TEST_F(SidecarTest, ContinuesAfterAKillWithoutRepeatingAWrite) {
  constexpr int kCount = 40;
  CreateClusters("killed-", kCount, "20Gi");
  const auto written = [this] {
    return std::count_if(sizes().begin(), sizes().end(), [](const auto& cluster) { return !cluster.second.empty(); });
  };
  for (const int killed_after : {0, 3, 12, 21}) {
    // Limits the rate, so that the sidecar is killed before it has written all sizes.
    StartSidecar({"--kube-api-qps=4", "--kube-api-burst=10"});
    ASSERT_TRUE(WaitUntil([&] { return written() > killed_after; }));
    sidecar_program().Signal(SIGKILL);
    EXPECT_EQ(sidecar_program().Wait(kTimeout), 128 + SIGKILL);
    EXPECT_LT(written(), kCount);
    FreeLease();
  }
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("killed-", kCount, "medium"));
  StopSidecar();
  const auto successes = [this](const std::string& name) {
    const std::vector<Write> writes = WritesOfSize(name);
    return std::count_if(writes.begin(), writes.end(), [](const Write& write) { return write.code == 200; });
  };
  // For a write that the kill interrupted, the API server may log any code. At most one write of each cluster may be
  // successful.
  int all = 0;
  for (int i = 0; i < kCount; ++i) {
    const std::string name = absl::StrCat("killed-", i);
    EXPECT_LE(successes(name), 1) << name;
    all += static_cast<int>(successes(name));
  }
  EXPECT_GE(all, kCount / 2);
}

TEST_F(SidecarTest, WithoutWatchesItFollowsByListingAgain) {
  // This user does not have the right to watch.
  constexpr char kRbac[] = "/apis/rbac.authorization.k8s.io/v1";
  const Json poller = {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "User"}, {"name", "poller"}};
  const Json role = {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", "poller"}};
  const Json rule = {
      {"apiGroups", {"*"}}, {"resources", {"*"}}, {"verbs", {"get", "list", "create", "patch", "update"}}};
  MustCreate(absl::StrCat(kRbac, "/clusterroles"),
             {{"metadata", {{"name", "poller"}}}, {"rules", Json::array({rule})}});
  MustCreate(absl::StrCat(kRbac, "/clusterrolebindings"),
             {{"metadata", {{"name", "poller"}}}, {"roleRef", role}, {"subjects", Json::array({poller})}});
  CreateClusters("polled-", 2, "20Gi");
  StartSidecar({"--watch=false", "--poll-interval=1s"}, server().WriteKubeconfig("poller", {}));
  ASSERT_TRUE(WaitForSizes("polled-", 2, "medium"));
  Recommend("polled-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("polled-1", 1, "small"));
  StopSidecar();
  EXPECT_THAT(sidecar_program().standard_error(), Not(HasSubstr("failed to watch")));
  EXPECT_EQ(SizesOf("polled-0"), Sizes{"medium"});
}

TEST_F(SidecarTest, ObservingWritesNothing) {
  CreateClusters("observed-", 3, "20Gi");
  StartSidecar({"--mode=observe"});
  for (const char* name : {"observed-0", "observed-1", "observed-2"}) EXPECT_TRUE(WaitForLog("dry run", name));
  StopSidecar();
  for (const char* name : {"observed-0", "observed-1", "observed-2"}) {
    EXPECT_EQ(SizeOf(MustGet(HostedClusterPath(name))), "");
    EXPECT_THAT(WritesOfSize(name), IsEmpty());
  }
}

}  // namespace
}  // namespace cpsizer::e2e
