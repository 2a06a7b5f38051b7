#include "client/kube/api_client.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"

namespace cpsizer::kube {
namespace {

using ::cpsizer::testing::FakeHttpConnection;
using ::testing::ElementsAre;
using ::testing::SizeIs;

const RateLimit kNoLimit(0, 0);

HttpRequest Request(std::string method, absl::Duration timeout = absl::Seconds(60)) {
  HttpRequest request;
  request.method = std::move(method);
  request.path = "/x";
  request.timeout = timeout;
  return request;
}

ScriptedApi::Step Breaks() {
  return [](FakeHttpConnection& connection) { connection.Close(); };
}

// A client of a scripted server. Stores the last response.
class ApiClientTest : public ::testing::Test {
 protected:
  absl::StatusOr<tree::Node> Send(ScriptedApi& api, HttpRequest request, Authorization authorization = {},
                                  RateLimit limit = kNoLimit) {
    ManualLoop manual(api.url());
    begin_ = manual.now();
    ApiClient client(manual.loop(), std::move(authorization), limit);
    absl::optional<absl::StatusOr<tree::Node>> answer;
    client.Send(std::move(request), [&](absl::StatusOr<tree::Node> got) { answer = std::move(got); });
    manual.RunUntil([&] { return answer.has_value(); });
    elapsed_ = manual.now() - begin_;
    return *answer;
  }

