#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/testing/temporary_folder.h"

// Tests credentials that change while the sidecar runs.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using kube::TextAt;
using ::testing::ElementsAre;

constexpr char kSecrets[] = "/api/v1/namespaces/cpsizer/secrets";
constexpr char kTokens[] = "/api/v1/namespaces/cpsizer/serviceaccounts/cpsizer-sidecar/token";

class SidecarCredentialsTest : public SidecarProgramTest {
 protected:
  void SetUp() override {
    SidecarProgramTest::SetUp();
    ExpectFaults();
  }
  // Writes a token to the token file. The token is valid until the Secret with this name is deleted.
  void WriteToken(const char* secret) {
    const Json created = MustCreate(kSecrets, {{"metadata", {{"name", secret}}}});
    const Json bound = {{"apiVersion", "v1"},
                        {"kind", "Secret"},
                        {"name", secret},
                        {"uid", std::string(TextAt(created, {"metadata", "uid"}))}};
    const Json request = {
        {"apiVersion", "authentication.k8s.io/v1"}, {"kind", "TokenRequest"}, {"spec", {{"boundObjectRef", bound}}}};
    const Json answer = MustCreate(kTokens, request);
    // Replaces the file atomically, as the kubelet does.
    std::filesystem::rename(folder_.Write("next", TextAt(answer, {"status", "token"})), folder_.PathOf("token"));
  }
  std::string TokenFile() const { return folder_.PathOf("token"); }

 private:
  const testing::TemporaryFolder folder_;
};

TEST_F(SidecarCredentialsTest, ReadsItsTokenAgainWhenItIsRefused) {
  CreateClusters("token-", 2, "20Gi");
  WriteToken("first");
  StartSidecarWithLongLease({}, server().WriteTokenKubeconfig(TokenFile()));
  ASSERT_TRUE(WaitForSizes("token-", 2, "medium"));
  ASSERT_TRUE(admin().Delete(absl::StrCat(kSecrets, "/first")).ok());
  EXPECT_TRUE(WaitForLog("failed to acquire the leader lease", "Unauthorized"));
  Recommend("token-0", "10Gi");
  EXPECT_TRUE(WaitForLog("write failed; retrying", "Unauthorized"));
  WriteToken("second");
  ASSERT_TRUE(WaitForSizes("token-0", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("token-1"), ElementsAre("medium"));
}

TEST_F(SidecarCredentialsTest, TrustsTheCurrentAuthorityOfItsFile) {
  CreateClusters("trust-", 2, "20Gi");
  StartSidecarWithLongLease();
  ASSERT_TRUE(WaitForSizes("trust-", 2, "medium"));
  ASSERT_EQ(server().RotateAuthority(), absl::OkStatus());
  Recommend("trust-0", "10Gi");
  ASSERT_TRUE(WaitForSizes("trust-0", 1, "small"));
  StopSidecar();
  EXPECT_THAT(SizesOf("trust-1"), ElementsAre("medium"));
}

}  // namespace
}  // namespace cpsizer::e2e
