#include <algorithm>
#include <csignal>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar_program_test.h"
#include "tests/sidecar/objects.h"

// Start, end, and the modes.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using sidecar::ConfigurationJson;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

using SidecarTest = SidecarProgramTest;

TEST_F(SidecarTest, SizesFiftyClustersWithOneWriteEachAndNoneOnASecondLook) {
  CreateClusters("fifty-", 50, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("fifty-", 50, "medium"));
  StopSidecar();
  StartSidecar();
  // What it decides last, after all it saw at its start.
  Recommend("fifty-7", "10Gi");
  ASSERT_TRUE(WaitForSizes("fifty-7", 1, "small"));
  StopSidecar();
  for (int i = 0; i < 50; ++i) {
    const std::string name = absl::StrCat("fifty-", i);
    EXPECT_THAT(WritesOfSize(name), SizeIs(i == 7 ? 2 : 1)) << name;
  }
}

TEST_F(SidecarTest, GoesOnAfterBeingKilledWithoutDoublingAWrite) {
  CreateClusters("killed-", 30, "20Gi");
  // Slowly, so that it is killed in the middle.
  StartSidecar({"--leader-elect=false", "--kube-api-qps=4", "--kube-api-burst=10"});
  const auto written = [this] {
    return std::count_if(sizes().begin(), sizes().end(), [](const auto& cluster) { return !cluster.second.empty(); });
  };
  ASSERT_TRUE(WaitUntil([&] { return written() > 3; }));
  sidecar_program().Signal(SIGKILL);
  EXPECT_EQ(sidecar_program().Wait(kPatience), 128 + SIGKILL);
  EXPECT_LT(written(), 30);
  StartSidecar({"--leader-elect=false"});
  ASSERT_TRUE(WaitForSizes("killed-", 30, "medium"));
  StopSidecar();
  EXPECT_THAT(sizes(), Each(Pair(HasSubstr("killed-"), ElementsAre("medium"))));
}

TEST_F(SidecarTest, ObservingWritesNothing) {
  CreateClusters("observed-", 3, "20Gi");
  StartSidecar({"--mode=observe"});
  for (const char* name : {"observed-0", "observed-1", "observed-2"}) EXPECT_TRUE(WaitForLog("would do", name));
  StopSidecar();
  for (const char* name : {"observed-0", "observed-1", "observed-2"}) {
    EXPECT_EQ(SizeOf(MustGet(HostedClusterPath(name))), "");
    EXPECT_THAT(WritesOfSize(name), IsEmpty());
  }
}

}  // namespace
}  // namespace cpsizer::e2e
