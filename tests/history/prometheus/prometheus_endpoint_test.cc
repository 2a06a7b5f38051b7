#include "client/history/prometheus/prometheus_endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/history/prometheus/query_failure.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_front.h"

namespace cpsizer::history {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::FakeHttpConnection;
using testing::FakeHttpRequest;
using testing::FakeHttpServer;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kPath[] = "/api/v1/query_range?query=up";
constexpr char kToken[] = "sha256~0123456789abcdefghij";

// The requests that a server has received.
class Requests {
 public:
  void Add(FakeHttpRequest request) {
    const std::lock_guard<std::mutex> lock(mutex_);
    all_.push_back(std::move(request));
  }
  std::vector<std::string> Paths() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::string> paths;
    for (const FakeHttpRequest& request : all_) paths.push_back(request.path);
    return paths;
  }
  std::vector<std::string> Tokens() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::string> tokens;
    for (const FakeHttpRequest& request : all_) {
      const auto found = request.headers.find("authorization");
      tokens.push_back(found == request.headers.end() ? "" : found->second);
    }
    return tokens;
  }

 private:
  std::mutex mutex_;
  std::vector<FakeHttpRequest> all_;
};

class PrometheusEndpointTest : public ::testing::Test {
 protected:
  // Returns a script that sends the same response to each request.
  FakeHttpServer::Script Always(int code, const std::string& body, const std::string& headers = "") {
    return [this, code, body, headers](FakeHttpConnection& connection) {
      while (auto request = connection.Read()) {
        requests_.Add(*std::move(request));
        connection.Answer(code, body, headers);
      }
    };
  }
  absl::StatusOr<std::string> Get(EndpointOptions options) {
    absl::StatusOr<std::unique_ptr<PrometheusEndpoint>> endpoint = PrometheusEndpoint::Make(options);
    if (!endpoint.ok()) return endpoint.status();
    return (*endpoint)->Get(kPath);
  }
  EndpointOptions WithToken(const std::string& url) {
    return {.url = url, .token_file = folder_.Write("token", absl::StrCat(kToken, "\n"))};
  }

  const testing::TemporaryFolder folder_;
  Requests requests_;
};

TEST_F(PrometheusEndpointTest, SendsThePathAfterThePrefixAndTheToken) {
  const FakeHttpServer server(Always(200, "{}"));
  EXPECT_EQ(*Get({.url = server.url()}), "{}");
  EXPECT_EQ(*Get(WithToken(absl::StrCat(server.url(), "/prefix"))), "{}");
  EXPECT_THAT(requests_.Paths(), ElementsAre(kPath, absl::StrCat("/prefix", kPath)));
  EXPECT_THAT(requests_.Tokens(), ElementsAre("", absl::StrCat("Bearer ", kToken)));
}

TEST_F(PrometheusEndpointTest, SendsNothingForThisMachineToAProxy) {
  const FakeHttpServer proxy(Always(200, "from the proxy"));
  const FakeHttpServer server(Always(200, "{}"));
  setenv("http_proxy", proxy.url().c_str(), 1);
  const absl::StatusOr<std::string> answer = Get(WithToken(server.url()));
  unsetenv("http_proxy");
  EXPECT_EQ(*answer, "{}");
  EXPECT_EQ(proxy.connections(), 0);
}

TEST_F(PrometheusEndpointTest, FollowsNoRedirect) {
  const FakeHttpServer other(Always(200, "{}"));
  const FakeHttpServer server(Always(302, "", absl::StrCat("Location: ", other.url(), "/\r\n")));
  const absl::Status status = Get(WithToken(server.url())).status();
  EXPECT_THAT(MakeQueryFailure(status).message, HasSubstr("redirects are not followed"));
  EXPECT_EQ(other.connections(), 0);
}

TEST_F(PrometheusEndpointTest, ReadsAnExpiredTokenAgain) {
  const std::string file = folder_.Write("token", "old");
  const FakeHttpServer server([&](FakeHttpConnection& connection) {
    while (auto request = connection.Read()) {
      const bool is_new = request->headers["authorization"] == "Bearer new";
      requests_.Add(*std::move(request));
      if (!is_new) folder_.Write("token", "new");
      connection.Answer(is_new ? 200 : 401, "{}");
    }
  });
  EXPECT_EQ(*Get({.url = server.url(), .token_file = file}), "{}");
  EXPECT_THAT(requests_.Tokens(), ElementsAre("Bearer old", "Bearer new"));
}

