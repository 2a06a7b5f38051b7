#include "client/kube/http/api_error.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/tree/parse_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct ApiErrorCase {
  const char* name;
  int http_code;
  const char* body;
  absl::StatusCode code;
};

constexpr char kUidChanged[] =
    R"({"kind":"Status","status":"Failure","message":"HostedCluster \"a\" is invalid: metadata.uid: field is immutable",
        "reason":"Invalid","details":{"causes":[{"reason":"FieldValueInvalid","field":"metadata.uid"}]},"code":422})";
constexpr char kTerminating[] =
    R"({"kind":"Status","message":"forbidden","reason":"Forbidden",
        "details":{"causes":[{"reason":"NamespaceTerminating","field":"metadata.namespace"}]},"code":403})";
constexpr char kAnonymous[] =
    R"({"kind":"Status","message":"hostedclusters is forbidden: User \"system:anonymous\" cannot list","code":403})";
constexpr char kFuture[] =
    R"({"kind":"Status","message":"Too large resource version: 9, current: 5","reason":"Timeout",
        "details":{"causes":[{"reason":"ResourceVersionTooLarge"}],"retryAfterSeconds":1},"code":504})";

const ApiErrorCase kApiErrorCases[] = {
    {"a bad request", 400, R"({"kind":"Status","reason":"BadRequest","message":"no","code":400})",
     absl::StatusCode::kInvalidArgument},
    {"a bad token", 401, R"({"kind":"Status","reason":"Unauthorized","message":"Unauthorized","code":401})",
     absl::StatusCode::kUnauthenticated},
    {"missing rights", 403, R"({"kind":"Status","reason":"Forbidden","message":"User \"x\" cannot list","code":403})",
     absl::StatusCode::kPermissionDenied},
    {"no token at all", 403, kAnonymous, absl::StatusCode::kUnauthenticated},
    {"a namespace that goes away", 403, kTerminating, absl::StatusCode::kFailedPrecondition},
    {"a kind without CRD", 404, "404 page not found\n", absl::StatusCode::kNotFound},
    {"list Accept on one object", 406, R"({"kind":"Status","reason":"NotAcceptable","message":"no","code":406})",
     absl::StatusCode::kInvalidArgument},
    {"a conflict", 409, R"({"kind":"Status","reason":"Conflict","message":"modified","code":409})",
     absl::StatusCode::kAborted},
    {"a second creation", 409, R"({"kind":"Status","reason":"AlreadyExists","message":"exists","code":409})",
     absl::StatusCode::kAlreadyExists},
    {"an aged page", 410, R"({"kind":"Status","reason":"Expired","message":"token too old","code":410})",
     absl::StatusCode::kOutOfRange},
    {"another object of that name", 422, kUidChanged, absl::StatusCode::kAborted},
    {"a value that is refused", 422, R"({"kind":"Status","reason":"Invalid","message":"no","code":422})",
     absl::StatusCode::kInvalidArgument},
    {"too many requests", 429, "slow down", absl::StatusCode::kResourceExhausted},
    {"a fault inside", 500, R"({"kind":"Status","message":"content is not a list","code":500})",
     absl::StatusCode::kInternal},
    {"a kind that is not there", 404, "404 page not found\n", absl::StatusCode::kNotFound},
    {"a page that is not there", 404, "\n<html>Not here</html>", absl::StatusCode::kDataLoss},
    {"a proxy without backend", 502, "<html>Bad Gateway</html>", absl::StatusCode::kUnavailable},
    {"a server that starts", 503, "", absl::StatusCode::kUnavailable},
    {"a write that took too long", 504, R"({"kind":"Status","reason":"Timeout","message":"too long","code":504})",
     absl::StatusCode::kInternal},
    {"a resourceVersion of the future", 504, kFuture, absl::StatusCode::kOutOfRange},
    {"a redirect", 302, "", absl::StatusCode::kInternal},
};

TEST(ApiErrorTest, HasTheCodeAndTheMessageOfTheServer) {
  for (const ApiErrorCase& test : kApiErrorCases) {
    const absl::Status status = ApiError(test.http_code, test.body, absl::nullopt);
    EXPECT_EQ(status.code(), test.code) << test.name << ": " << status;
    EXPECT_THAT(std::string(status.message()),
                StartsWith(absl::StrCat("the API server responded with ", test.http_code)));
  }
}

