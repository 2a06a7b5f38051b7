#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/ui/page_server.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_client.h"
#include "tests/ui/running_page.h"

namespace cpsizer::ui {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::TemporaryFolder;
using ::cpsizer::testing::TlsClient;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class PageServerTlsTest : public ::testing::Test {
 protected:
  PageServerTlsTest() {
    const CertifiedKey identity = authority_.IssueServer();
    options_.listen = "127.0.0.1:0";
    options_.tls = {folder_.Write("tls.crt", identity.certificate), folder_.Write("tls.key", identity.key),
                    folder_.Write("ca.crt", clients_.pem())};
    options_.allowed_clients = "uri:spiffe://example.org/user/*,dns:viewer.example.org";
  }

  CertifiedKey Client(const std::string& names) const {
    testing::CertificateContent content;
    content.names = names;
    return clients_.Issue(content);
  }

  const CertificateAuthority authority_{"authority"};
  const CertificateAuthority clients_{"clients"};
  const TemporaryFolder folder_;
  PageServerOptions options_;
};

TEST_F(PageServerTlsTest, OnlyAllowedClientsMayUseThePage) {
  RunningPage page(options_);
  const std::string host = "localhost:" + page.port();
  const auto code_of = [&](const std::string& names, absl::string_view path) {
    TlsClient client(page.address(), authority_.pem(), Client(names));
    PageHeaders headers;
    headers.host = host;
    client.Send(page.RequestOf("GET", path, "", headers));
    return client.Read().code;
  };
  EXPECT_EQ(code_of("URI:spiffe://example.org/user/ann", "/"), 200);
  EXPECT_EQ(code_of("DNS:viewer.example.org", "/"), 200);
  EXPECT_EQ(code_of("DNS:viewer.example.org", "/api/x"), 401);
  for (const char* names : {"", "DNS:other.example.org", "DNS:spiffe", "URI:spiffe://example.org/user/a/b",
                            "URI:dns:viewer.example.org", "email:viewer@example.org"}) {
    for (const char* path : {"/", "/page.js", "/api/x", "/none"}) EXPECT_EQ(code_of(names, path), 403) << names;
  }
  EXPECT_EQ(TlsClient(page.address(), authority_.pem()).Post("/api/session", "{}").code, 0) << "no certificate";
}

TEST_F(PageServerTlsTest, ReadsItsCertificateAgain) {
  RunningPage page(options_);
  const CertifiedKey next = authority_.IssueServer();
  folder_.Write("tls.crt", next.certificate);
  folder_.Write("tls.key", next.key);
  const auto certificate = [&] {
    return TlsClient(page.address(), authority_.pem(), Client("DNS:viewer.example.org")).certificate();
  };
  while (certificate() != next.certificate) std::this_thread::yield();
}

TEST_F(PageServerTlsTest, TheSessionOverTlsIsSecure) {
  RunningPage page(options_);
  EXPECT_THAT(page.url(), StartsWith("https://127.0.0.1:"));
  TlsClient client(page.address(), authority_.pem(), Client("DNS:viewer.example.org"));
  PageHeaders headers;
  headers.origin = "https://" + page.address();
  client.Send(page.RequestOf("POST", "/api/session", "", headers, absl::StrCat("{\"token\":\"", page.token(), "\"}")));
  TlsClient::Reply reply = client.Read();
  EXPECT_THAT(reply.headers["set-cookie"], HasSubstr("; Secure"));
  const std::string& set = reply.headers["set-cookie"];
  client.Send(page.RequestOf("GET", "/api/x", set.substr(0, set.find(';')), headers));
  EXPECT_EQ(client.Read().code, 200);
  headers.origin = "http://" + page.address();
  client.Send(page.RequestOf("GET", "/api/x", set.substr(0, set.find(';')), headers));
  EXPECT_EQ(client.Read().code, 403);
}

// With TLS to the server, a page without TLS is not the page of the server.
TEST_F(PageServerTlsTest, AnAllowedHostNeedsTls) {
  options_.host_names = {"page.example.org"};
  RunningPage page(options_);
  TlsClient client(page.address(), authority_.pem(), Client("DNS:viewer.example.org"));
  PageHeaders headers;
  headers.host = "page.example.org";
  for (const auto& [origin, code] :
       {std::pair("https://page.example.org", 401), std::pair("http://page.example.org", 403)}) {
    headers.origin = origin;
    client.Send(page.RequestOf("GET", "/api/x", "", headers));
    EXPECT_EQ(client.Read().code, code) << origin;
  }
}

TEST_F(PageServerTlsTest, ListensForOtherMachinesOnlyWithAllowedClients) {
  FakePageApi api;
  options_.listen = "0.0.0.0:0";
  EXPECT_THAT((*PageServer::Make(options_, api))->url(), StartsWith("https://localhost:"));
  options_.host_names = {"page.example.org"};
  EXPECT_THAT((*PageServer::Make(options_, api))->url(), StartsWith("https://page.example.org:"));
  options_.allowed_clients = "";
  options_.tls.client_ca = "";
  EXPECT_THAT(std::string(PageServer::Make(options_, api).status().message()), HasSubstr("--allowed-clients"));
}

TEST_F(PageServerTlsTest, RefusesIncompleteOptions) {
  FakePageApi api;
  const auto error_of = [&api](const PageServerOptions& options) {
    const absl::Status status = PageServer::Make(options, api).status();
    EXPECT_FALSE(status.ok());
    return std::string(status.message());
  };
  PageServerOptions options = options_;
  options.tls.private_key = "";
  EXPECT_THAT(error_of(options), HasSubstr("--tls-private-key-file"));
  options = options_;
  options.allowed_clients = "";
  EXPECT_THAT(error_of(options), HasSubstr("--allowed-clients and --client-ca-file"));
  options = options_;
  options.allowed_clients = "ann";
  EXPECT_THAT(error_of(options), StartsWith("--allowed-clients: client ann is not"));
  options = options_;
  options.tls.certificate = "";
  options.tls.private_key = "";
  EXPECT_THAT(error_of(options), StartsWith("--client-ca-file needs"));
  options = options_;
  options.tls.certificate = "/none";
  EXPECT_THAT(error_of(options), HasSubstr("/none"));
}

}  // namespace
}  // namespace cpsizer::ui
