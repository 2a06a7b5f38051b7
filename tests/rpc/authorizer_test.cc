#include "server/rpc/authorizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/time/clock.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "grpc/reflection/v1/reflection.grpc.pb.h"
#include "server/process/admin/admin_port.h"
#include "server/rpc/server_admin.h"
#include "tests/process/log_lines.h"
#include "tests/rpc/polling_thread.h"
#include "tests/rpc/running_server.h"
#include "tests/rpc/security/tls_calls.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::LogLines;
using ::cpsizer::testing::PollingThread;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::SetTimeout;
using ::cpsizer::testing::TemporaryFolder;
using ::cpsizer::testing::TlsChannel;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSidecar[] = "URI:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar";

// Starts the real server with mutual TLS in this process. The server checks its files very often.
class AuthorizerTest : public ::testing::Test {
 protected:
  AuthorizerTest() {
    const CertifiedKey server = authority_.IssueServer();
    setup_.options.security.tls = {folder_.Write("crt", server.certificate), folder_.Write("key", server.key),
                                   folder_.Write("ca", authority_.pem())};
  }

  void Start(const std::string& allowed_clients, const std::string& file = "") {
    if (!allowed_clients.empty()) setup_.options.security.allowed_clients = *ParseClientRules(allowed_clients);
    if (!file.empty()) setup_.options.security.authorization_file = folder_.Write("rules", file);
    auto server = Server::Start(setup_);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    polling_.emplace(*server_);
  }

  // Returns the connection of a client that has `names` in its certificate.
  std::shared_ptr<grpc::Channel> ChannelOf(const std::string& names) const {
    return TlsChannel(server_->address(), authority_.pem(), authority_.Issue({.names = names}));
  }
  grpc::Status Recommend(const std::string& names) const { return Recommend(ChannelOf(names)); }
  static grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel) {
    return cpsizer::testing::Recommend(*v1::SizingService::NewStub(channel));
  }
  static grpc::Status Batch(const std::shared_ptr<grpc::Channel>& channel) {
    grpc::ClientContext context;
    SetTimeout(context);
    v1::BatchRecommendSizeResponse response;
    return v1::SizingService::NewStub(channel)->BatchRecommendSize(&context, cpsizer::testing::SmallBatch(), &response);
  }
  static grpc::Status Validate(const std::shared_ptr<grpc::Channel>& channel) {
    grpc::ClientContext context;
    SetTimeout(context);
    v1::ValidateConfigRequest request;
    *request.mutable_cluster_sizing_configuration() = cpsizer::testing::SmallRequest().cluster_sizing_configuration();
    v1::ValidateConfigResponse response;
    return v1::SizingService::NewStub(channel)->ValidateConfig(&context, request, &response);
  }
  static grpc::Status Reflect(const std::shared_ptr<grpc::Channel>& channel) {
    grpc::ClientContext context;
    SetTimeout(context);
    const auto stream = grpc::reflection::v1::ServerReflection::NewStub(channel)->ServerReflectionInfo(&context);
    stream->WritesDone();
    return stream->Finish();
  }

  ServerSetup setup_ = cpsizer::testing::TestSetup();
  const CertificateAuthority authority_{"authority"};
  const TemporaryFolder folder_;
  std::unique_ptr<Server> server_;
  absl::optional<PollingThread> polling_;  // destroyed before server_
};

TEST_F(AuthorizerTest, WithoutRulesEveryClientOfTheAuthorityMayCall) {
  Start("");
  EXPECT_TRUE(Recommend("").ok());
  EXPECT_EQ(server_->authorization_rules(), 0u);
  ASSERT_TRUE(server_->tls_status().has_value());
  EXPECT_GT(server_->tls_status()->not_after, absl::Now());
}

TEST_F(AuthorizerTest, TheAdminPortReportsTheCertificates) {
  Start("");
  auto listener = OpenAdminPort("127.0.0.1:0");
  ASSERT_TRUE(listener.ok()) << listener.status();
  const ServerAdmin admin(**std::move(listener), *server_, setup_.options);
  const auto get = [&admin](absl::string_view path) {
    RawHttpClient client(admin.address());
    client.Begin("GET", path);
    return client.Read().body;
  };
  EXPECT_THAT(get("/statusz"), AllOf(HasSubstr("\"security\": \"mTLS, TLS 1.2 or newer\""),
                                     HasSubstr("\"expiry\": \"20"), HasSubstr("\"clientCaExpiry\": \"20")));
  EXPECT_THAT(get("/metrics"),
              AllOf(HasSubstr("_seconds{certificate=\"server\"} "), HasSubstr("_seconds{certificate=\"client_ca\"} "),
                    HasSubstr("\ncpsizer_tls_reloads_total{result=\"refused\"} 0\n")));
}

