// A service that is asked over mutual TLS, with files that change.
#include <memory>
#include <string>

#include "client/sidecar/control/service_security.h"
#include "client/sidecar/control/sizing_service.h"
#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "server/rpc/server.h"
#include "tests/sidecar/control/objects.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::sidecar {
namespace {

using testing::CertificateAuthority;
using testing::CertifiedKey;
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
    setup.batch_function = cpsizer::BatchRecommendSize;
    auto server = server::Server::Start(setup);
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  // What a client with this name in its certificate believes and shows.
  std::shared_ptr<const grpc::SslCredentialsOptions> Identity(const std::string& name) const {
    const CertifiedKey client = authority_.Issue({.names = "DNS:" + name});
    return std::make_shared<grpc::SslCredentialsOptions>(
        grpc::SslCredentialsOptions{authority_.pem(), client.key, client.certificate});
  }
  std::unique_ptr<SizingService> Ask(const std::string& server_name = "") {
    ServiceTls tls;
    tls.look = [this] { return identity_; };
    tls.period = kPeriod;
    tls.server_name = server_name;
    tls.advise = [](absl::StatusCode code, absl::string_view error) {
      return ServiceAdvice({{"--ca", "/ca"}, {"--crt", "/crt"}, {"--key", "/key"}}, code, error);
    };
    return MakeRemoteService(loop_, "ipv4:" + server_->address(), absl::Seconds(60), tls);
  }
  absl::Status Recommend(SizingService& service) {
    v1::RecommendSizeRequest request;
    *request.mutable_config() = ConfigurationMessage();
    request.mutable_demand()->set_memory("20Gi");
    absl::optional<absl::Status> status;
    service.RecommendSize(request,
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

TEST_F(RemoteServiceTlsTest, WhoIsNamedIsAnswered) {
  identity_ = Identity("sidecar");
  EXPECT_TRUE(Recommend(*Ask()).ok());
  EXPECT_TRUE(Recommend(*Ask("localhost")).ok());
}

TEST_F(RemoteServiceTlsTest, TheServerMustHaveTheNameThatIsAskedFor) {
  identity_ = Identity("sidecar");
  const absl::Status status = Recommend(*Ask("other.example.org"));
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("--service-server-name"));
}

// In the words of the gRPC that this is built with.
TEST_F(RemoteServiceTlsTest, ErrorsNameTheFileToLookAt) {
  const CertificateAuthority stranger("stranger");
  const CertifiedKey unknown = stranger.Issue({.names = "DNS:sidecar"});
  const struct {
    std::string server_ca;
    CertifiedKey client;
    const char* advice;
  } kCases[] = {
      {stranger.pem(), authority_.Issue({.names = "DNS:sidecar"}),
       "the service shows a certificate that --ca /ca does"},
      {authority_.pem(), unknown, "the service may have refused --crt /crt: its log says why"},
  };
  for (const auto& test : kCases) {
    identity_ = std::make_shared<grpc::SslCredentialsOptions>(
        grpc::SslCredentialsOptions{test.server_ca, test.client.key, test.client.certificate});
    const absl::Status status = Recommend(*Ask());
    EXPECT_TRUE(absl::IsUnavailable(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.advice));
  }
}

TEST_F(RemoteServiceTlsTest, WhoIsNotNamedIsDenied) {
  identity_ = Identity("stranger");
  const absl::Status status = Recommend(*Ask());
  EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("dns:stranger may not call RecommendSize"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("it was shown --crt /crt"));
}

TEST_F(RemoteServiceTlsTest, TakesAnotherCertificateWithoutAnEnd) {
  identity_ = Identity("stranger");
  const std::unique_ptr<SizingService> service = Ask();
  EXPECT_TRUE(absl::IsPermissionDenied(Recommend(*service)));
  identity_ = Identity("sidecar");
  now_ += kPeriod - absl::Seconds(1);
  EXPECT_TRUE(absl::IsPermissionDenied(Recommend(*service))) << "not yet looked at";
  now_ += absl::Seconds(1);
  loop_.RunOnce(absl::ZeroDuration());
  EXPECT_TRUE(Recommend(*service).ok());
  identity_ = Identity("stranger");
  now_ += kPeriod;
  loop_.RunOnce(absl::ZeroDuration());
  EXPECT_TRUE(absl::IsPermissionDenied(Recommend(*service))) << "and again and again";
}

TEST_F(RemoteServiceTlsTest, ACallUnderWayEndsOnItsOldConnection) {
  identity_ = Identity("sidecar");
  const std::unique_ptr<SizingService> service = Ask();
  ASSERT_TRUE(Recommend(*service).ok());
  int answered = 0;
  for (int i = 0; i < 20; ++i) {
    v1::RecommendSizeRequest request;
    *request.mutable_config() = ConfigurationMessage();
    request.mutable_demand()->set_memory("20Gi");
    service->RecommendSize(request, [&](const absl::StatusOr<v1::RecommendSizeResponse>& answer) {
      EXPECT_TRUE(answer.ok()) << answer.status();
      ++answered;
    });
  }
  identity_ = Identity("sidecar");
  now_ += kPeriod;
  while (answered < 20) loop_.RunOnce(absl::Seconds(1));
}

TEST_F(RemoteServiceTlsTest, NothingIsLookedAtAfterTheEnd) {
  identity_ = Identity("sidecar");
  Ask().reset();
  EXPECT_EQ(loop_.timers().NextDue(), absl::InfiniteFuture());
}

}  // namespace
}  // namespace cpsizer::sidecar
