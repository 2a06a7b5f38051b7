#include <csignal>
#include <string>

#include "client/sidecar/control/exit_code.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"

// Tests two sidecars that run at the same time.
namespace cpsizer::e2e {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// The user of the second sidecar is in this group, and the user of the first sidecar is not.
constexpr char kSecond[] = "second";

class SidecarLeaderTest : public SidecarProgramTest {
 protected:
  static auto IsOfSecond() { return Field(&Write::groups, HasSubstr(kSecond)); }
  static std::string MemoryFor(absl::string_view size) {
    return size == "large" ? "40Gi" : size == "medium" ? "20Gi" : "10Gi";
  }
};

TEST_F(SidecarLeaderTest, OfTwoOneLeadsAndTheOtherTakesOver) {
  CreateClusters("led-", 3, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("led-", 3, "medium"));
  testing::Subprocess& first = KeepSidecar();
  StartSidecar({}, server().WriteKubeconfig(testing::kSidecarUser, {"system:serviceaccounts", kSecond}));
  ASSERT_TRUE(WaitForLog("waiting for the lease"));
  // Both sidecars observe these changes.
  for (const char* size : {"large", "medium", "small"}) {
    Recommend("led-0", MemoryFor(size));
    ASSERT_TRUE(WaitForSizes("led-0", 1, size));
  }
  first.Signal(SIGKILL);
  Recommend("led-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("led-1", 1, "small"));
  StopSidecar();
  ASSERT_TRUE(WaitForWritesOfSize("led-1", 2));
  EXPECT_THAT(WritesOfSize("led-0"), AllOf(SizeIs(4), Each(Not(IsOfSecond()))));
  EXPECT_THAT(WritesOfSize("led-1"), ElementsAre(Not(IsOfSecond()), IsOfSecond()));
  EXPECT_THAT(WritesOfSize("led-2"), ElementsAre(Not(IsOfSecond())));
}

TEST_F(SidecarLeaderTest, ResumedFormerLeaderWritesNothing) {
  CreateClusters("paused-", 2, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("paused-", 2, "medium"));
  testing::Subprocess& first = KeepSidecar();
  StartSidecar();
  first.Signal(SIGSTOP);
  // The first sidecar will observe the next two changes in this order.
  Recommend("paused-0", "10Gi");
  ASSERT_TRUE(WaitForSizes("paused-0", 1, "small"));
  Recommend("paused-0", "40Gi");
  ASSERT_TRUE(WaitForSizes("paused-0", 1, "large"));
  first.Signal(SIGCONT);
  EXPECT_EQ(first.Wait(kTimeout), sidecar::kExitUnreachable) << first.standard_error();
  Recommend("paused-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("paused-1", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("paused-0"), ElementsAre("medium", "small", "large"));
  EXPECT_THAT(SizesOf("paused-1"), ElementsAre("medium", "small"));
}

// Without watches, each of the two sidecars has a different state of the objects.
TEST_F(SidecarLeaderTest, PollingSidecarListsAgainBeforeItLeads) {
  CreateClusters("listed-", 1, "20Gi");
  StartSidecar({"--watch=false", "--poll-interval=1s"});
  ASSERT_TRUE(WaitForSizes("listed-", 1, "medium"));
  testing::Subprocess& first = KeepSidecar();
  StartSidecar({"--watch=false", "--log-level=debug"});
  ASSERT_TRUE(WaitForLog("waiting for the lease"));
  Recommend("listed-0", "40Gi");
  ASSERT_TRUE(WaitForSizes("listed-", 1, "large"));
  first.Signal(SIGKILL);
  ASSERT_TRUE(WaitForLog("decision", R"("hostedCluster":"listed-0","outcome":"sized","size":"large")"));
  StopSidecar();
  EXPECT_THAT(SizesOf("listed-0"), ElementsAre("medium", "large"));
}

TEST_F(SidecarLeaderTest, SidecarWithManyWritesKeepsItsLease) {
  CreateClusters("slow-", 20, "20Gi");
  // All writes together need more time than the lease duration.
  StartSidecar({"--kube-api-qps=1", "--kube-api-burst=1"});
  ASSERT_TRUE(WaitForSizes("slow-", 20, "medium"));
  StopSidecar();
}

}  // namespace
}  // namespace cpsizer::e2e