TEST_F(AuthorizerTest, OnlyNamedClientsMayCall) {
  Start("uri:spiffe://example.org/ns/hypershift/sa/*,dns:*.ops.example.org");
  EXPECT_TRUE(Recommend(kSidecar).ok());
  EXPECT_TRUE(Recommend("DNS:a.ops.example.org").ok());
  EXPECT_TRUE(Recommend("DNS:other.example.org,URI:spiffe://other/x,DNS:a.ops.example.org").ok());
  const grpc::Status denied = Recommend("DNS:other.example.org,URI:spiffe://example.org/ns/other/sa/x");
  EXPECT_EQ(denied.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(denied.error_message(),
            "uri:spiffe://example.org/ns/other/sa/x, dns:other.example.org is not allowed to call RecommendSize; the "
            "operator of this server can allow it with --allowed-clients or --authorization-file");
  EXPECT_EQ(ReasonOf(denied), "CALLER_NOT_ALLOWED");
}

TEST_F(AuthorizerTest, OnlyNamesThatGrpcDistinguishesCount) {
  Start("uri:spiffe://example.org/x,dns:x.example.org");
  for (const char* names : {"", "email:x.example.org", "email:uri:spiffe://example.org/x", "DNS:spiffe://example.org/x",
                            "URI:x.example.org", "URI:dns:x.example.org", "IP:127.0.0.1"}) {
    EXPECT_EQ(Recommend(names).error_code(), grpc::StatusCode::PERMISSION_DENIED) << names;
  }
  EXPECT_THAT(Recommend("").error_message(), HasSubstr("no URI and no DNS name among its subject alternative names"));
  const CertifiedKey named = authority_.Issue({.common_name = "x.example.org"});
  EXPECT_EQ(Recommend(TlsChannel(server_->address(), authority_.pem(), named)).error_code(),
            grpc::StatusCode::PERMISSION_DENIED)
      << "a common name does not count";
}

TEST_F(AuthorizerTest, EveryMethodButHealthIsAuthorized) {
  Start("dns:none");
  const auto channel = ChannelOf(kSidecar);
  for (const grpc::Status& status : {Recommend(channel), Batch(channel), Validate(channel), Reflect(channel)}) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED) << status.error_message();
  }
  grpc::ClientContext context;
  SetTimeout(context);
  grpc::health::v1::HealthCheckResponse health;
  EXPECT_TRUE(grpc::health::v1::Health::NewStub(channel)->Check(&context, {}, &health).ok());
}

TEST_F(AuthorizerTest, AFileAllowsMethods) {
  Start("dns:all", "ValidateConfig uri:spiffe://example.org/*\nreflection dns:person\n");
  const auto checker = ChannelOf("URI:spiffe://example.org/ci");
  EXPECT_TRUE(Validate(checker).ok());
  EXPECT_EQ(Recommend(checker).error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(Reflect(checker).error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_TRUE(Reflect(ChannelOf("DNS:person")).ok());
  const auto all = ChannelOf("DNS:all");
  for (const grpc::Status& status : {Recommend(all), Batch(all), Validate(all), Reflect(all)}) {
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
}

TEST_F(AuthorizerTest, ReloadedRulesApplyToOpenConnections) {
  LogLines log;
  Start("", "* dns:first\n");
  const auto first = ChannelOf("DNS:first");
  const auto second = ChannelOf("DNS:second");
  EXPECT_TRUE(Recommend(first).ok());
  EXPECT_FALSE(Recommend(second).ok());
  folder_.Write("next", "* dns:second\n");
  ASSERT_EQ(rename(folder_.PathOf("next").c_str(), folder_.PathOf("rules").c_str()), 0);
  log.WaitFor("reloaded the authorization rules");
  EXPECT_FALSE(Recommend(first).ok());
  EXPECT_TRUE(Recommend(second).ok());
}

TEST_F(AuthorizerTest, InvalidRulesKeepThePreviousOnes) {
  LogLines log;
  Start("", "* dns:first\n");
  folder_.Write("next", "* dns:first\nRecomendSize dns:second\n");
  ASSERT_EQ(rename(folder_.PathOf("next").c_str(), folder_.PathOf("rules").c_str()), 0);
  EXPECT_THAT(log.WaitFor("failed to reload the authorization rules; keeping the previous ones"),
              HasSubstr("line 2: there is no method RecomendSize"));
  EXPECT_THAT(std::string(server_->authorization_error().message()), HasSubstr("line 2"));
  EXPECT_TRUE(Recommend("DNS:first").ok());
  EXPECT_FALSE(Recommend("DNS:second").ok());
}

TEST_F(AuthorizerTest, InvalidRulesAtTheStartAreAnError) {
  setup_.options.security.authorization_file = folder_.Write("rules", "garbage\n");
  const absl::Status status = Server::Start(setup_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("--authorization-file " + folder_.PathOf("rules") + ": line 1: there is no method garbage"));
}

TEST_F(AuthorizerTest, ADeniedCallIsLoggedWithItsNames) {
  LogLines log;
  Start("dns:none");
  Recommend(kSidecar);
  const std::string line = log.WaitFor("a call was denied");
  EXPECT_THAT(line, HasSubstr("client=uri:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar"));
  EXPECT_THAT(line, HasSubstr("method=RecommendSize"));
  EXPECT_THAT(line, Not(HasSubstr("traceparent")));
}

TEST_F(AuthorizerTest, ADeniedClientWithoutNamesIsReportedToNeedOne) {
  LogLines log;
  Start("dns:none");
  Recommend("email:x@example.org");
  EXPECT_THAT(log.WaitFor("a call was denied"),
              AllOf(HasSubstr("has no names (URI or DNS, as subject alternative name) that rules can match"),
                    Not(HasSubstr("no rule of")), Not(HasSubstr("client="))));
}

TEST_F(AuthorizerTest, ADeniedCallIsLoggedWithItsTraceparent) {
  LogLines log;
  Start("dns:none");
  grpc::ClientContext context;
  SetTimeout(context);
  context.AddMetadata("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  v1::RecommendSizeResponse response;
  v1::SizingService::NewStub(ChannelOf(kSidecar))->RecommendSize(&context, cpsizer::testing::SmallRequest(), &response);
  EXPECT_THAT(log.WaitFor("a call was denied"),
              HasSubstr("traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
}

}  // namespace
}  // namespace cpsizer::server
