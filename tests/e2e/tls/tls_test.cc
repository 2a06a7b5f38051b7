// Tests the real server with TLS: which clients it accepts, and what it logs.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/tls/tls_handshake.h"
#include "tests/testing/net/loopback_socket.h"
#include "tests/testing/paths.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::Duration kTlsTimeout = absl::Seconds(60);

class TlsTest : public ::testing::Test {
 protected:
  TlsTest() {
    const CertifiedKey identity = authority_.IssueServer();
    folder_.Write("crt", identity.certificate);
    folder_.Write("key", identity.key);
    folder_.Write("ca", authority_.pem());
  }

  std::vector<std::string> MutualTls() const {
    return {"--tls-cert-file=" + folder_.PathOf("crt"), "--tls-private-key-file=" + folder_.PathOf("key"),
            "--client-ca-file=" + folder_.PathOf("ca")};
  }
  void Start(const std::vector<std::string>& more_flags = {}) { StartWith(MutualTls(), more_flags); }
  void StartWith(std::vector<std::string> flags, const std::vector<std::string>& more_flags = {}) {
    flags.push_back("--drain-delay=0s");
    flags.insert(flags.end(), more_flags.begin(), more_flags.end());
    auto server = StartServer(flags);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  grpc::Status Recommend(const std::shared_ptr<grpc::ChannelCredentials>& credentials) const {
    return e2e::Recommend(OwnConnection(server_->address(), credentials));
  }
  // Makes a call with a client that trusts the server. If `client` is empty, the client has no certificate.
  grpc::Status Recommend(const CertifiedKey& client) const {
    return Recommend(grpc::SslCredentials({authority_.pem(), client.key, client.certificate}));
  }
  CertifiedKey Client(const std::string& names) const { return authority_.Issue({.names = names}); }

  // Waits for a line of the log that contains `part`, and returns the line.
  std::string LineWith(absl::string_view part) {
    const auto has_part = [part](absl::string_view line) { return absl::StrContains(line, part); };
    const auto line = server_->process().WaitForLine(has_part, kTlsTimeout);
    EXPECT_TRUE(line.has_value()) << part << " is not in " << server_->process().standard_error();
    return line.value_or("");
  }

  // Returns the output of a server that cannot start with these flags.
  std::string Refusal(const std::vector<std::string>& flags) {
    std::vector<std::string> command = {ServerProgram(), "--grpc-addr=127.0.0.1:0"};
    command.insert(command.end(), flags.begin(), flags.end());
    const auto process = testing::RunProcess(command);
    EXPECT_TRUE(process.ok()) << process.status();
    EXPECT_EQ(process->exit_code, 2);
    EXPECT_EQ(process->standard_output, "");
    EXPECT_EQ(std::count(process->standard_error.begin(), process->standard_error.end(), '\n'), 1);
    return process->standard_error;
  }

  const CertificateAuthority authority_{"authority"};
  const TemporaryFolder folder_;
  std::unique_ptr<testing::ServerProcess> server_;
};

TEST_F(TlsTest, ClientOfTheAuthorityIsAcceptedAndTheModeIsLogged) {
  Start();
  EXPECT_TRUE(Recommend(Client("DNS:anybody")).ok());
  EXPECT_THAT(LineWith("\"serving\""), AllOf(HasSubstr(R"("security":"mTLS, TLS 1.2 or newer")"),
                                             HasSubstr(R"("clients":"every client of --client-ca-file")")));
}

TEST_F(TlsTest, ClientWithoutAValidCertificateIsRejectedAndTheReasonIsLogged) {
  Start();
  // This authority has the name of the real authority. This happens if the authority is created again.
  const CertificateAuthority impostor("authority");
  const CertificateAuthority stranger("stranger");
  const struct {
    const char* what;
    CertifiedKey client;
    const char* error;
    const char* hint;
  } kCases[] = {
      {"none",
       {},
       "peer did not return a certificate",
       "give the client a certificate that an authority of --client-ca-file has issued"},
      {"of another authority", stranger.Issue({}), "unable to get local issuer certificate",
       "add the issuer of the client's certificate to --client-ca-file"},
      {"of another authority with the same name", impostor.Issue({}), "certificate signature failure", "another key"},
      {"expired", authority_.Issue({.validity = {-absl::Hours(2), -absl::Hours(1)}}), "certificate has expired",
       "renew the client's certificate"},
      {"not yet valid", authority_.Issue({.validity = {absl::Hours(1), absl::Hours(2)}}),
       "certificate is not yet valid", "check the clocks"},
      {"for servers only", authority_.Issue({.usage = "serverAuth"}), "unsuitable certificate purpose", "clientAuth"},
  };
  for (const auto& test : kCases) {
    const grpc::Status status = Recommend(test.client);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE) << test.what << ": " << status.error_message();
    EXPECT_THAT(LineWith(test.error), AllOf(HasSubstr("a TLS handshake with a client failed"), HasSubstr(test.hint)))
        << test.what;
  }
  EXPECT_TRUE(Recommend(Client("")).ok()) << "the next valid client is accepted";
}

