#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/sidecar/control/write/writes.h"

namespace cpsizer::sidecar {
namespace {

constexpr double kMiddle = 0.5;

// Returns the body of a response of the API server. `name` is the name of the object in its details.
std::string StatusBody(int code, const std::string& reason, const std::string& name = "") {
  const std::string details = name.empty() ? "{}" : absl::StrCat(R"({"name":")", name, R"(","kind":"things"})");
  return absl::StrCat(R"({"kind":"Status","reason":")", reason, R"(","message":"no","code":)", code, R"(,"details":)",
                      details, "}");
}

absl::Status Response(int code, const std::string& body = "no") {
  return kube::ApiError(code, body, absl::nullopt);
}

struct WriteResultCase {
  const char* name;
  absl::Status status;
  WriteResult result;
};

TEST(WriteResultTest, EachResponseHasOneResult) {
  const WriteResultCase cases[] = {
      {"success", absl::OkStatus(), WriteResult::kDone},
      {"not sent", absl::CancelledError("cancelled by its caller"), WriteResult::kStale},
      {"a webhook denies without a code", Response(400, StatusBody(400, "BadRequest")), WriteResult::kRefused},
      {"credentials", Response(401, StatusBody(401, "Unauthorized")), WriteResult::kUnknown},
      {"a webhook denies, or missing rights", Response(403, StatusBody(403, "Forbidden", "a")), WriteResult::kRefused},
      {"a proxy denies", Response(403, "<html>"), WriteResult::kRefused},
      {"the object is gone", Response(404, StatusBody(404, "NotFound", "a")), WriteResult::kGone},
      {"the kind does not exist", Response(404, "404 page not found\n"), WriteResult::kRefused},
      {"the path does not exist", Response(404, StatusBody(404, "NotFound")), WriteResult::kRefused},
      {"method", Response(405, StatusBody(405, "MethodNotAllowed")), WriteResult::kRefused},
      {"timeout of the request", Response(408), WriteResult::kUnknown},
      {"conflict", Response(409, StatusBody(409, "Conflict")), WriteResult::kConflict},
      {"exists", Response(409, StatusBody(409, "AlreadyExists", "a")), WriteResult::kConflict},
      {"too large", Response(413), WriteResult::kRefused},
      {"schema", Response(422, StatusBody(422, "Invalid", "a")), WriteResult::kRefused},
      {"too many requests", Response(429), WriteResult::kUnknown},
      {"header too large", Response(431), WriteResult::kRefused},
      {"a broken webhook", Response(500), WriteResult::kUnknown},
      {"a proxy without backend", Response(502, "<html>"), WriteResult::kUnknown},
      {"a server that starts", Response(503), WriteResult::kUnknown},
      {"timeout of a webhook", Response(504), WriteResult::kUnknown},
      {"redirect", Response(302), WriteResult::kUnknown},
      {"no response", kube::BrokenConnectionError("broken"), WriteResult::kUnknown},
      {"late", absl::DeadlineExceededError("late"), WriteResult::kUnknown},
      {"an HTML page for a success", absl::DataLossError("not a JSON object"), WriteResult::kUnknown},
      {"a request that the client refuses", absl::InvalidArgumentError("path"), WriteResult::kRefused},
      {"an object without uid", absl::FailedPreconditionError("its uid is unknown"), WriteResult::kRefused},
  };
  for (const WriteResultCase& one : cases) EXPECT_EQ(WriteResultOf(one.status), one.result) << one.name;
}

TEST(WriteResultTest, OnlyFailuresAreReported) {
  Counters counters;
  EXPECT_FALSE(CountUnwritten(WriteResult::kDone, counters));
  EXPECT_FALSE(CountUnwritten(WriteResult::kStale, counters));
  EXPECT_FALSE(CountUnwritten(WriteResult::kConflict, counters));
  EXPECT_FALSE(CountUnwritten(WriteResult::kGone, counters));
  EXPECT_TRUE(CountUnwritten(WriteResult::kNotKept, counters));
  EXPECT_TRUE(CountUnwritten(WriteResult::kRefused, counters));
  EXPECT_TRUE(CountUnwritten(WriteResult::kUnknown, counters));
  EXPECT_EQ(counters.stale_plans, 1);
  EXPECT_EQ(counters.write_conflicts, 2);
  EXPECT_EQ(counters.write_failures, 3);
}

TEST(WriteResultTest, ARefusedWriteIsRepeatedAfterAMinuteAndAnyOtherWhenTheApiServerSays) {
  for (const int code : {400, 403, 422}) {
    EXPECT_EQ(LeastRetryDelay(Response(code), kMiddle), absl::Minutes(1)) << code;
  }
  EXPECT_EQ(LeastRetryDelay(Response(401), kMiddle), absl::ZeroDuration()) << "the token can be renewed at any time";
  EXPECT_EQ(LeastRetryDelay(Response(500), kMiddle), absl::ZeroDuration());
  EXPECT_EQ(LeastRetryDelay(Response(409), kMiddle), absl::ZeroDuration());
  EXPECT_EQ(LeastRetryDelay(kube::ApiError(429, "no", absl::Seconds(8)), kMiddle), absl::Seconds(9));
}

}  // namespace
}  // namespace cpsizer::sidecar
