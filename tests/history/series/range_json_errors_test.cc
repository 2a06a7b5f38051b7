#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/history/series/range_json_reader.h"

namespace cpsizer::history {
namespace {

absl::Status JsonError(absl::string_view json) {
  HistoryNames names;
  const SeriesOptions options;
  SeriesSelector selector(options, names);
  SeriesCounts counts;
  Input input("h.json", json);
  return ReadRangeJson(input, selector, counts, [](const Sample&) { return absl::OkStatus(); });
}

struct JsonErrorCase {
  absl::string_view json;
  absl::string_view error;
};

constexpr JsonErrorCase kIncompleteResponses[] = {
    {R"({"status":"error","errorType":"timeout","error":"query timed out in \u001b expression evaluation"})",
     R"(h.json: Prometheus returned an error: query timed out in \x1b expression evaluation)"},
    {R"({"status":"success","data":{"resultType":"matrix","result":[]},"warnings":["store b is down","c"]})",
     "h.json: the response is not complete: store b is down; repeat the query when all data is available"},
    {R"({"status":"success","isPartial":true,"data":{"resultType":"matrix","result":[]}})",
     "h.json: the response is not complete: it is marked as partial; repeat the query when all data is available"},
};

TEST(RangeJsonErrorsTest, AnErrorOrAnIncompleteResponseIsUnavailable) {
  for (const JsonErrorCase& c : kIncompleteResponses) {
    EXPECT_EQ(JsonError(c.json), absl::UnavailableError(c.error)) << c.json;
  }
}

constexpr char kNotARange[] =
    "is not a response of /api/v1/query_range; save the whole response of such a query, as curl writes it";

TEST(RangeJsonErrorsTest, OtherJsonIsNotARange) {
  for (const char* const json : {"{}", R"({"kind":"List","items":[{"a":[1,"b"]}]})", R"({"status":"success"})",
                                 R"({"data":{"resultType":"matrix","result":[]}})"}) {
    EXPECT_EQ(JsonError(json), absl::InvalidArgumentError(absl::StrCat("h.json: ", kNotARange))) << json;
  }
  EXPECT_EQ(
      JsonError(R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"2"]}]}})"),
      absl::InvalidArgumentError("h.json: the result is a vector, not a matrix; query /api/v1/query_range"));
}

// Each case is inside of the values of a series with the resource cpu, at column 37 of line 2.
constexpr JsonErrorCase kBadValues[] = {
    {R"([1,"-2"])",
     "40: cpu: \"-2\" is negative; write a number, a quantity such as 8Gi or 250m, or leave the value empty"},
    {R"([1,"x"])",
     "40: cpu: \"x\" is not a number with an optional suffix; write a number, a quantity such as 8Gi or 250m, or "
     "leave the value empty"},
    {R"([-1,"2"])", "38: time: \"-1\" is not a time from 1970 to 9999 in seconds"},
    {R"([1,2])", ""},
    {R"(["1","2"])", ""},
    {R"([1])", ""},
    {R"([1,"2",3])", ""},
    {R"([1,["2"]])", ""},
    {R"({"1":"2"})", ""},
    {R"(1)", ""},
    {R"(null)", ""},
};

TEST(RangeJsonErrorsTest, ValueErrorsNameLineColumnAndValue) {
  for (const JsonErrorCase& c : kBadValues) {
    const absl::Status error =
        JsonError(absl::StrCat("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[\n",
                               R"({"metric":{"namespace":"a","resource":"cpu"},"values":[[1,"2"],)", "\n",
                               std::string(36, ' '), c.json, "]}]}}"));
    EXPECT_EQ(error.code(), absl::StatusCode::kInvalidArgument) << c.json;
    const std::string expected = c.error.empty() ? std::string(kNotARange) : absl::StrCat("h.json:3:", c.error);
    EXPECT_THAT(std::string(error.message()), ::testing::HasSubstr(expected)) << c.json;
    EXPECT_THAT(std::string(error.message()), ::testing::StartsWith("h.json:3:")) << c.json;
  }
}

TEST(RangeJsonErrorsTest, MalformedJsonNamesThePlace) {
  const std::string begin = "{\"status\":\"success\",\n\"data\":{";
  EXPECT_EQ(JsonError(begin), absl::InvalidArgumentError("h.json:2:9: the JSON ends too early; is the file complete?"));
  EXPECT_EQ(JsonError(absl::StrCat(begin, "]}")).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(JsonError(absl::StrCat(begin, "]}")).message()),
              ::testing::StartsWith("h.json:2:9: is not JSON: "));
  EXPECT_EQ(JsonError(""), absl::InvalidArgumentError("h.json:1:1: the JSON ends too early; is the file complete?"));
}

TEST(RangeJsonErrorsTest, TheMetricMustBeBeforeTheValues) {
  EXPECT_EQ(
      JsonError(R"({"data":{"result":[{"values":[[1,"2"]],"metric":{}}]}})"),
      absl::InvalidArgumentError("h.json:1:30: the values of this series are before its metric; save the response "
                                 "as Prometheus returns it"));
}

TEST(RangeJsonErrorsTest, TheErrorOfASeriesHasItsPlace) {
  EXPECT_THAT(std::string(JsonError(R"({"data":{"result":[{"metric":{},"values":[[1,"2"]]}]}})").message()),
              ::testing::StartsWith("h.json:1:42: a series has no metric name"));
}

TEST(RangeJsonErrorsTest, DepthStringsAndLabelsAreBounded) {
  EXPECT_EQ(JsonError(absl::StrCat(R"({"a":)", std::string(100'000, '['))),
            absl::InvalidArgumentError("h.json:1:37: JSON has more than 32 levels here"));
  // A piece may have been read before, so that the limit is between one and two pieces.
  EXPECT_TRUE(
      JsonError(absl::StrCat(R"({"status":"error","x":")", std::string(kInputPieceBytes / 2, 'x'), "\"}")).code() ==
      absl::StatusCode::kUnavailable);
  EXPECT_THAT(
      std::string(JsonError(absl::StrCat(R"({"x":")", std::string(3 * kInputPieceBytes, 'x'), "\"}")).message()),
      ::testing::HasSubstr("a string or number is longer than"));
  EXPECT_THAT(std::string(JsonError(absl::StrCat(R"({"data":{"result":[{"metric":{"pod":")",
                                                 std::string(kMaxLabelBytes + 1, 'x'), "\"}}]}}"))
                              .message()),
              ::testing::HasSubstr("the label pod is longer than 1024 bytes"));
}

}  // namespace
}  // namespace cpsizer::history