TEST(ApiErrorTest, APageOfHtmlIsNotRepeated) {
  EXPECT_EQ(ApiError(404, "\n<html>\n<body>Not here</body></html>", absl::nullopt).message(),
            "the API server responded with 404: an HTML page; check that the address is that of an API server");
  EXPECT_EQ(ApiError(404, "404 page not found\n", absl::nullopt).message(),
            "the API server responded with 404: 404 page not found");
}

TEST(ApiErrorTest, TheEventOfAWatchIsReadTheSameWay) {
  const absl::Status status = ApiErrorOf(tree::ParseJson(
      R"json({"kind":"Status","code":410,"reason":"Expired","message":"too old resource version: 366 (497)"})json"));
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(), "the API server responded with 410 Expired: too old resource version: 366 (497)");
}

TEST(ApiErrorTest, NeverThrowsOnAnInvalidStatus) {
  for (const char* body : {"[1]", "\"x\"", "{\"kind\":5}", "{\"kind\":\"Status\",\"details\":[],\"reason\":{}}",
                           "{\"kind\":\"Status\",\"details\":{\"causes\":{}}}", "\xff\xfe", "null", "{"}) {
    EXPECT_EQ(ApiError(500, body, absl::nullopt).code(), absl::StatusCode::kInternal) << body;
  }
}

TEST(ApiErrorTest, CutsALongMessageBetweenCharacters) {
  std::string body(1'023, 'x');
  body += "\u00f6 and more";
  const std::string message(ApiError(500, body, absl::nullopt).message());
  EXPECT_EQ(message, absl::StrCat("the API server responded with 500: ", body.substr(0, 1'023)));
}

TEST(ServerAnswerTest, HasTheMessageAndTheFormOfTheResponse) {
  const absl::optional<ServerAnswer> status =
      ServerAnswerOf(ApiError(404, R"({"kind":"Status","message":"no such pod"})", absl::nullopt));
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(status->http_code, 404);
  EXPECT_TRUE(status->is_status);
  EXPECT_FALSE(status->names_object);
  EXPECT_EQ(status->message, "no such pod");
  const absl::optional<ServerAnswer> object = ServerAnswerOf(
      ApiError(404, R"({"kind":"Status","message":"no such pod","details":{"name":"a"}})", absl::nullopt));
  ASSERT_TRUE(object.has_value());
  EXPECT_TRUE(object->is_status);
  EXPECT_TRUE(object->names_object);
  EXPECT_EQ(object->message, "no such pod");
  const absl::optional<ServerAnswer> blank =
      ServerAnswerOf(ApiError(404, R"({"kind":"Status","message":" no metric for "})", absl::nullopt));
  ASSERT_TRUE(blank.has_value());
  EXPECT_EQ(blank->message, " no metric for ");
  const absl::optional<ServerAnswer> text = ServerAnswerOf(ApiError(503, "service unavailable\n", absl::Seconds(1)));
  ASSERT_TRUE(text.has_value());
  EXPECT_FALSE(text->is_status);
  EXPECT_EQ(text->message, "service unavailable");
  const absl::optional<ServerAnswer> page = ServerAnswerOf(ApiError(404, "<html>", absl::nullopt));
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->message, "<html>");
}

TEST(ServerAnswerTest, IsAbsentWhereNoServerAnswered) {
  EXPECT_FALSE(ServerAnswerOf(absl::UnavailableError("404 status x")).has_value());
  EXPECT_FALSE(ServerAnswerOf(absl::OkStatus()).has_value());
}

TEST(RetryAfterTest, IsTheRequestedDelayUpToAMinute) {
  EXPECT_EQ(RetryAfter(ApiError(429, "", absl::Seconds(7))), absl::Seconds(7));
  EXPECT_EQ(RetryAfter(ApiError(429, "", absl::Hours(2))), absl::Minutes(1));
  EXPECT_EQ(RetryAfter(ApiError(429, "", absl::nullopt)), absl::nullopt);
  EXPECT_EQ(RetryAfter(ApiError(504, kFuture, absl::nullopt)), absl::Seconds(1));
  EXPECT_EQ(RetryAfter(absl::OkStatus()), absl::nullopt);
  EXPECT_THAT(std::string(ApiError(504, kFuture, absl::nullopt).message()), HasSubstr("Too large resource version"));
}

}  // namespace
}  // namespace cpsizer::kube
