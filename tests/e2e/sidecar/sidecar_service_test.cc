#include <csignal>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/testing/temporary_folder.h"

// Tests the sidecar with the service as a separate program.
namespace cpsizer::e2e {
namespace {

using ::testing::ElementsAre;

class SidecarServiceTest : public SidecarProgramTest {
 protected:
  std::string Address() const { return "unix:" + folder_.PathOf("socket"); }
  void StartService() {
    absl::StatusOr<std::unique_ptr<testing::Subprocess>> started =
        testing::Subprocess::Start({ServerProgram(), "--grpc-addr=" + Address()});
    ASSERT_TRUE(started.ok()) << started.status();
    service_ = *std::move(started);
    const auto serves = [](absl::string_view line) { return absl::StrContains(line, "\"serving\""); };
    ASSERT_TRUE(service_->WaitForLine(serves, kTimeout).has_value()) << service_->standard_error();
  }

  const testing::TemporaryFolder folder_;
  std::unique_ptr<testing::Subprocess> service_;
};

TEST_F(SidecarServiceTest, HoldsWithoutAServerAndContinuesWithTheNextOne) {
  CreateClusters("asked-", 3, "20Gi");
  StartService();
  StartSidecar({"--service=" + Address(), "--log-level=debug"});
  ASSERT_TRUE(WaitForSizes("asked-", 3, "medium"));
  service_->Signal(SIGKILL);
  EXPECT_EQ(service_->Wait(kTimeout), 128 + SIGKILL);
  Recommend("asked-0", "10Gi");
  ASSERT_TRUE(WaitForLog("service call failed; sizes stay as they are", R"("reason":"SERVICE_FAILED")"));
  ASSERT_TRUE(WaitForLog("decision", R"("hostedCluster":"asked-0","outcome":"held")"));
  EXPECT_THAT(SizesOf("asked-0"), ElementsAre("medium"));
  StartService();
  ASSERT_TRUE(WaitForSizes("asked-0", 1, "small"));
  EXPECT_TRUE(WaitForLog("the service responds again"));
  StopSidecar();
  EXPECT_THAT(SizesOf("asked-1"), ElementsAre("medium"));
}

}  // namespace
}  // namespace cpsizer::e2e
