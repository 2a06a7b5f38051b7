#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/secret_volume.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/paths.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tools.h"

// Tests examples/operator, a controller in Go that calls the service over mutual TLS and applies its decisions. The
// controller has the rights of the sidecar.
namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::testing::ElementsAre;

class ExampleOperatorTest : public SidecarProgramTest {
 protected:
  void SetUp() override {
    if (getenv("CPSIZER_EXAMPLE_OPERATOR") == nullptr) {
      const char* const reason = "CPSIZER_EXAMPLE_OPERATOR names no program; `./dev test` builds it where Go is";
      if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
      GTEST_SKIP() << reason;
    }
    SidecarProgramTest::SetUp();
  }

  void StartService() { StartServiceWith(volume_.Flags()); }
  void StartServiceWith(const std::vector<std::string>& flags) {
    absl::StatusOr<std::unique_ptr<testing::ServerProcess>> started = StartServer(flags, port_.address());
    ASSERT_TRUE(started.ok()) << started.status();
    service_ = *std::move(started);
  }

  // Writes a client certificate that `issuer` has issued, and the certificate of `believed`, which is the authority
  // that the operator trusts.
  void WriteFiles(const CertificateAuthority& issuer, const CertificateAuthority& believed) {
    const CertifiedKey client = issuer.Issue({.common_name = "operator", .names = "DNS:client"});
    folder_.Write("ca.crt", believed.pem());
    folder_.Write("tls.crt", client.certificate);
    folder_.Write("tls.key", client.key);
  }
  // Runs the command that the page of the example shows.
  void StartOperator() {
    StartOperatorOf(0, {{"dns:///cpsizer.cpsizer.svc:50051", "passthrough:///" + port_.address()}},
                    " --service-server-name=localhost");
  }
  // Runs the block with this number on the page. Uses a real kubeconfig, and replaces these texts in the block.
  void StartOperatorOf(size_t number, const std::vector<std::pair<std::string, std::string>>& replaced,
                       const std::string& more_flags) {
    const auto blocks = testing::BlocksBy("examples/operator/README.md", "tests/e2e/sidecar/example_operator_test.cc");
    ASSERT_EQ(blocks.size(), 2u);
    const std::vector<std::string> lines = blocks[number].Lines();
    ASSERT_EQ(lines.size(), 2u);  // the first line builds the operator, the second runs it
    const std::string run =
        absl::StrReplaceAll(absl::StrReplaceAll(lines[1], replaced), {{"FILE", server().SidecarKubeconfig()}});
    StartInstead(
        {"bash", "-c",
         absl::StrCat("set -eu\ncd ", testing::SourcePath(""), "\nfolder=$(", lines[0], "\n)\nPATH=$folder:$PATH\ncd ",
                      folder_.path(), "\nexec ", run, more_flags, " --vpa-min-age=0s")});
  }

  const CertificateAuthority authority_{"ours"};
  const CertificateAuthority stranger_{"stranger"};
  const SecretVolume volume_{authority_};
  const testing::TemporaryFolder folder_;
  const testing::ReservedPort port_;
  std::unique_ptr<testing::ServerProcess> service_;
};