TEST_F(PrometheusEndpointTest, ARefusedTokenIsSentOnce) {
  const FakeHttpServer server(Always(401, "no"));
  EXPECT_TRUE(absl::IsUnauthenticated(Get(WithToken(server.url())).status()));
  EXPECT_EQ(requests_.Tokens().size(), 1u);
}

TEST_F(PrometheusEndpointTest, VerifiesTheCertificateOfTheServer) {
  const testing::CertificateAuthority authority("prometheus");
  const FakeHttpServer server(Always(200, "{}"));
  const testing::TlsFront front(authority.IssueServer(), std::string(absl::StripPrefix(server.url(), "http://")));
  const std::string url = absl::StrCat("https://127.0.0.1:", front.port());
  EXPECT_EQ(*Get({.url = url, .ca_file = folder_.Write("ca.pem", authority.pem())}), "{}");
  const absl::Status unknown = Get({.url = url}).status();
  EXPECT_TRUE(absl::IsUnavailable(unknown)) << unknown;
  EXPECT_THAT(std::string(unknown.message()), HasSubstr("; give the certificate of its authority with "
                                                        "--prometheus-ca-file"));
  EXPECT_EQ(requests_.Paths().size(), 1u);
}

TEST_F(PrometheusEndpointTest, NamesTheFlagOfAFileThatCannotBeUsed) {
  const auto error = [this](const EndpointOptions& options) { return std::string(Get(options).status().message()); };
  EXPECT_THAT(error({.url = "http://127.0.0.1:1", .ca_file = folder_.PathOf("none")}),
              AllOf(StartsWith("--prometheus-ca-file: "), HasSubstr(folder_.PathOf("none"))));
  EXPECT_THAT(error({.url = "http://127.0.0.1:1", .ca_file = folder_.Write("ca", "x")}),
              StartsWith("--prometheus-ca-file: "));
  EXPECT_THAT(error({.url = "http://127.0.0.1:1", .token_file = folder_.PathOf("none")}),
              StartsWith("--prometheus-token-file: "));
  EXPECT_THAT(error({.url = "http://127.0.0.1:1", .token_file = folder_.Write("token", "two words")}),
              AllOf(StartsWith("--prometheus-token-file: "), Not(HasSubstr("words\""))));
}

// A server that never stops sending. The client ends the connection at the limit.
TEST_F(PrometheusEndpointTest, EndsAResponseAtTheLimit) {
  std::atomic<size_t> sent = 0;
  const std::string chunk(size_t{1} << 20, ' ');
  const FakeHttpServer server([&](FakeHttpConnection& connection) {
    connection.Read();
    connection.BeginChunks();
    while (connection.SendChunk(chunk)) sent += chunk.size();
  });
  const QueryFailure failure = MakeQueryFailure(Get({.url = server.url()}).status());
  EXPECT_TRUE(failure.too_large);
  EXPECT_THAT(failure.message, HasSubstr("is longer than 33554432 bytes"));
  EXPECT_LT(sent, kMaxResponseBytes + (size_t{16} << 20));
}

TEST_F(PrometheusEndpointTest, EndsASlowResponseAtTheTimeout) {
  const FakeHttpServer server([](FakeHttpConnection& connection) {
    connection.Read();
    connection.BeginChunks();
    connection.SendChunk("{");
    connection.WaitForClose();
  });
  const absl::Status status = Get({.url = server.url(), .timeout = absl::Milliseconds(50)}).status();
  EXPECT_TRUE(absl::IsDeadlineExceeded(status)) << status;
  EXPECT_EQ(MakeQueryFailure(status).next, QueryFailure::Next::kShorten);
}

TEST_F(PrometheusEndpointTest, MessagesDoNotHaveTheToken) {
  const auto endpoint = PrometheusEndpoint::Make(WithToken("http://127.0.0.1:1"));
  ASSERT_TRUE(endpoint.ok()) << endpoint.status();
  EXPECT_EQ((*endpoint)->WithoutSecrets(absl::StrCat("no ", kToken, " here, ", kToken)), "no [masked] here, [masked]");
  EXPECT_EQ((*endpoint)->WithoutSecrets(absl::StrCat("cut: ", absl::string_view(kToken).substr(0, 9))),
            "cut: [masked]");
  EXPECT_EQ((*endpoint)->WithoutSecrets("nothing"), "nothing");
  const auto open = PrometheusEndpoint::Make({.url = "http://127.0.0.1:1"});
  EXPECT_EQ((*open)->WithoutSecrets("nothing"), "nothing");
}

}  // namespace
}  // namespace cpsizer::history
