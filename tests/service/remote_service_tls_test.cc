// Tests calls of a service over mutual TLS, with files that change.
#include <memory>
#include <string>

#include "client/service/remote_service.h"
#include "client/sidecar/control/loop_executor.h"
#include "client/sidecar/control/service_security.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "server/rpc/server.h"
#include "tests/service/requests.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::SizeRequest;
using ::testing::HasSubstr;

class RemoteServiceTlsTest : public ::testing::Test {
 protected:
  RemoteServiceTlsTest()
      : loop_(
            {}, [this] { return now_; }, [] { return 0.0; }) {
    const CertifiedKey identity = authority_.IssueServer();
    server::ServerSetup setup;
    setup.options.grpc_addr = "127.0.0.1:0";
    setup.options.security.tls = {folder_.Write("crt", identity.certificate), folder_.Write("key", identity.key),
                                  folder_.Write("ca", authority_.pem())};
    setup.options.security.allowed_clients = *server::ParseClientRules("dns:sidecar");
    auto server = server::Server::Start(setup);
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  // Returns the authorities and the certificate of a client with this name.
  std::shared_ptr<const grpc::SslCredentialsOptions> Identity(const std::string& name) const {
    const CertifiedKey client = authority_.Issue({.names = "DNS:" + name});
    return std::make_shared<grpc::SslCredentialsOptions>(
        grpc::SslCredentialsOptions{authority_.pem(), client.key, client.certificate});
  }
  std::unique_ptr<SizingService> Ask(const std::string& server_name = "") {
    RemoteServiceOptions options;
    options.target = "ipv4:" + server_->address();
    options.timeout = absl::Seconds(60);
    options.tls.reload = [this] { return identity_; };
    options.tls.period = kPeriod;
    options.tls.server_name = server_name;
    options.explain = [](absl::StatusCode code, absl::string_view error) {
      sidecar::Options how;
      how.service_tls = {{"--ca", "/ca"}, {"--crt", "/crt"}, {"--key", "/key"}};
      return sidecar::ServiceError(how, code, error);
    };
    return MakeRemoteService(sidecar::ExecutorOf(loop_), options);
  }
  absl::Status Recommend(SizingService& service) {
    absl::optional<absl::Status> status;
    service.RecommendSize(SizeRequest(),
                          [&](const absl::StatusOr<v1::RecommendSizeResponse>& answer) { status = answer.status(); });
    while (!status.has_value()) loop_.RunOnce(absl::Seconds(1));
    return *status;
  }

  static constexpr absl::Duration kPeriod = absl::Seconds(10);

  absl::Time now_ = absl::FromUnixSeconds(1'000);
  kube::EventLoop loop_;
  const CertificateAuthority authority_{"authority"};
  const testing::TemporaryFolder folder_;
  std::unique_ptr<server::Server> server_;
  std::shared_ptr<const grpc::SslCredentialsOptions> identity_;
};

TEST_F(RemoteServiceTlsTest, ANamedClientGetsAResponse) {
  identity_ = Identity("sidecar");
  EXPECT_TRUE(Recommend(*Ask()).ok());
  EXPECT_TRUE(Recommend(*Ask("localhost")).ok());
}

TEST_F(RemoteServiceTlsTest, TheServerMustHaveTheRequestedName) {
  identity_ = Identity("sidecar");
  const absl::Status status = Recommend(*Ask("other.example.org"));
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("--service-server-name"));
}

// The expected texts are those of the gRPC version of this build.
TEST_F(RemoteServiceTlsTest, ErrorsNameTheFileToCheck) {
  const CertificateAuthority stranger("stranger");
  const CertifiedKey unknown = stranger.Issue({.names = "DNS:sidecar"});
  const struct {
    std::string server_ca;
    CertifiedKey client;
    const char* advice;
  } kCases[] = {
      {stranger.pem(), authority_.Issue({.names = "DNS:sidecar"}),
       "the service presents a certificate that --ca /ca did not issue"},
      {authority_.pem(), unknown, "the service may have refused --crt /crt: its log has the reason"},
  };
  for (const auto& test : kCases) {
    identity_ = std::make_shared<grpc::SslCredentialsOptions>(
        grpc::SslCredentialsOptions{test.server_ca, test.client.key, test.client.certificate});
    const absl::Status status = Recommend(*Ask());
    EXPECT_TRUE(absl::IsUnavailable(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.advice));
  }
}

TEST_F(RemoteServiceTlsTest, AnUnnamedClientIsDenied) {
  identity_ = Identity("stranger");
  const absl::Status status = Recommend(*Ask());
  EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("dns:stranger is not allowed to call RecommendSize"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("the sidecar presented --crt /crt"));
}

TEST_F(RemoteServiceTlsTest, UsesAChangedCertificateWithoutRestart) {
  identity_ = Identity("stranger");
  const std::unique_ptr<SizingService> service = Ask();
  EXPECT_TRUE(absl::IsPermissionDenied(Recommend(*service)));
  identity_ = Identity("sidecar");
  now_ += kPeriod - absl::Seconds(1);
  EXPECT_TRUE(absl::IsPermissionDenied(Recommend(*service))) << "not yet reloaded";
  now_ += absl::Seconds(1);
  loop_.RunOnce(absl::ZeroDuration());
  EXPECT_TRUE(Recommend(*service).ok());
  identity_ = Identity("stranger");
  now_ += kPeriod;
  loop_.RunOnce(absl::ZeroDuration());
  EXPECT_TRUE(absl::IsPermissionDenied(Recommend(*service))) << "and again and again";
}

TEST_F(RemoteServiceTlsTest, ACallInFlightEndsOnItsOldConnection) {
  identity_ = Identity("sidecar");
  const std::unique_ptr<SizingService> service = Ask();
  ASSERT_TRUE(Recommend(*service).ok());
  int answered = 0;
  for (int i = 0; i < 20; ++i) {
    service->RecommendSize(SizeRequest(), [&](const absl::StatusOr<v1::RecommendSizeResponse>& answer) {
      EXPECT_TRUE(answer.ok()) << answer.status();
      ++answered;
    });
  }
  identity_ = Identity("sidecar");
  now_ += kPeriod;
  while (answered < 20) loop_.RunOnce(absl::Seconds(1));
}

TEST_F(RemoteServiceTlsTest, NothingIsReadAfterTheEnd) {
  identity_ = Identity("sidecar");
  Ask().reset();
  EXPECT_EQ(loop_.timers().NextDue(), absl::InfiniteFuture());
}

}  // namespace
}  // namespace cpsizer