TEST_F(TlsTest, ClientThatDoesNotTrustTheServerIsLogged) {
  Start();
  RefuseServer(server_->address(), Client(""));
  EXPECT_THAT(LineWith("a TLS handshake with a client failed"),
              HasSubstr("the client does not trust the issuer of --tls-cert-file"));
  const CertificateAuthority stranger("stranger");
  const CertifiedKey client = Client("");
  EXPECT_EQ(Recommend(grpc::SslCredentials({stranger.pem(), client.key, client.certificate})).error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(TlsTest, ClientThatExpectsAnotherNameIsLogged) {
  Start();
  const CertifiedKey client = Client("");
  grpc::ChannelArguments arguments;
  arguments.SetSslTargetNameOverride("other.example.org");
  const grpc::Status status = e2e::Recommend(grpc::CreateCustomChannel(
      server_->address(), grpc::SslCredentials({authority_.pem(), client.key, client.certificate}), arguments));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE) << status.error_message();
  EXPECT_THAT(LineWith("a client requests a server name that is not in --tls-cert-file; the handshake continues"),
              AllOf(HasSubstr(R"("level":"warn")"), HasSubstr(R"("name":"other.example.org")")));
  EXPECT_THAT(server_->process().standard_error(), Not(HasSubstr("gRPC")));
}

// This test needs ten seconds, because the timeout of the handshake is ten seconds.
TEST_F(TlsTest, HandshakeTimeoutIsLogged) {
  Start();
  const testing::LoopbackSocket half(server_->address());
  ASSERT_TRUE(half.Send("\x16\x03\x01"));
  EXPECT_THAT(LineWith("a TLS handshake with a client failed"),
              HasSubstr("the client did not complete the handshake in time"));
  EXPECT_TRUE(Recommend(Client("")).ok());
  EXPECT_THAT(server_->process().standard_error(), Not(HasSubstr("gRPC"))) << "none of its lines of level debug";
}

TEST_F(TlsTest, PlaintextAndTlsAreIncompatible) {
  Start();
  EXPECT_EQ(Recommend(grpc::InsecureChannelCredentials()).error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(LineWith("wrong version number"), HasSubstr("the client does not use TLS"));
  EXPECT_TRUE(Recommend(Client("")).ok());
  StartWith({});
  EXPECT_EQ(Recommend(Client("")).error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(LineWith("a client uses TLS"), HasSubstr("call without TLS (grpcurl -plaintext), or serve TLS"));
  EXPECT_TRUE(Recommend(grpc::InsecureChannelCredentials()).ok());
}

TEST_F(TlsTest, OldVersionsOfTlsAreRefused) {
  const struct {
    const char* flag;
    const char* posture;
    std::vector<int> refused, taken;
  } kCases[] = {
      {"--tls-min-version=1.2", "mTLS, TLS 1.2 or newer", {kTls10, kTls11}, {kTls12, kTls13}},
      {"--tls-min-version=1.3", "mTLS, TLS 1.3 only", {kTls10, kTls11, kTls12}, {kTls13}},
  };
  for (const auto& test : kCases) {
    Start({test.flag});
    LineWith(test.posture);
    for (const int version : test.refused) {
      EXPECT_FALSE(HandshakeWorks(server_->address(), version, Client(""))) << test.flag << " " << version;
    }
    for (const int version : test.taken) {
      EXPECT_TRUE(HandshakeWorks(server_->address(), version, Client(""))) << test.flag << " " << version;
    }
    EXPECT_THAT(LineWith("unsupported protocol"), HasSubstr("a version that --tls-min-version allows"));
    EXPECT_TRUE(Recommend(Client("")).ok());
  }
}

TEST_F(TlsTest, UnauthorizedClientIsDeniedWithItsNames) {
  Start({"--allowed-clients=uri:spiffe://example.org/ns/hypershift/sa/*"});
  EXPECT_THAT(LineWith("\"serving\""), HasSubstr(R"("clients":"clients of 1 rule")"));
  EXPECT_TRUE(Recommend(Client("URI:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar")).ok());
  const grpc::Status denied = Recommend(Client("URI:spiffe://example.org/ns/other/sa/x"));
  EXPECT_EQ(denied.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(denied.error_message(), AllOf(HasSubstr("uri:spiffe://example.org/ns/other/sa/x is not allowed to call"),
                                            HasSubstr("--allowed-clients")));
  EXPECT_THAT(LineWith("a call was denied"), HasSubstr("uri:spiffe://example.org/ns/other/sa/x"));
}

TEST_F(TlsTest, AccessForAllCallersIsLoggedAsWarning) {
  StartWith({"--tls-cert-file=" + folder_.PathOf("crt"), "--tls-private-key-file=" + folder_.PathOf("key")});
  EXPECT_TRUE(Recommend(CertifiedKey()).ok()) << "without a certificate";
  EXPECT_THAT(LineWith("\"serving\""), HasSubstr("any client on this machine"));
  // This server listens on all addresses, including loopback.
  auto open = testing::Subprocess::Start({ServerProgram(), "--grpc-addr=0.0.0.0:0", "--insecure"});
  ASSERT_TRUE(open.ok()) << open.status();
  const auto warns = [](absl::string_view line) {
    return absl::StrContains(line, "any client that can reach this address");
  };
  const auto line = (*open)->WaitForLine(warns, kTlsTimeout);
  ASSERT_TRUE(line.has_value()) << (*open)->standard_error();
  EXPECT_THAT(*line, AllOf(HasSubstr(R"("level":"warn")"), HasSubstr("--client-ca-file")));
}

TEST_F(TlsTest, UnusableFilesAreOneSentenceAndExitCodeTwo) {
  const CertifiedKey other = authority_.IssueServer();
  const CertifiedKey expired =
      authority_.Issue({.usage = "serverAuth", .validity = {-absl::Hours(2), -absl::Hours(1)}});
  folder_.Write("old/crt", expired.certificate);
  folder_.Write("old/key", expired.key);
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  folder_.Write("old/ca", old.pem());
  const CertifiedKey issued = authority_.IssueServer();
  folder_.Write("chain/crt", issued.certificate + old.pem());
  folder_.Write("chain/key", issued.key);
  const auto tls = [this](const std::string& crt, const std::string& key, const std::string& ca) {
    return std::vector<std::string>{"--tls-cert-file=" + folder_.PathOf(crt),
                                    "--tls-private-key-file=" + folder_.PathOf(key),
                                    "--client-ca-file=" + folder_.PathOf(ca)};
  };
  const struct {
    std::vector<std::string> flags;
    std::string error;
  } kCases[] = {
      {tls("crt", folder_.Write("other.key", other.key).substr(folder_.path().size()), "ca"), "is not the key of"},
      {tls("missing", "key", "ca"), "there is no such file"},
      {tls("crt", "old", "ca"), "is a folder"},
      {tls("crt", folder_.Write("empty", "").substr(folder_.path().size()), "ca"), "is empty"},
      {tls("crt", "key", "key"), "--client-ca-file " + folder_.PathOf("key") + ": contains no valid certificates"},
      {tls("old/crt", "old/key", "ca"), "the certificate expired on"},
      {tls("chain/crt", "chain/key", "ca"), "the issuer CN=old of the certificate expired on"},
      {tls("crt", "key", "crt"), "not a CA certificate"},
      {tls("crt", "key", "old/ca"), "--client-ca-file " + folder_.PathOf("old/ca") + ": the authority CN=old expired"},
      {{"--tls-cert-file=" + folder_.PathOf("crt")}, "--tls-cert-file needs --tls-private-key-file"},
      {{"--allowed-clients=dns:x"}, "--allowed-clients needs --client-ca-file"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Refusal(test.flags), AllOf(HasSubstr("cpsizer-server: --"), HasSubstr(test.error)));
  }
}

TEST_F(TlsTest, ExpiredAuthorityNextToAValidOneIsAWarning) {
  const CertificateAuthority old("old", {-absl::Hours(2), -absl::Hours(1)});
  folder_.Write("ca", old.pem() + authority_.pem());
  Start();
  EXPECT_THAT(LineWith("a certificate authority for clients has expired"),
              AllOf(HasSubstr(R"("level":"warn")"), HasSubstr("the authority CN=old expired on ")));
  EXPECT_TRUE(Recommend(Client("")).ok());
}

TEST_F(TlsTest, SidecarUsesMutualTls) {
  Start({"--allowed-clients=dns:sidecar"});
  const auto run = [&](const std::string& names) {
    const CertifiedKey client = Client(names);
    const auto process = testing::RunProcess(
        {SidecarProgram(), "--source=dir:" + testing::SourcePath("deploy/examples/fleet"),
         "--service=ipv4:" + server_->address(), "--service-ca-file=" + folder_.PathOf("ca"),
         "--service-cert-file=" + folder_.Write("client.crt", client.certificate),
         "--service-key-file=" + folder_.Write("client.key", client.key), "--service-server-name=localhost"});
    EXPECT_TRUE(process.ok()) << process.status();
    return *process;
  };
  const testing::FinishedProcess named = run("DNS:sidecar");
  EXPECT_EQ(named.exit_code, 0) << named.standard_error;
  EXPECT_THAT(named.standard_output, HasSubstr("clusters/checkout-prod: annotate medium -> large"));
  const testing::FinishedProcess stranger = run("DNS:stranger");
  EXPECT_NE(stranger.exit_code, 0);
  EXPECT_THAT(stranger.standard_error, HasSubstr("dns:stranger is not allowed to call"));
  const CertificateAuthority other("other");
  folder_.Write("ca", other.pem());
  const testing::FinishedProcess distrustful = run("DNS:sidecar");
  EXPECT_EQ(distrustful.exit_code, 3);
  EXPECT_THAT(distrustful.standard_error,
              AllOf(HasSubstr("--service-ca-file " + folder_.PathOf("ca") + " did not issue"),
                    Not(HasSubstr("ssl_transport_security.cc"))));
  const auto refused = testing::RunProcess(
      {SidecarProgram(), "--service=ipv4:" + server_->address(), "--service-ca-file=" + folder_.PathOf("missing")});
  ASSERT_TRUE(refused.ok()) << refused.status();
  EXPECT_EQ(refused->exit_code, 2);
  EXPECT_THAT(refused->standard_error, HasSubstr("cpsizer-sidecar: --service-ca-file " + folder_.PathOf("missing") +
                                                 ": there is no such file; "));
}

TEST_F(TlsTest, UnreadableFileIsAnErrorAtStart) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  ASSERT_EQ(chmod(folder_.PathOf("key").c_str(), 0), 0);
  EXPECT_THAT(Refusal(MutualTls()), HasSubstr("--tls-private-key-file " + folder_.PathOf("key") +
                                              ": this process has no permission to read it"));
}

}  // namespace
}  // namespace cpsizer::e2e
