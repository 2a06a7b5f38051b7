#include "client/kube/http/http.h"

#include <atomic>
#include <cstdlib>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/system_authorities.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::kube {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::FakeHttpConnection;
using ::cpsizer::testing::FakeHttpRequest;
using ::cpsizer::testing::FakeHttpServer;
using ::cpsizer::testing::TlsServer;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr absl::Duration kTimeout = absl::Seconds(30);

HttpOptions To(const FakeHttpServer& server) {
  HttpOptions options;
  options.server = server.url();
  options.user_agent = "cpsizer-test/1";
  options.proxy = "";
  return options;
}

HttpRequest Get(std::string path, absl::Duration timeout = kTimeout) {
  HttpRequest request;
  request.path = std::move(path);
  request.timeout = timeout;
  return request;
}

void RunUntilEmpty(HttpLoop& loop) {
  while (loop.size() > 0) loop.Run(kTimeout);
}

absl::StatusOr<std::string> Send(HttpLoop& loop, HttpRequest request) {
  absl::StatusOr<std::string> answer = absl::UnknownError("no answer yet");
  loop.Send(std::move(request), [&](absl::StatusOr<std::string> got) { answer = std::move(got); });
  RunUntilEmpty(loop);
  return answer;
}

// A stream with its bytes and its result.
struct Streamed {
  std::string bytes;
  absl::Status end = absl::UnknownError("no end yet");

  HttpLoop::Id Open(HttpLoop& loop, HttpRequest request) {
    return loop.Open(
        std::move(request), [this](absl::string_view more) { absl::StrAppend(&bytes, more); },
        [this](absl::Status status) { end = std::move(status); });
  }
};

// Returns a script with the same response for all requests.
FakeHttpServer::Script Always(int code, std::string body, std::string headers = "") {
  return [=](FakeHttpConnection& connection) {
    while (connection.Read().has_value()) connection.Answer(code, body, headers);
  };
}

