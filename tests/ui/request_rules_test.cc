// Tests which requests the PageServer refuses, for each rule of its security.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/ui/running_page.h"

namespace cpsizer::ui {
namespace {

using ::cpsizer::testing::RawHttpClient;
using ::testing::HasSubstr;
using ::testing::Not;

class RequestRulesTest : public ::testing::Test {
 protected:
  int CodeOf(absl::string_view method, absl::string_view path, const PageHeaders& headers = {},
             absl::string_view body = "") const {
    return page_.Send(method, path, cookie_, headers, body).code;
  }
  static PageHeaders WithHost(const std::string& host) {
    PageHeaders headers;
    headers.host = host;
    return headers;
  }
  static PageHeaders WithOrigin(const std::string& origin) {
    PageHeaders headers;
    headers.origin = origin;
    return headers;
  }
  static PageHeaders With(std::vector<std::string> lines) {
    PageHeaders headers;
    headers.others = std::move(lines);
    return headers;
  }

  RunningPage page_{
      {"127.0.0.1:0", {"page.example.org", "other.example.org:1", "tls.example.org:443", "plain.example.org:80"}}};
  const std::string cookie_ = page_.OpenSession();
};

TEST_F(RequestRulesTest, TheHostMustBeAnAddressOfTheServer) {
  const std::string port = page_.port();
  for (const std::string& host :
       {absl::StrCat("127.0.0.1:", port), absl::StrCat("localhost:", port), absl::StrCat("LOCALHOST:", port),
        absl::StrCat("page.example.org:", port), std::string("other.example.org:1")}) {
    EXPECT_EQ(CodeOf("GET", "/", WithHost(host)), 200) << host;
    EXPECT_EQ(CodeOf("GET", "/api/x", WithHost(host)), 200) << host;
  }
  for (const std::string& host :
       {absl::StrCat("evil.example:", port), std::string("127.0.0.1"), std::string("localhost"),
        std::string("localhost:1"), absl::StrCat("127.0.0.1.evil.example:", port), absl::StrCat("[::1]:", port),
        absl::StrCat("0.0.0.0:", port), absl::StrCat("other.example.org:", port), std::string(" ")}) {
    for (const char* path : {"/", "/page.js", "/api/x", "/none"}) {
      EXPECT_EQ(CodeOf("GET", path, WithHost(host)), 403) << host << " " << path;
    }
    EXPECT_EQ(CodeOf("POST", "/api/session", WithHost(host), absl::StrCat("{\"token\":\"", page_.token(), "\"}")), 403)
        << host;
  }
}

// A proxy has a port of its own, and browsers leave out the default port.
TEST_F(RequestRulesTest, AnAllowedHostHasAnyPortOrNone) {
  for (const char* host : {"page.example.org", "page.example.org:80", "PAGE.example.org:443", "page.example.org:8443",
                           "tls.example.org:443", "tls.example.org", "plain.example.org:80", "plain.example.org"}) {
    EXPECT_EQ(CodeOf("GET", "/api/x", WithHost(host)), 200) << host;
  }
  for (const char* host :
       {"page.example.org:", "page.example.org:x", "page.example.org:80:80", "page.example.org.evil.example",
        "page.example.orgevil.example:80", "evil.page.example.org", "evil@page.example.org", "page.example.org:80@evil",
        "page.example.org.", "tls.example.org:80", "other.example.org", "other.example.org:2", "example.org"}) {
    EXPECT_EQ(CodeOf("GET", "/api/x", WithHost(host)), 403) << host;
  }
}

// A proxy can use TLS for the browser and not for the server.
TEST_F(RequestRulesTest, APageOfAnAllowedHostMayHaveTls) {
  const auto code_of = [this](const std::string& host, const std::string& origin) {
    PageHeaders headers = WithHost(host);
    headers.origin = origin;
    return CodeOf("POST", "/api/x", headers, "{}");
  };
  for (const std::string host : {"page.example.org", "page.example.org:8443"}) {
    EXPECT_EQ(code_of(host, "http://" + host), 200) << host;
    EXPECT_EQ(code_of(host, "https://" + host), 200) << host;
    EXPECT_EQ(code_of(host, "HTTPS://" + host), 200) << host;
    for (const char* origin :
         {"ftp://page.example.org", "https://page.example.org:1", "https://tls.example.org", "https://evil.example",
          "https://page.example.org.evil.example", "https://evil.example/page.example.org", "null"}) {
      EXPECT_EQ(code_of(host, origin), 403) << host << " " << origin;
    }
  }
  EXPECT_EQ(code_of("page.example.org:80", "http://page.example.org"), 200);
  EXPECT_EQ(code_of("page.example.org:443", "https://page.example.org"), 200);
  EXPECT_EQ(code_of("page.example.org:80", "https://page.example.org"), 403);
  EXPECT_EQ(code_of("page.example.org:443", "http://page.example.org"), 403);
  EXPECT_EQ(code_of("page.example.org", "https://page.example.org:443"), 403) << "browsers leave out the default port";
  EXPECT_EQ(code_of(page_.address(), "https://page.example.org"), 403) << "a proxy that replaces Host";
  EXPECT_EQ(code_of("evil.example", "https://evil.example"), 403);
}

// Without a port, an origin has the default port of its scheme.
TEST_F(RequestRulesTest, AnAllowedPortIsTheOnlyOne) {
  const struct {
    const char* host;
    const char* origin;
    int code;
  } kCases[] = {
      {"plain.example.org", "http://plain.example.org", 200},
      {"plain.example.org:80", "http://plain.example.org", 200},
      {"plain.example.org", "https://plain.example.org", 403},
      {"plain.example.org:443", "https://plain.example.org", 403},
      {"tls.example.org", "https://tls.example.org", 200},
      {"tls.example.org:443", "https://tls.example.org", 200},
      {"tls.example.org", "http://tls.example.org", 403},
      {"tls.example.org:80", "http://tls.example.org", 403},
      {"other.example.org:1", "http://other.example.org:1", 200},
      {"other.example.org:1", "https://other.example.org:1", 200},
      {"other.example.org", "https://other.example.org", 403},
  };
  for (const auto& test : kCases) {
    PageHeaders headers = WithHost(test.host);
    headers.origin = test.origin;
    EXPECT_EQ(CodeOf("POST", "/api/x", headers, "{}"), test.code) << test.host << " " << test.origin;
  }
}

TEST_F(RequestRulesTest, TheCookieIsSecureIfThePageHasTls) {
  const auto cookie_of = [this](const std::string& origin) {
    PageHeaders headers = WithHost("page.example.org");
    headers.origin = origin;
    return page_.Send("POST", "/api/session", "", headers, absl::StrCat("{\"token\":\"", page_.token(), "\"}"))
        .headers["set-cookie"];
  };
  EXPECT_THAT(cookie_of("https://page.example.org"), HasSubstr("; Secure"));
  EXPECT_THAT(cookie_of("http://page.example.org"), Not(HasSubstr("Secure")));
}

TEST_F(RequestRulesTest, ThereMustBeOneHost) {
  RawHttpClient none(page_.address());
  none.Send("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(none.Read().code, 403);
  EXPECT_EQ(CodeOf("GET", "/", With({"Host: " + page_.address()})), 403);
  EXPECT_EQ(CodeOf("GET", "/", With({"Host: evil.example"})), 403);
}

TEST_F(RequestRulesTest, TheOriginMustBeThatOfTheServer) {
  const std::string own = "http://" + page_.address();
  EXPECT_EQ(CodeOf("GET", "/api/x", WithOrigin(own)), 200);
  for (const std::string& origin :
       {std::string("null"), std::string("http://evil.example"), "https://" + page_.address(),
        "http://localhost:" + page_.port(), std::string("http://127.0.0.1"), own + "/", own + ".evil.example"}) {
    for (const char* path : {"/", "/page.js", "/api/x"}) {
      EXPECT_EQ(CodeOf("GET", path, WithOrigin(origin)), 403) << origin;
    }
    EXPECT_EQ(CodeOf("POST", "/api/x", WithOrigin(origin), "{}"), 403) << origin;
  }
  PageHeaders two = WithOrigin(own);
  two.others = {"Origin: http://evil.example"};
  EXPECT_EQ(CodeOf("GET", "/api/x", two), 403);
}

TEST_F(RequestRulesTest, TheFetchMetadataMustBeThatOfTheOwnPage) {
  for (const char* site : {"same-origin", "none"}) {
    EXPECT_EQ(CodeOf("GET", "/api/x", With({absl::StrCat("Sec-Fetch-Site: ", site)})), 200) << site;
  }
  for (const char* site : {"cross-site", "same-site", "unknown"}) {
    EXPECT_EQ(CodeOf("GET", "/api/x", With({absl::StrCat("Sec-Fetch-Site: ", site)})), 403) << site;
    EXPECT_EQ(CodeOf("GET", "/page.js", With({absl::StrCat("Sec-Fetch-Site: ", site)})), 403) << site;
  }
  const std::vector<std::string> link = {"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                                         "Sec-Fetch-Dest: document"};
  EXPECT_EQ(CodeOf("GET", "/", With(link)), 200) << "a link on another page opens the page";
  EXPECT_EQ(CodeOf("GET", "/api/x", With(link)), 403);
  EXPECT_EQ(
      CodeOf("GET", "/", With({"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"})),
      403);
}

TEST_F(RequestRulesTest, TheApiNeedsTheCookie) {
  const std::string value = cookie_.substr(cookie_.find('=') + 1);
  for (const char* path : {"/api/status", "/api/events", "/api/", "/api/cpsizer.v1.SizingService/RecommendSize"}) {
    for (const std::string& cookie : {std::string(), cookie_ + "x", cookie_.substr(0, cookie_.size() - 1),
                                      "cpsizer_session=" + value, "cpsizer_session_1=" + value, page_.token()}) {
      RawHttpClient::Reply reply = page_.Send("GET", path, cookie);
      EXPECT_EQ(reply.code, 401) << path << " " << cookie;
      EXPECT_THAT(reply.body, HasSubstr("\"code\":\"UNAUTHENTICATED\""));
      EXPECT_EQ(page_.Send("POST", path, cookie, {}, "{}").code, 401) << path << " " << cookie;
    }
  }
  EXPECT_EQ(page_.api().calls(), 0);
  EXPECT_EQ(CodeOf("GET", "/api/status"), 200);
}

TEST_F(RequestRulesTest, ARefusalDoesNotWaitForTheBody) {
  RawHttpClient client(page_.address());
  client.Send(absl::StrCat("POST /api/x HTTP/1.1\r\nHost: ", page_.address(), "\r\nContent-Length: 1000000\r\n\r\n"));
  EXPECT_EQ(client.Read().code, 401);
}

TEST_F(RequestRulesTest, WrongTokensAreRefusedAndDoNotLockOutTheOwner) {
  for (const char* body : {"", "{", "[]", "{}", "{\"token\":1}", "{\"token\":\"\"}", "{\"token\":\"wrong\"}", "\xff",
                           "[[[[[[[[[[[[[[[[", "{\"token\":null}"}) {
    EXPECT_EQ(page_.Send("POST", "/api/session", "", {}, body).code, 401) << body;
  }
  RawHttpClient::Reply reply = page_.Send("POST", "/api/session", "", {}, "{\"token\":\"wrong\"}");
  EXPECT_EQ(reply.code, 429);
  EXPECT_EQ(reply.headers["retry-after"], "60");
  EXPECT_EQ(reply.headers.count("set-cookie"), 0u);
  reply = page_.Send("POST", "/api/session", "", {}, absl::StrCat("{\"token\":\"", page_.token(), "\"}"));
  EXPECT_EQ(reply.code, 204);
  EXPECT_EQ(reply.headers.count("set-cookie"), 1u);
  EXPECT_EQ(CodeOf("GET", "/api/x"), 200) << "open sessions continue";
}

TEST_F(RequestRulesTest, PostNeedsJson) {
  for (const char* type :
       {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/"}) {
    PageHeaders headers;
    headers.content_type = type;
    EXPECT_EQ(CodeOf("POST", "/api/x", headers, "{}"), 415) << type;
    EXPECT_EQ(CodeOf("POST", "/api/session", headers, "{}"), 415) << type;
  }
  PageHeaders charset;
  charset.content_type = "Application/JSON; charset=utf-8";
  EXPECT_EQ(CodeOf("POST", "/api/x", charset, "{}"), 200);
  EXPECT_EQ(CodeOf("POST", "/api/x", With({"Content-Type: text/plain"}), "{}"), 415);
}

TEST_F(RequestRulesTest, OtherMethodsGetTheListOfMethods) {
  const struct {
    const char* method;
    const char* path;
    const char* allow;
  } kCases[] = {
      {"POST", "/", "GET, HEAD"},           {"DELETE", "/page.js", "GET, HEAD"},
      {"OPTIONS", "/", "GET, HEAD"},        {"get", "/", "GET, HEAD"},
      {"PUT", "/api/x", "GET, HEAD, POST"}, {"OPTIONS", "/api/x", "GET, HEAD, POST"},
      {"GET", "/api/session", "POST"},      {"POST", "/api/events", "GET"},
      {"GET", "/api/method", "POST"},       {"POST", "/api/method", "GET, HEAD"},
  };
  for (const auto& test : kCases) {
    RawHttpClient::Reply reply = page_.Send(test.method, test.path, cookie_);
    EXPECT_EQ(reply.code, 405) << test.method << " " << test.path;
    EXPECT_EQ(reply.headers["allow"], test.allow) << test.method << " " << test.path;
  }
}

TEST_F(RequestRulesTest, ALargeSessionRequestIsRefused) {
  EXPECT_EQ(CodeOf("POST", "/api/session", {}, std::string(5'000, ' ')), 413);
  EXPECT_EQ(CodeOf("POST", "/api/x", {}, std::string(5'000, ' ')), 200);
}

TEST_F(RequestRulesTest, EachResponseHasTheSecurityHeaders) {
  std::vector<RawHttpClient::Reply> replies;
  for (const char* path : {"/", "/page.js", "/page.css", "/favicon.ico", "/none", "/api/x", "/api/session"}) {
    replies.push_back(page_.Send("GET", path, cookie_));
  }
  replies.push_back(page_.Send("GET", "/api/x"));
  replies.push_back(page_.Send("GET", "/", "", WithHost("evil.example")));
  RawHttpClient hostile(page_.address());
  hostile.Send("\x16\x03");
  replies.push_back(hostile.Read());
  EXPECT_THAT(replies.back().body, HasSubstr("\"code\":\"INVALID_ARGUMENT\""));
  for (RawHttpClient::Reply& reply : replies) {
    EXPECT_EQ(reply.headers["content-security-policy"],
              "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
              "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    EXPECT_EQ(reply.headers["x-content-type-options"], "nosniff");
    EXPECT_EQ(reply.headers["referrer-policy"], "no-referrer");
    EXPECT_EQ(reply.headers["cross-origin-opener-policy"], "same-origin");
    EXPECT_EQ(reply.headers["cross-origin-embedder-policy"], "require-corp");
    EXPECT_EQ(reply.headers["cross-origin-resource-policy"], "same-origin");
    EXPECT_EQ(reply.headers.count("access-control-allow-origin"), 0u);
    EXPECT_EQ(reply.headers.count("server"), 0u);
    EXPECT_NE(reply.headers["cache-control"], "");
  }
}

}  // namespace
}  // namespace cpsizer::ui
