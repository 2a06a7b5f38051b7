#include "client/machine/read_query_answer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "gmock/gmock.h"

namespace cpsizer::machine {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct AnswerCase {
  const char* name;
  std::string body;
  v1::MachineQueryResult result;
  const char* value = "";
};

std::string Success(const std::string& type, const std::string& result) {
  return absl::StrCat(R"({"status":"success","data":{"resultType":")", type, R"(","result":)", result, "}}");
}

std::string Vector(const std::string& sample) {
  return Success("vector", absl::StrCat(R"([{"metric":{},"value":)", sample, "}]"));
}

std::vector<AnswerCase> AnswerCases() {
  return {
      {"one element", Vector(R"([1435781451.781,"1.5"])"), v1::MACHINE_QUERY_RESULT_VALUE, "1.5"},
      {"a negative value", Vector(R"([1,"-2e3"])"), v1::MACHINE_QUERY_RESULT_VALUE, "-2e3"},
      {"the time as text, as KEDA accepts it", Vector(R"(["1","2"])"), v1::MACHINE_QUERY_RESULT_VALUE, "2"},
      {"a scalar", Success("scalar", R"([1,"7"])"), v1::MACHINE_QUERY_RESULT_VALUE, "7"},
      {"no series", Success("vector", "[]"), v1::MACHINE_QUERY_RESULT_EMPTY},
      {"a series with an empty value", Vector("[]"), v1::MACHINE_QUERY_RESULT_EMPTY},
      {"no members at all, as KEDA accepts it", "{}", v1::MACHINE_QUERY_RESULT_EMPTY},
      {"a result that is null", Success("vector", "null"), v1::MACHINE_QUERY_RESULT_EMPTY},
      {"NaN", Vector(R"([1,"NaN"])"), v1::MACHINE_QUERY_RESULT_NON_FINITE},
      {"+Inf", Vector(R"([1,"+Inf"])"), v1::MACHINE_QUERY_RESULT_NON_FINITE},
      {"-Inf", Vector(R"([1,"-Inf"])"), v1::MACHINE_QUERY_RESULT_NON_FINITE},
      {"two series", Success("vector", R"([{"value":[1,"1"]},{"value":[1,"2"]}])"), v1::MACHINE_QUERY_RESULT_MULTIPLE},
      {"a matrix", Success("matrix", R"([{"metric":{},"values":[[1,"1"]]}])"), v1::MACHINE_QUERY_RESULT_BAD_TYPE},
      {"a string", Success("string", R"([1,"text"])"), v1::MACHINE_QUERY_RESULT_BAD_TYPE},
      {"an unknown type", Success("cube", "[]"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a list with one member", Vector(R"(["1"])"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"text where the number belongs", Vector(R"([1,"many"])"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a number after white space", Vector(R"([1," 1"])"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a hexadecimal number without an exponent", Vector(R"([1,"0x10"])"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a number beyond a double", Vector(R"([1,"1e400"])"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a number that is not text", Vector("[1,2]"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a series without a value", Success("vector", R"([{"metric":{}}])"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a vector that is not a list", Success("vector", "7"), v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"an error with HTTP status 200", R"({"status":"error","errorType":"bad_data","error":"parse error"})",
       v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a page of a proxy", "<html>log in</html>", v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"nothing", "", v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a list", "[]", v1::MACHINE_QUERY_RESULT_MALFORMED},
      {"a number that is too large", "{\"a\":1e400}", v1::MACHINE_QUERY_RESULT_MALFORMED},
  };
}

TEST(ReadQueryAnswerTest, ReadsEachFormOfAnswer) {
  for (const AnswerCase& answer : AnswerCases()) {
    SCOPED_TRACE(answer.name);
    const v1::MachineQueryReading reading = ReadQueryAnswer(answer.body, /*has_credentials=*/false);
    EXPECT_EQ(reading.result(), answer.result) << reading.message();
    EXPECT_EQ(reading.value(), answer.value);
    const bool explained = answer.result == v1::MACHINE_QUERY_RESULT_VALUE ||
                           answer.result == v1::MACHINE_QUERY_RESULT_EMPTY || !reading.message().empty();
    EXPECT_TRUE(explained);
  }
}

TEST(ReadQueryAnswerTest, TheErrorOfPrometheusIsInTheMessageAndNothingElseOfTheServer) {
  const std::string body = R"({"status":"error","error":"parse error"})";
  EXPECT_EQ(ReadQueryAnswer(body, false).message(), "the response does not report success: parse error");
  EXPECT_EQ(ReadQueryAnswer(kube::ApiError(400, body, absl::nullopt), false).message(), "parse error");
  EXPECT_EQ(ReadQueryAnswer(kube::ApiError(500, "internal text", absl::nullopt), false).message(), "");
}

TEST(ReadQueryAnswerTest, NoTextOfAServerThatReceivedCredentialsIsShown) {
  constexpr char kSecret[] = "s3cret-token";
  const std::string answers[] = {
      R"({"status":"error","error":"bad header s3cret-token"})", R"({"status":"s3cret-token"})",
      R"({"status":"success","data":{"resultType":"s3cret-token"}})",
      R"({"status":"success","data":{"resultType":"scalar","result":[1,"s3cret-token"]}})", "s3cret-token"};
  for (const std::string& answer : answers) {
    EXPECT_THAT(ReadQueryAnswer(answer, true).ShortDebugString(), Not(HasSubstr(kSecret))) << answer;
    for (const int code : {302, 400, 401, 500}) {
      const v1::MachineQueryReading reading = ReadQueryAnswer(kube::ApiError(code, answer, absl::nullopt), true);
      EXPECT_THAT(reading.ShortDebugString(), Not(HasSubstr(kSecret))) << code << answer;
    }
  }
}

TEST(ReadQueryAnswerTest, ErrorsOfTheRequest) {
  const v1::MachineQueryReading forbidden = ReadQueryAnswer(kube::ApiError(403, "no", absl::nullopt), false);
  EXPECT_EQ(forbidden.result(), v1::MACHINE_QUERY_RESULT_AUTH_FAILED);
  EXPECT_EQ(forbidden.message(), "the server responded with HTTP status 403");
  EXPECT_EQ(ReadQueryAnswer(kube::ApiError(401, "", absl::nullopt), false).result(),
            v1::MACHINE_QUERY_RESULT_AUTH_FAILED);
  for (const int code : {302, 400, 422, 500, 503}) {
    const v1::MachineQueryReading reading = ReadQueryAnswer(kube::ApiError(code, "words", absl::nullopt), false);
    EXPECT_EQ(reading.result(), v1::MACHINE_QUERY_RESULT_HTTP_ERROR) << code;
    EXPECT_EQ(reading.http_status(), code);
  }
  EXPECT_EQ(ReadQueryAnswer(absl::DeadlineExceededError("slow"), true).result(), v1::MACHINE_QUERY_RESULT_UNREACHABLE);
  EXPECT_EQ(ReadQueryAnswer(absl::UnavailableError("no connection"), true).message(), "no connection");
  EXPECT_EQ(ReadQueryAnswer(kube::AsTooLarge(absl::DataLossError("longer than 262144 bytes")), true).result(),
            v1::MACHINE_QUERY_RESULT_MALFORMED);
}

}  // namespace
}  // namespace cpsizer::machine