TEST(HttpLoopTest, SendsExactlyTheRequest) {
  std::promise<FakeHttpRequest> seen;
  FakeHttpServer server([&](FakeHttpConnection& connection) {
    seen.set_value(*connection.Read());
    connection.Answer(200, "{\"a\":1}");
  });
  HttpLoop loop(To(server));
  HttpRequest request = Get("/apis/x?fieldManager=m");
  request.method = "PATCH";
  request.headers = {"Accept: application/json", "Content-Type: application/merge-patch+json"};
  request.body = std::string("{\"b\":\"\0\"}", 9) + std::string(2'000'000, 'x');
  const absl::StatusOr<std::string> answer = Send(loop, request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(*answer, "{\"a\":1}");
  FakeHttpRequest got = seen.get_future().get();
  EXPECT_EQ(got.method, "PATCH");
  EXPECT_EQ(got.path, "/apis/x?fieldManager=m");
  EXPECT_EQ(got.body, request.body);
  EXPECT_EQ(got.headers["accept"], "application/json");
  EXPECT_EQ(got.headers["content-type"], "application/merge-patch+json");
  EXPECT_EQ(got.headers["user-agent"], "cpsizer-test/1");
  EXPECT_EQ(got.headers["accept-encoding"], "gzip");
  EXPECT_EQ(got.headers.count("expect"), 0U);
}

TEST(HttpLoopTest, AStreamNeverRequestsCompression) {
  std::promise<FakeHttpRequest> seen;
  FakeHttpServer server([&](FakeHttpConnection& connection) {
    seen.set_value(*connection.Read());
    connection.Answer(200, "");
  });
  HttpLoop loop(To(server));
  Streamed stream;
  stream.Open(loop, Get("/watch"));
  RunUntilEmpty(loop);
  EXPECT_EQ(seen.get_future().get().headers.count("accept-encoding"), 0U);
}

TEST(HttpLoopTest, AResponseWithoutSuccessIsAnApiError) {
  const struct {
    int code;
    const char* body;
    absl::StatusCode expected;
  } kCases[] = {{409, R"({"kind":"Status","reason":"Conflict","message":"modified"})", absl::StatusCode::kAborted},
                {404, "404 page not found", absl::StatusCode::kNotFound},
                {302, "", absl::StatusCode::kInternal},
                {503, "<html>", absl::StatusCode::kUnavailable}};
  for (const auto& test : kCases) {
    FakeHttpServer server(Always(test.code, test.body, "Location: http://127.0.0.1:1/\r\n"));
    HttpLoop loop(To(server));
    EXPECT_EQ(Send(loop, Get("/")).status().code(), test.expected) << test.code;
    Streamed stream;
    stream.Open(loop, Get("/"));
    RunUntilEmpty(loop);
    EXPECT_EQ(stream.end.code(), test.expected) << test.code;
    EXPECT_EQ(stream.bytes, "");
  }
}

// A server, a proxy or a webhook can repeat the headers of a request in its error.
TEST(HttpLoopTest, AnErrorDoesNotHaveTheCredentialsOfItsRequest) {
  for (const char* body : {R"({"kind":"Status","message":"no user for Authorization: Bearer top-secret-token"})",
                           "no user for Authorization: Bearer top-secret-token", "<html>top-secret-token"}) {
    FakeHttpServer server(Always(401, body));
    HttpLoop loop(To(server));
    HttpRequest request = Get("/");
    request.headers = {"Authorization: Bearer top-secret-token"};
    const absl::Status status = Send(loop, request).status();
    Streamed stream;
    stream.Open(loop, request);
    RunUntilEmpty(loop);
    for (const absl::Status& error : {status, stream.end}) {
      EXPECT_EQ(error.code(), absl::StatusCode::kUnauthenticated);
      EXPECT_THAT(error.ToString(), AllOf(HasSubstr("[masked]"), Not(HasSubstr("secret"))));
    }
  }
}

TEST(HttpLoopTest, ReturnsTheRetryDelay) {
  FakeHttpServer server(Always(429, "", "retry-after:  7\r\n"));
  HttpLoop loop(To(server));
  EXPECT_EQ(RetryAfter(Send(loop, Get("/")).status()), absl::Seconds(7));
  FakeHttpServer dated(Always(429, "", "Retry-After: Fri, 20 Nov 2026 00:00:00 GMT\r\n"));
  HttpLoop other(To(dated));
  EXPECT_EQ(RetryAfter(Send(other, Get("/")).status()), absl::nullopt);
}

TEST(HttpLoopTest, ReusesAConnectionByDefault) {
  FakeHttpServer server(Always(200, "x"));
  HttpLoop loop(To(server));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Send(loop, Get("/")).ok());
  EXPECT_EQ(server.connections(), 1);
  HttpRequest fresh = Get("/");
  fresh.fresh_connection = true;
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(Send(loop, fresh).ok());
  EXPECT_EQ(server.connections(), 3);
}

TEST(HttpLoopTest, AStreamArrivesInPiecesAndEndsWithSuccess) {
  std::promise<void> first_arrived;
  FakeHttpServer server([&](FakeHttpConnection& connection) {
    connection.Read();
    connection.BeginChunks();
    connection.SendChunk("one ");
    first_arrived.get_future().wait();
    connection.SendChunk("two");
    connection.EndChunks();
  });
  HttpLoop loop(To(server));
  Streamed stream;
  stream.Open(loop, Get("/watch"));
  while (stream.bytes != "one ") loop.Run(kTimeout);
  first_arrived.set_value();
  RunUntilEmpty(loop);
  EXPECT_EQ(stream.bytes, "one two");
  EXPECT_TRUE(stream.end.ok()) << stream.end;
}

TEST(HttpLoopTest, AConnectionThatBreaksAnywhereIsUnavailable) {
  const std::string whole =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n";
  for (size_t cut = 0; cut <= whole.size(); ++cut) {
    for (const bool reset : {false, true}) {
      FakeHttpServer server([&](FakeHttpConnection& connection) {
        connection.Read();
        connection.Send(absl::string_view(whole).substr(0, cut));
        if (reset) connection.Reset();
      });
      HttpLoop loop(To(server));
      Streamed stream;
      stream.Open(loop, Get("/"));
      RunUntilEmpty(loop);
      EXPECT_EQ(stream.end.code(), absl::StatusCode::kUnavailable) << cut << ": " << stream.end;
    }
  }
}