  absl::Time begin_;
  absl::Duration elapsed_;
};

TEST_F(ApiClientTest, ReturnsTheObject) {
  ScriptedApi api({Answers(200, "{\"a\":1}")});
  const absl::StatusOr<tree::Node> answer = Send(api, Request("GET"));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(NumberAt(*answer, {"a"}), 1);
}

TEST_F(ApiClientTest, AResponseThatIsNotAnObjectIsDataLoss) {
  for (const char* body : {"<html>", "[]", "", "null", "{"}) {
    ScriptedApi api({Answers(200, body)});
    EXPECT_EQ(Send(api, Request("GET")).status().code(), absl::StatusCode::kDataLoss) << body;
  }
}

TEST_F(ApiClientTest, AnUnreadSuccessMayHaveAnyBody) {
  ScriptedApi api({Answers(200, "<html>"), Answers(404, "<html>")});
  ManualLoop manual(api.url());
  ApiClient client(manual.loop(), {}, kNoLimit);
  std::vector<absl::StatusCode> heard;
  const auto hear = [&](const absl::Status& status) { heard.push_back(status.code()); };
  client.SendUnread(Request("POST"), hear);
  manual.RunUntil([&] { return heard.size() == 1; });
  client.SendUnread(Request("POST"), hear);
  manual.RunUntil([&] { return heard.size() == 2; });
  EXPECT_THAT(heard, ElementsAre(absl::StatusCode::kOk, absl::StatusCode::kDataLoss));
}

TEST_F(ApiClientTest, WaitsForTheRequestedDelayWithAnyMethod) {
  for (const char* method : {"GET", "PATCH"}) {
    ScriptedApi api({Answers(429, "", "Retry-After: 3\r\n"), Answers(503, "", "Retry-After: 4\r\n"),
                     Answers(500, "", "Retry-After: 5\r\n"), Answers(200, "{}")});
    EXPECT_TRUE(Send(api, Request(method)).ok());
    EXPECT_EQ(elapsed_, absl::Seconds(12));
  }
}

TEST_F(ApiClientTest, NeverWaitsBeyondItsTimeout) {
  ScriptedApi api({Answers(429, "", "Retry-After: 10\r\n")});
  EXPECT_EQ(Send(api, Request("GET", absl::Seconds(10))).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(api.requests(), SizeIs(1));
}

TEST_F(ApiClientTest, StopsAfterTenAttempts) {
  ScriptedApi api(std::vector<ScriptedApi::Step>(20, Answers(429, "", "Retry-After: 0\r\n")));
  EXPECT_EQ(Send(api, Request("GET")).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(api.requests(), SizeIs(10));
}

TEST_F(ApiClientTest, RetriesWithGrowingDelayIfTheServerRequestsNone) {
  std::vector<ScriptedApi::Step> steps(6, Answers(503, "", "Retry-After: 0\r\n"));
  steps.push_back(Answers(200, "{}"));
  ScriptedApi api(std::move(steps));
  EXPECT_TRUE(Send(api, Request("GET")).ok());
  EXPECT_EQ(elapsed_, absl::Milliseconds(500 + 1'000 + 2'000 + 3 * 4'000));
}

TEST_F(ApiClientTest, ANameThatCannotBePartOfAPathIsNotSent) {
  for (const char* name : {"..%2F..%2Fapi%2Fv1%2Fsecrets", "..", ".", "", "a%25b", "a%3Fb", "a%23b", "a%0Ab"}) {
    ScriptedApi api({Answers(200, "{}")});
    HttpRequest request = Request("GET");
    request.path = absl::StrCat("/api/v1/namespaces/", name, "/pods?labelSelector=a%2Fb");
    EXPECT_EQ(Send(api, request).status().code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_THAT(api.requests(), SizeIs(0)) << name;
  }
}

TEST_F(ApiClientTest, AReadWhoseConnectionBreaksIsRepeatedAndAWriteIsNot) {
  ScriptedApi reads({Breaks(), Breaks(), Answers(200, "{}")});
  EXPECT_TRUE(Send(reads, Request("GET")).ok());
  EXPECT_EQ(elapsed_, absl::Seconds(2));
  for (const char* method : {"PATCH", "POST", "PUT", "DELETE"}) {
    ScriptedApi writes({Breaks(), Answers(200, "{}")});
    EXPECT_EQ(Send(writes, Request(method)).status().code(), absl::StatusCode::kUnavailable) << method;
    EXPECT_THAT(writes.requests(), SizeIs(1)) << method;
  }
}

TEST_F(ApiClientTest, ReturnsAtOnceIfNoServerListens) {
  ManualLoop manual("http://127.0.0.1:1");
  ApiClient client(manual.loop(), {}, kNoLimit);
  absl::optional<absl::Status> heard;
  client.Send(Request("GET"), [&](const absl::StatusOr<tree::Node>& answer) { heard = answer.status(); });
  manual.RunUntil([&] { return heard.has_value(); });
  EXPECT_EQ(heard->code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(manual.now(), absl::UnixEpoch());
}

TEST_F(ApiClientTest, DoesNotRetryOtherErrors) {
  for (const int code : {400, 403, 404, 409, 410, 422, 500, 502, 503}) {
    ScriptedApi api({Answers(code, "")});
    EXPECT_FALSE(Send(api, Request("GET")).ok()) << code;
    EXPECT_THAT(api.requests(), SizeIs(1)) << code;
  }
}

TEST_F(ApiClientTest, RetriesOnceWithRenewedCredentials) {
  int renewals = 0;
  Authorization authorization;
  authorization.headers = [&](absl::Time /*now*/) {
    return std::vector<std::string>{absl::StrCat("Authorization: Bearer ", renewals)};
  };
  authorization.invalidate = [&](absl::Time sent) {
    EXPECT_EQ(sent, begin_);
    ++renewals;
  };
  ScriptedApi api({Answers(401, ""), Answers(401, ""), Answers(200, "{}")});
  EXPECT_EQ(Send(api, Request("PATCH"), authorization).status().code(), absl::StatusCode::kUnauthenticated);
  ASSERT_THAT(api.requests(), SizeIs(2));
  EXPECT_EQ(api.headers(0)["authorization"], "Bearer 0");
  EXPECT_EQ(api.headers(1)["authorization"], "Bearer 1");
}

TEST_F(ApiClientTest, DoesNotRetryARefusalWithoutNewCredentials) {
  ScriptedApi api({Answers(401, ""), Answers(200, "{}")});
  EXPECT_EQ(Send(api, Request("GET")).status().code(), absl::StatusCode::kUnauthenticated);
  EXPECT_THAT(api.requests(), SizeIs(1));
}

TEST_F(ApiClientTest, LimitsTheRateOfRequests) {
  ScriptedApi api(std::vector<ScriptedApi::Step>(5, Answers(200, "{}")));
  ManualLoop manual(api.url());
  ApiClient client(manual.loop(), {}, RateLimit(10, 2));
  std::vector<absl::Duration> answered;
  const absl::Time begin = manual.now();
  for (int i = 0; i < 5; ++i) {
    client.Send(Request("GET"),
                [&](const absl::StatusOr<tree::Node>& /*answer*/) { answered.push_back(manual.now() - begin); });
  }
  manual.RunUntil([&] { return answered.size() == 5; });
  EXPECT_THAT(answered, ElementsAre(absl::ZeroDuration(), absl::ZeroDuration(), absl::Milliseconds(100),
                                    absl::Milliseconds(200), absl::Milliseconds(300)));
}

TEST_F(ApiClientTest, DoesNotSendACancelledRequest) {
  ScriptedApi api({Answers(200, "{}"), Answers(200, "{}")});
  ManualLoop manual(api.url());
  ApiClient client(manual.loop(), {}, RateLimit(10, 1));
  bool wanted = true;
  client.Send(Request("GET"), [&](const absl::StatusOr<tree::Node>& /*answer*/) { wanted = false; });
  absl::optional<absl::StatusOr<tree::Node>> answer;
  client.Send(
      Request("PATCH"), [&](absl::StatusOr<tree::Node> got) { answer = std::move(got); }, [&] { return wanted; });
  manual.RunUntil([&] { return answer.has_value(); });
  EXPECT_TRUE(absl::IsCancelled(answer->status()));
  EXPECT_THAT(api.requests(), SizeIs(1));
}

TEST_F(ApiClientTest, ACancelledRequestIsNotRepeated) {
  ScriptedApi api({Answers(429, "", "Retry-After: 1\r\n"), Answers(200, "{}")});
  ManualLoop manual(api.url());
  ApiClient client(manual.loop(), {}, kNoLimit);
  absl::optional<absl::StatusOr<tree::Node>> answer;
  client.Send(
      Request("PATCH"), [&](absl::StatusOr<tree::Node> got) { answer = std::move(got); },
      [&] { return api.requests().empty(); });
  manual.RunUntil([&] { return answer.has_value(); });
  EXPECT_TRUE(absl::IsCancelled(answer->status()));
  EXPECT_THAT(api.requests(), SizeIs(1));
}

}  // namespace
}  // namespace cpsizer::kube
