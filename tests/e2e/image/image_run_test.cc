// Runs the programs of the image with only the files of the image, as an unprivileged user with a read-only root.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/image/built_image.h"
#include "tests/e2e/programs.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/paths.h"
#include "tests/testing/server_process.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::e2e {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::Duration kImageRunTimeout = absl::Minutes(1);
constexpr int kNotAllowed = 69;  // exit code of in_root.sh

class ImageRunTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    image_ = new BuiltImage;
    root_ = new std::string(image_->Unpack());
    // Writes the hosts file in the form in which the kubelet writes it.
    std::ofstream(*root_ + "/etc/hosts") << "127.0.0.1 api.example\n";
    std::filesystem::copy(testing::SourcePath("deploy/examples/fleet"), *root_ + "/fleet");
  }
  static void TearDownTestSuite() {
    delete image_;
    delete root_;
  }

  void SetUp() override {
    const auto tried = testing::RunProcess(InRoot(*root_, {"cpsizer", "--version"}));
    ASSERT_TRUE(tried.ok()) << tried.status();
    if (tried->exit_code == kNotAllowed) GTEST_SKIP() << "no root of its own: " << tried->standard_error;
    ASSERT_EQ(tried->exit_code, 0) << tried->standard_error;
  }

  static testing::FinishedProcess Run(const std::vector<std::string>& command) {
    auto finished = testing::RunProcess(InRoot(*root_, command));
    EXPECT_TRUE(finished.ok()) << finished.status();
    return finished.ok() ? *std::move(finished) : testing::FinishedProcess{-1, "", ""};
  }
  static void WriteKubeconfig(const std::string& url) {
    std::ofstream(*root_ + "/kubeconfig")
        << "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: k, cluster: {server: \"" << url
        << "\"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n";
  }

  static inline const BuiltImage* image_ = nullptr;
  static inline const std::string* root_ = nullptr;  // folder with the unpacked image
};

std::string ProcessFile(pid_t pid, const char* name) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/", name));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST_F(ImageRunTest, TheServerAnswersCallsAndDrains) {
  const auto server = testing::ServerProcess::Start(
      InRoot(*root_, {"cpsizer-server", "--grpc-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--drain-delay=0s"}));
  ASSERT_TRUE(server.ok()) << server.status();
  const grpc::Status answer = Recommend(OwnConnection((*server)->address(), grpc::InsecureChannelCredentials()));
  EXPECT_TRUE(answer.ok()) << answer.error_message();
  const pid_t pid = (*server)->process().pid();
  const std::string status = ProcessFile(pid, "status");
  // If the test does not run as root, in_root.sh creates a user namespace. /proc then shows the user of the test.
  if (getuid() == 0) {
    EXPECT_THAT(status, HasSubstr("\nUid:\t65532\t65532\t65532\t65532\n"));
  }
  EXPECT_THAT(status, AllOf(HasSubstr("\nCapEff:\t0000000000000000\n"), HasSubstr("\nNoNewPrivs:\t1\n")));
  EXPECT_THAT(ProcessFile(pid, "mountinfo"), HasSubstr(" / ro,"));
  (*server)->process().Signal(SIGTERM);
  EXPECT_EQ((*server)->process().Wait(kImageRunTimeout), 0) << (*server)->process().standard_error();
}

TEST_F(ImageRunTest, AllProgramsPrintTheirVersion) {
  for (const std::string program : {"cpsizer", "cpsizer-server", "cpsizer-sidecar", "cpsizer-webhook"}) {
    EXPECT_EQ(Run({program, "--version"}).standard_output,
              absl::StrReplaceAll(OutputOf({CommandProgram(), "--version"}), {{"cpsizer ", program + " "}}));
  }
}

TEST_F(ImageRunTest, CommandAndSidecarPrintTheSameAsOutside) {
  const std::string fleet = testing::SourcePath("deploy/examples/fleet");
  EXPECT_EQ(Run({"cpsizer", "recommend", "-f", "/fleet"}).standard_output,
            OutputOf({CommandProgram(), "recommend", "-f", fleet}));
  const testing::FinishedProcess sidecar = Run({"cpsizer-sidecar", "--source=dir:/fleet"});
  EXPECT_EQ(sidecar.exit_code, 0) << sidecar.standard_error;
  EXPECT_THAT(sidecar.standard_output, HasSubstr("clusters/archive-prod: annotate large -> small"));
}

// The C library resolves names according to nsswitch.conf; gRPC resolves names itself.
TEST_F(ImageRunTest, NamesOfTheHostsFileAreFound) {
  testing::FakeApiServer api;
  for (const testing::FakeApiKind& kind : {testing::HostedClusters(), testing::VerticalPodAutoscalers(),
                                           testing::ClusterSizingConfigurations(), testing::MachineSets()}) {
    api.InstallKind(kind);
  }
  WriteKubeconfig(absl::StrReplaceAll(api.url(), {{"127.0.0.1", "api.example"}}));
  const testing::FinishedProcess command = Run({"cpsizer", "recommend", "--kubeconfig=/kubeconfig"});
  EXPECT_THAT(command.standard_error, AllOf(HasSubstr("ClusterSizingConfiguration"), Not(HasSubstr("resolve"))));
  EXPECT_FALSE(api.requests().empty()) << command.standard_error;
}

TEST_F(ImageRunTest, ApiServerOfAnUnknownAuthorityIsRejected) {
  const testing::CertificateAuthority authority("unknown");
  const testing::TlsServer api(authority.IssueServer());
  WriteKubeconfig(api.url());
  const testing::FinishedProcess command = Run({"cpsizer", "recommend", "--kubeconfig=/kubeconfig"});
  EXPECT_EQ(command.exit_code, 3);
  EXPECT_THAT(command.standard_error, HasSubstr("unable to get local issuer certificate"));
}

}  // namespace
}  // namespace cpsizer::e2e