TEST(HttpLoopTest, ASilentServerExceedsTheDeadline) {
  for (const bool begins : {false, true}) {
    FakeHttpServer server([&](FakeHttpConnection& connection) {
      connection.Read();
      if (begins) connection.BeginChunks();
      connection.WaitForClose();
    });
    HttpLoop loop(To(server));
    Streamed stream;
    stream.Open(loop, Get("/watch", absl::Milliseconds(50)));
    RunUntilEmpty(loop);
    EXPECT_EQ(stream.end.code(), absl::StatusCode::kDeadlineExceeded);
    EXPECT_THAT(std::string(stream.end.message()), HasSubstr("no response from the API server http://127.0.0.1:"));
  }
}

TEST(HttpLoopTest, AnUnreachableServerIsUnavailable) {
  std::string url;
  {
    FakeHttpServer gone(Always(200, ""));
    url = gone.url();
  }
  HttpOptions options;
  options.server = url;
  options.proxy = "";
  HttpLoop loop(options);
  const absl::Status status = Send(loop, Get("/")).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the connection to the API server http://127.0.0.1:"));
}

TEST(HttpLoopTest, ErrorsNameTheServerAndNotTheNameInItsCertificate) {
  const CertificateAuthority authority("authority");
  const TlsServer server(authority.IssueServer());
  HttpOptions options;
  options.server = server.url();
  options.server_name = "other.example.org";
  options.proxy = "";
  HttpLoop loop(options);
  const absl::Status status = Send(loop, Get("/")).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr(absl::StrCat("the API server ", server.url())));
}

TEST(HttpLoopTest, TrustsTheCurrentAuthority) {
  const CertificateAuthority before("before"), now("now");
  const TlsServer server(now.IssueServer());
  HttpOptions options;
  options.server = server.url();
  options.proxy = "";
  HttpLoop loop(options);
  // The server closes each connection after the handshake, even if the client trusts the server.
  const auto why_not = [&](const CertificateAuthority& trusted) {
    loop.SetIdentity({trusted.pem(), "", "", false});
    return std::string(Send(loop, Get("/")).status().message());
  };
  EXPECT_THAT(why_not(before), HasSubstr("SSL certificate problem"));
  EXPECT_THAT(why_not(now), AllOf(HasSubstr("the connection to the API server"), Not(HasSubstr("certificate"))));
  EXPECT_THAT(why_not(before), HasSubstr("SSL certificate problem"));
}

// The common name in the certificate of a server has no effect, as in client-go.
TEST(HttpLoopTest, RefusesACertificateWithoutAlternativeName) {
  const CertificateAuthority authority("authority");
  constexpr struct {
    const char* common_name;
    const char* names;
    const char* error;
  } kCases[] = {{"127.0.0.1", "", "relies on its common name"},
                {"127.0.0.1", "URI:spiffe://example.org/api,email:a@example.org", "relies on its common name"},
                {"127.0.0.1", "DNS:elsewhere.example.org", "no alternative certificate subject name matches"},
                {"elsewhere.example.org", "IP:127.0.0.1", ""}};
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.names);
    const TlsServer server(
        authority.Issue({.common_name = test.common_name, .names = test.names, .usage = "serverAuth"}));
    HttpOptions options;
    options.server = server.url();
    options.proxy = "";
    HttpLoop loop(options);
    loop.SetIdentity({authority.pem(), "", "", false});
    HttpRequest to_another = Get("/");
    to_another.endpoint = std::make_shared<HttpEndpoint>(HttpEndpoint{server.url(), {authority.pem(), "", "", false}});
    for (const HttpRequest& request : {Get("/"), to_another}) {
      const absl::Status status = Send(loop, request).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
      if (*test.error == '\0') {
        // The server closes each connection after the handshake.
        EXPECT_THAT(std::string(status.message()), Not(HasSubstr("certificate")));
      } else {
        EXPECT_THAT(std::string(status.message()), HasSubstr(test.error));
      }
    }
    loop.SetIdentity({"", "", "", /*insecure=*/true});
    EXPECT_THAT(std::string(Send(loop, Get("/")).status().message()), Not(HasSubstr("certificate")));
  }
}

