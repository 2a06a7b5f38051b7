#include "client/history/prometheus/query_failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/kube/http/api_error.h"

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;
using Next = QueryFailure::Next;

QueryFailure Of(int code, const std::string& body, absl::optional<absl::Duration> retry_after = absl::nullopt) {
  return MakeQueryFailure(kube::ApiError(code, body, retry_after, /*is_text=*/true));
}

struct FailureCase {
  int code;
  std::string body;
  Next next;
  std::string message;
};

TEST(QueryFailureTest, EachResponseHasItsStepAndItsSentence) {
  const FailureCase cases[] = {
      {400, R"({"status":"error","errorType":"bad_data","error":"parse error: unexpected end"})", Next::kFail,
       "the server responded with HTTP status 400: parse error: unexpected end"},
      {302, "", Next::kFail,
       "the server responded with HTTP status 302; redirects are not followed, because the token must not go to "
       "another server: give the final URL"},
      {401, "Unauthorized", Next::kFail,
       "the server responded with HTTP status 401: Unauthorized; give a valid token with --prometheus-token-file (the "
       "proxy of the API server does not send one)"},
      {403, "Forbidden", Next::kFail,
       "the server responded with HTTP status 403: Forbidden; allow this account to query metrics, on OpenShift with "
       "the role cluster-monitoring-view"},
      {403, R"({"kind":"Status","message":"User \"x\" cannot get resource \"services/proxy\""})", Next::kFail,
       "the server responded with HTTP status 403: User \"x\" cannot get resource \"services/proxy\"; allow "
       "the "
       "verb get for services/proxy in this namespace"},
      {404, "<html>not here</html>", Next::kFail,
       "the server responded with HTTP status 404: an HTML page, which is not of Prometheus; give the URL without "
       "/api, such as https://prometheus.example.com"},
      {404, R"({"kind":"Status","message":"services \"x\" not found"})", Next::kFail,
       "the server responded with HTTP status 404: services \"x\" not found; give a service that exists and has "
       "endpoints"},
      {422, R"({"status":"error","errorType":"execution","error":"too many samples"})", Next::kShorten,
       "the server responded with HTTP status 422: too many samples"},
      {503, R"({"status":"error","errorType":"timeout","error":"query timed out"})", Next::kShorten,
       "the server responded with HTTP status 503: query timed out"},
      {504, "<h1>Gateway Time-out</h1>", Next::kShorten,
       "the server responded with HTTP status 504: an HTML page, which is not of Prometheus"},
      {503, "no endpoints available", Next::kRetry,
       "the server responded with HTTP status 503: no endpoints available; check that Prometheus runs there"},
      {500, "", Next::kRetry, "the server responded with HTTP status 500"},
      {502, "", Next::kRetry, "the server responded with HTTP status 502; check that Prometheus runs there"},
      {429, "", Next::kRetry, "the server responded with HTTP status 429"},
      {418, "\x1B[31mteapot", Next::kFail, "the server responded with HTTP status 418: \\x1b[31mteapot"},
  };
  for (const FailureCase& test : cases) {
    SCOPED_TRACE(test.message);
    const QueryFailure failure = Of(test.code, test.body);
    EXPECT_EQ(failure.next, test.next);
    EXPECT_EQ(failure.message, test.message);
    EXPECT_EQ(failure.too_large, test.code == 422);
    const bool is_of_prometheus = test.body.find("errorType") != std::string::npos;
    EXPECT_EQ(failure.unreachable, (test.code == 502 || test.code == 503) && !is_of_prometheus);
  }
}

TEST(QueryFailureTest, RetryAfterIsTheWait) {
  EXPECT_EQ(Of(429, "", absl::Seconds(7)).wait, absl::Seconds(7));
  EXPECT_EQ(Of(503, "", absl::Hours(7)).wait, absl::Minutes(1));
  EXPECT_EQ(Of(503, "").wait, absl::ZeroDuration());
}

TEST(QueryFailureTest, ErrorsOfConnections) {
  const QueryFailure refused = MakeQueryFailure(absl::UnavailableError("connection refused"));
  EXPECT_EQ(refused.next, Next::kRetry);
  EXPECT_TRUE(refused.unreachable);
  const QueryFailure broken = MakeQueryFailure(kube::BrokenConnectionError("reset"));
  EXPECT_EQ(broken.next, Next::kRetry);
  EXPECT_FALSE(broken.unreachable);
  const QueryFailure slow = MakeQueryFailure(absl::DeadlineExceededError("no response in time"));
  EXPECT_EQ(slow.next, Next::kShorten);
  EXPECT_FALSE(slow.too_large);
  EXPECT_TRUE(slow.unreachable);
  EXPECT_EQ(slow.message, "no response in time; check the address, and the load of Prometheus");
  const QueryFailure large = MakeQueryFailure(kube::AsTooLarge(absl::DataLossError("longer than 5 bytes")));
  EXPECT_EQ(large.next, Next::kShorten);
  EXPECT_TRUE(large.too_large);
  EXPECT_EQ(MakeQueryFailure(absl::InvalidArgumentError("a token")).next, Next::kFail);
}

TEST(QueryFailureTest, ALongTextIsCut) {
  const QueryFailure failure = Of(400, std::string(5'000, 'x'));
  EXPECT_LT(failure.message.size(), 400u);
  EXPECT_THAT(failure.message, HasSubstr("xxx"));
}

}  // namespace
}  // namespace cpsizer::history
