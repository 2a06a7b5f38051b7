// Tests the command with a server that authorizes clients by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "server/rpc/server.h"
#include "tests/cli/run_command.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::cli {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::testing::HasSubstr;

class RemoteClientTlsTest : public ::testing::Test {
 protected:
  RemoteClientTlsTest() {
    const CertifiedKey identity = authority_.IssueServer();
    server::ServerSetup setup;
    setup.options.grpc_addr = "127.0.0.1:0";
    setup.options.security.tls = {folder_.Write("crt", identity.certificate), folder_.Write("key", identity.key),
                                  folder_.Write("ca", authority_.pem())};
    setup.options.security.allowed_clients = *server::ParseClientRules("dns:person");
    auto server = server::Server::Start(setup);
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  // Runs `verb` with a client certificate that has this name.
  RunResult Run(std::vector<std::string> verb, const std::string& name, const std::string& server_name = "") const {
    const CertifiedKey client = authority_.Issue({.names = "DNS:" + name});
    for (const std::string& flag :
         {absl::StrCat("--server=", server_->address()), absl::StrCat("--server-ca-file=", folder_.PathOf("ca")),
          absl::StrCat("--server-cert-file=", folder_.Write("client.crt", client.certificate)),
          absl::StrCat("--server-key-file=", folder_.Write("client.key", client.key))}) {
      verb.push_back(flag);
    }
    if (!server_name.empty()) verb.push_back("--server-name=" + server_name);
    return RunCommand(verb);
  }

  const CertificateAuthority authority_{"authority"};
  const TemporaryFolder folder_;
  std::unique_ptr<server::Server> server_;
};

TEST_F(RemoteClientTlsTest, EachVerbUsesMutualTls) {
  const std::vector<std::vector<std::string>> verbs = {
      {"recommend", "-f", kFleet}, {"validate", "-f", kFleet}, {"diff", "-f", kFleet, "--with", kProposed}};
  for (const std::vector<std::string>& verb : verbs) {
    const RunResult here = RunCommand(verb);
    const RunResult there = Run(verb, "person");
    EXPECT_EQ(there.exit_code, here.exit_code) << verb[0] << there.err;
    EXPECT_EQ(there.out, here.out) << verb[0];
    EXPECT_EQ(Run(verb, "person", "localhost").out, here.out) << verb[0];
    const RunResult stranger = Run(verb, "stranger");
    EXPECT_EQ(stranger.exit_code, 3) << verb[0];
    EXPECT_THAT(stranger.err, HasSubstr("dns:stranger is not allowed to call")) << verb[0];
  }
}

TEST_F(RemoteClientTlsTest, ServerWithAnotherNameIsRejected) {
  const RunResult result = Run({"recommend", "-f", kFleet}, "person", "other.example.org");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("that each side trusts the other's certificate"));
}

TEST_F(RemoteClientTlsTest, UnusableFilesAreOneSentenceAndExitCodeTwo) {
  const std::string ca = folder_.PathOf("ca");
  const struct {
    std::vector<std::string> flags;
    std::string error;
  } kCases[] = {
      {{"--server=127.0.0.1:1", "--server-ca-file=" + folder_.PathOf("missing")},
       absl::StrCat("--server-ca-file ", folder_.PathOf("missing"), ": there is no such file; ")},
      {{"--server-ca-file=" + ca}, "--server-ca-file needs --server: without it this process decides"},
      {{"--server=127.0.0.1:1", "--server-name=x"}, "--server-name needs --server-ca-file"},
      {{"--server=127.0.0.1:1", "--server-cert-file=x"}, "--server-cert-file needs --server-key-file"},
  };
  for (const auto& test : kCases) {
    for (std::vector<std::string> verb : std::vector<std::vector<std::string>>{
             {"recommend", "-f", kFleet}, {"validate", "-f", kFleet}, {"diff", "-f", kFleet, "--with", kProposed}}) {
      verb.insert(verb.end(), test.flags.begin(), test.flags.end());
      const RunResult result = RunCommand(verb);
      EXPECT_EQ(result.exit_code, 2) << verb[0];
      EXPECT_EQ(result.out, "") << verb[0];
      EXPECT_THAT(result.err, HasSubstr("error: " + test.error)) << verb[0];
    }
  }
}

}  // namespace
}  // namespace cpsizer::cli