TEST_F(ExampleOperatorTest, SizesClustersAndKeepsTheirSizesWhileTheServiceIsGone) {
  CreateClusters("operated-", 2, "20Gi");
  StartService();
  WriteFiles(authority_, authority_);
  StartOperator();
  ASSERT_TRUE(WaitForSizes("operated-", 2, "medium"));
  EXPECT_TRUE(WaitForLog(R"("previousSize":"","newSize":"medium","reason":"medium: memory 20Gi exceeds small)"));

  service_.reset();
  Recommend("operated-0", "10Gi");
  ASSERT_TRUE(WaitForLog("cpsizer: RecommendSize: Unavailable: no connection:", port_.address()));
  ASSERT_TRUE(WaitForLog("connection refused", R"("name":"operated-0")"));
  EXPECT_THAT(SizesOf("operated-0"), ElementsAre("medium"));

  StartService();
  ASSERT_TRUE(WaitForSizes("operated-0", 1, "small"));
  EXPECT_THAT(SizesOf("operated-0"), ElementsAre("medium", "small"));
  EXPECT_THAT(SizesOf("operated-1"), ElementsAre("medium"));
}

// The server runs without TLS flags, as `./dev run` starts it.
TEST_F(ExampleOperatorTest, SizesClustersWithoutCertificatesOnThisMachine) {
  CreateClusters("plain-", 1, "20Gi");
  StartServiceWith({});
  StartOperatorOf(1, {{"127.0.0.1:50051", port_.address()}}, "");
  ASSERT_TRUE(WaitForSizes("plain-", 1, "medium"));
}

TEST_F(ExampleOperatorTest, ReportsTheInvalidCertificateAndContinuesAfterRenewal) {
  CreateClusters("known-", 1, "20Gi");
  StartService();
  WriteFiles(stranger_, authority_);
  StartOperator();
  ASSERT_TRUE(WaitForLog("does not accept the client's certificate", "CN=operator, issued by CN=stranger"));
  WriteFiles(authority_, stranger_);
  ASSERT_TRUE(WaitForLog("certificate signed by unknown authority", "the server's certificate (CN=localhost"));
  EXPECT_THAT(SizesOf("known-0"), ElementsAre());
  WriteFiles(authority_, authority_);
  ASSERT_TRUE(WaitForSizes("known-0", 1, "medium"));
}

// The test removes only the CPU fraction. The configuration still has the CPU capacities of the sizes.
TEST_F(ExampleOperatorTest, SizesByCpuOnlyWhereAFractionForItIsConfigured) {
  CreateClusters("cpu-", 1, "10Gi");
  SetVpaStatus("cpu-0", sidecar::VpaJson("cpu-0", "10Gi", "12")["status"]);
  StartService();
  WriteFiles(authority_, authority_);
  StartOperator();
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "large"));
  const kube::Json without = {{"spec", {{"resourceBasedAutoscaling", {{"kubeAPIServerCPUFraction", nullptr}}}}}};
  ASSERT_EQ(admin().Patch(ConfigurationPath(), without).status(), absl::OkStatus());
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "small"));
  EXPECT_THAT(SizesOf("cpu-0"), ElementsAre("large", "small"));
}

TEST_F(ExampleOperatorTest, KeepsTheSizeUnderAConfigurationThatTheServiceRefuses) {
  CreateClusters("refused-", 1, "20Gi");
  StartService();
  WriteFiles(authority_, authority_);
  StartOperator();
  ASSERT_TRUE(WaitForSizes("refused-", 1, "medium"));
  const kube::Json good = MustGet(ConfigurationPath())["spec"]["sizes"];
  kube::Json bad = good;
  bad[1]["capacity"].erase("memory");
  SetSizes(bad);
  ASSERT_TRUE(WaitForLog("cpsizer: RecommendSize: FailedPrecondition: ", "medium"));
  SetSizes(good);
  Recommend("refused-0", "10Gi");
  ASSERT_TRUE(WaitForSizes("refused-", 1, "small"));
  EXPECT_THAT(SizesOf("refused-0"), ElementsAre("medium", "small"));
}

TEST_F(ExampleOperatorTest, DoesNotShrinkAClusterWhileTheUnitOfACapacityIsProbablyWrong) {
  CreateClusters("guarded-", 1, "40Gi");
  StartService();
  WriteFiles(authority_, authority_);
  StartOperator();
  ASSERT_TRUE(WaitForSizes("guarded-", 1, "large"));
  const kube::Json good = MustGet(ConfigurationPath())["spec"]["sizes"];
  kube::Json bad = good;
  bad[2]["capacity"]["memory"] = "128";
  SetSizes(bad);
  ASSERT_TRUE(WaitForLog("size kept", "the unit of the memory capacity 128 of size large is probably wrong"));
  SetSizes(good);
  Recommend("guarded-0", "20Gi");
  ASSERT_TRUE(WaitForSizes("guarded-", 1, "medium"));
  EXPECT_THAT(SizesOf("guarded-0"), ElementsAre("large", "medium"));
}

}  // namespace
}  // namespace cpsizer::e2e