TEST(HttpLoopTest, SendsNothingIfLibcurlRejectsAnOption) {
  FakeHttpServer server(Always(200, "x"));
  // libcurl rejects an option value of this length. In the same way, a libcurl without support for certificates in
  // memory rejects an authority.
  const std::string too_long(9'000'000, 'x');
  HttpLoop loop(To(server));
  loop.SetIdentity({too_long, "", "", false});
  const absl::Status refused = Send(loop, Get("/")).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.message()),
              AllOf(HasSubstr("cannot set CURLOPT_CAINFO_BLOB: "), HasSubstr("the request is not sent")));
  Streamed stream;
  stream.Open(loop, Get("/watch"));
  EXPECT_EQ(stream.end.code(), absl::StatusCode::kUnknown) << "a callback outside of Run()";
  RunUntilEmpty(loop);
  EXPECT_EQ(stream.end, refused);
  loop.SetIdentity({"", too_long, too_long, false});
  EXPECT_THAT(std::string(Send(loop, Get("/")).status().message()), HasSubstr("CURLOPT_SSLCERT_BLOB"));
  const HttpLoop::Id cancelled = loop.Send(Get("/"), [](const absl::StatusOr<std::string>&) { FAIL(); });
  loop.Cancel(cancelled);
  loop.SetIdentity({});
  EXPECT_TRUE(Send(loop, Get("/")).ok());
  EXPECT_EQ(server.connections(), 1);
}

TEST(HttpLoopTest, UsesSystemAuthoritiesIfNoneIsConfigured) {
  const CertificateAuthority authority("system");
  const testing::TemporaryFolder folder;
  const std::string file = folder.Write("authorities.pem", authority.pem());
  const TlsServer server(authority.IssueServer());
  HttpOptions options;
  options.server = server.url();
  options.proxy = "";
  const auto error = [&options] {
    HttpLoop loop(options);
    loop.SetIdentity({});
    return std::string(Send(loop, Get("/")).status().message());
  };
  EXPECT_THAT(error(), HasSubstr("SSL certificate problem"));
  setenv("SSL_CERT_FILE", file.c_str(), 1);
  // The server closes each connection after the handshake, even if the client trusts the server.
  EXPECT_THAT(error(), Not(HasSubstr("certificate")));
  unsetenv("SSL_CERT_FILE");
}

TEST(SystemAuthoritiesTest, AreInTheFirstFileThatExists) {
  const testing::TemporaryFolder folder;
  const std::string second = folder.Write("second.pem", "x"), third = folder.Write("third.pem", "x");
  const std::string missing = folder.PathOf("missing.pem"), not_a_file = folder.PathOf("");
  EXPECT_EQ(FirstFile({missing.c_str(), not_a_file.c_str(), second.c_str(), third.c_str()}), second);
  EXPECT_EQ(FirstFile({missing.c_str()}), "");
}

TEST(HttpLoopTest, ACancelledRequestHasNoCallback) {
  FakeHttpServer server([](FakeHttpConnection& connection) {
    while (const absl::optional<FakeHttpRequest> request = connection.Read()) {
      if (request->path == "/silent") return connection.WaitForClose();
      connection.Answer(200, "x");
    }
  });
  HttpLoop loop(To(server));
  std::vector<std::string> heard;
  const auto hear = [&heard](const char* name) {
    return [&heard, name](const absl::StatusOr<std::string>& /*answer*/) { heard.emplace_back(name); };
  };
  const HttpLoop::Id silent = loop.Send(Get("/silent"), hear("silent"));
  loop.Send(Get("/first"), [&](const absl::StatusOr<std::string>& /*answer*/) {
    heard.emplace_back("first");
    loop.Cancel(silent);
    loop.Cancel(silent);
    loop.Send(Get("/next"), hear("next"));
  });
  RunUntilEmpty(loop);
  EXPECT_THAT(heard, ElementsAre("first", "next"));
}

TEST(HttpLoopTest, ACallbackMayEndItsStream) {
  FakeHttpServer server([](FakeHttpConnection& connection) {
    connection.Read();
    connection.BeginChunks();
    connection.SendChunk("enough");
    connection.WaitForClose();
  });
  HttpLoop loop(To(server));
  HttpLoop::Id id = 0;
  std::vector<std::string> heard;
  id = loop.Open(
      Get("/watch"),
      [&](absl::string_view bytes) {
        heard.emplace_back(bytes);
        loop.Cancel(id);
      },
      [&](absl::Status /*status*/) { heard.emplace_back("end"); });
  RunUntilEmpty(loop);
  EXPECT_THAT(heard, ElementsAre("enough"));
}

TEST(HttpLoopTest, AnotherThreadCanWakeTheLoop) {
  FakeHttpServer server(Always(200, ""));
  HttpLoop loop(To(server));
  std::atomic<bool> woken = false;
  std::thread other([&] {
    woken = true;
    loop.Wake();
  });
  loop.Run(absl::InfiniteDuration());
  EXPECT_TRUE(woken);
  other.join();
}

TEST(HttpLoopTest, AWakeBeforeTheWaitIsNotLostAndEndsOneWait) {
  FakeHttpServer server(Always(200, ""));
  HttpLoop loop(To(server));
  loop.Wake();
  loop.Wake();
  loop.Run(absl::InfiniteDuration());
  const absl::Time begin = absl::Now();
  loop.Run(absl::Milliseconds(20));
  EXPECT_GE(absl::Now() - begin, absl::Milliseconds(20));
}

TEST(HttpLoopTest, ManyConcurrentRequestsGetTheirResponses) {
  constexpr size_t kMany = 100;
  std::promise<void> all_are_there;
  const std::shared_future<void> begin = all_are_there.get_future().share();
  std::atomic<size_t> there = 0;
  FakeHttpServer server([&](FakeHttpConnection& connection) {
    connection.Read();
    if (++there == kMany) all_are_there.set_value();
    begin.wait();
    connection.Answer(200, "x");
  });
  HttpLoop loop(To(server));
  size_t answered = 0;
  for (size_t i = 0; i < kMany; ++i) {
    loop.Send(Get("/"), [&](const absl::StatusOr<std::string>& answer) { answered += answer.ok() ? 1 : 0; });
  }
  RunUntilEmpty(loop);
  EXPECT_EQ(answered, kMany);
}

TEST(HttpLoopTest, DestructorCancelsRequestsInFlight) {
  FakeHttpServer server([](FakeHttpConnection& connection) {
    connection.Read();
    connection.WaitForClose();
  });
  std::vector<std::string> heard;
  {
    HttpLoop loop(To(server));
    loop.Send(Get("/"), [&](absl::StatusOr<std::string> /*answer*/) { heard.emplace_back("answer"); });
    loop.Run(absl::Milliseconds(1));
  }
  EXPECT_THAT(heard, IsEmpty());
}

TEST(HttpLoopTest, LimitsLargeResponsesInFlightButNotSmallOnes) {
  const size_t large = kMaxPageBytes - 1;
  std::promise<void> rest;
  const std::shared_future<void> may_end = rest.get_future().share();
  FakeHttpServer server([&](FakeHttpConnection& connection) {
    while (const auto request = connection.Read()) {
      if (request->path == "/small") {
        connection.Answer(200, std::string(kSmallBytes, 'x'));
        continue;
      }
      connection.Send(absl::StrCat("HTTP/1.1 200 OK\r\nContent-Length: ", large + 1, "\r\n\r\n"));
      if (!connection.Send(std::string(large, 'x'))) return;
      may_end.wait();
      connection.Send("x");
    }
  });
  HttpOptions options = To(server);
  int large_ones = 0;
  options.on_large = [&] { ++large_ones; };
  HttpLoop loop(options);
  std::vector<absl::StatusOr<std::string>> answers;
  for (int i = 0; i < 2; ++i) {
    HttpRequest request = Get("/large");
    request.max_answer_bytes = kMaxPageBytes;
    loop.Send(std::move(request), [&](absl::StatusOr<std::string> got) { answers.push_back(std::move(got)); });
  }
  while (answers.empty()) loop.Run(kTimeout);
  EXPECT_EQ(answers[0].status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(answers[0].status().message()), HasSubstr("the response to /large and the other responses"));
  loop.Send(Get("/small"), [&](absl::StatusOr<std::string> got) { answers.push_back(std::move(got)); });
  while (answers.size() < 2) loop.Run(kTimeout);
  EXPECT_TRUE(answers[1].ok()) << answers[1].status();
  rest.set_value();
  RunUntilEmpty(loop);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_TRUE(answers[2].ok()) << answers[2].status();
  EXPECT_EQ(large_ones, 2);
  // Responses that were passed to their callbacks are not in flight.
  HttpRequest again = Get("/large");
  again.max_answer_bytes = kMaxPageBytes;
  EXPECT_TRUE(Send(loop, again).ok());
}

}  // namespace
}  // namespace cpsizer::kube
