#include "client/history/prometheus/prometheus_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/history/prometheus/limits.h"
#include "client/kube/http/api_error.h"
#include "tests/history/prometheus/scripted_prometheus.h"

namespace cpsizer::history {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int64_t kFirst = 1'770'000'000;  // 2026-02-02T02:40:00Z
constexpr int64_t kMinutes5 = 300;

absl::Status Http(int code, absl::string_view body, absl::optional<absl::Duration> retry_after = absl::nullopt) {
  return kube::ApiError(code, body, retry_after, /*is_text=*/true);
}

// The stores of a Thanos with one sidecar, whose lastError is `error` as JSON.
std::string Stores(absl::string_view error) {
  return absl::StrCat(R"({"status":"success","data":{"sidecar":[{"name":"10.0.0.1:10901","lastCheck":"x","lastError":)",
                      error, R"(,"labelSets":[],"minTime":0,"maxTime":1}]}})");
}

class PrometheusReaderTest : public ::testing::Test {
 protected:
  // Reads `points` points. Checks that each is taken once, with memory and CPU, if the result is OK.
  absl::Status Read(int64_t points) {
    const PrometheusHistory history = {
        {"memory", "cpu"}, kFirst * 1000, (kFirst + (points - 1) * kMinutes5) * 1000, kMinutes5 * 1000};
    int64_t next = kFirst;
    taken_ = 0;
    counts_ = {};
    HistoryNames names;
    absl::Status status = ReadPrometheus(
        history, SeriesOptions(), server_, [this](absl::Duration wait) { waits_.push_back(wait); }, names,
        [&](const Sample& sample) {
          EXPECT_EQ(sample.milliseconds, next * 1000);
          EXPECT_EQ(sample.memory_bytes, static_cast<double>(next));
          EXPECT_EQ(sample.cpu_cores, static_cast<double>(next));
          EXPECT_EQ(names.clusters.Name(sample.cluster), "hc-a");
          next += kMinutes5;
          ++taken_;
          return taken_ == fail_at_ ? absl::InternalError("the decision failed") : absl::OkStatus();
        },
        counts_);
    if (status.ok()) {
      EXPECT_EQ(taken_, points);
      EXPECT_EQ(counts_.samples, points);
      EXPECT_EQ(counts_.duplicates, 0);
    }
    return status;
  }
  // Returns the message of the error of Read().
  std::string Error(absl::StatusCode code = absl::StatusCode::kUnavailable) {
    const absl::Status status = Read(100);
    EXPECT_EQ(status.code(), code) << status;
    return std::string(status.message());
  }

  ScriptedPrometheus server_;
  std::vector<absl::Duration> waits_;
  SeriesCounts counts_;
  int64_t taken_ = 0;
  int64_t fail_at_ = 0;
};

TEST_F(PrometheusReaderTest, ReadsEachPointOnceInSlices) {
  EXPECT_EQ(Read(14 * 288), absl::OkStatus());
  EXPECT_EQ(server_.requests.size(), 8u);
  EXPECT_EQ(server_.requests[0].query, "memory");
  EXPECT_EQ(server_.requests[1].query, "cpu");
  for (const RangeRequest& request : server_.requests) EXPECT_EQ(request.step, kMinutes5);
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(PrometheusReaderTest, NoQueryHasMorePointsThanPrometheusAllows) {
  EXPECT_EQ(Read(40'000), absl::OkStatus());
  for (const RangeRequest& request : server_.requests) {
    EXPECT_LE((request.end - request.start) / request.step + 1, kMaxPointsOfQuery);
  }
}

TEST_F(PrometheusReaderTest, AFailureThatPassesIsRetriedAtTheSameQuery) {
  server_.next = {"", "", "", Http(503, "busy"), kube::BrokenConnectionError("reset"), Http(429, "", absl::Seconds(9))};
  EXPECT_EQ(Read(100), absl::OkStatus());
  // The slice with points 13 to 100 was sent once for memory, and four times for CPU.
  ASSERT_EQ(server_.requests.size(), 7u);
  for (size_t i = 3; i < 7; ++i) {
    EXPECT_EQ(server_.requests[i].query, "cpu");
    EXPECT_EQ(server_.requests[i].start, kFirst + 12 * kMinutes5);
  }
  EXPECT_THAT(waits_, ElementsAre(absl::Milliseconds(800), absl::Milliseconds(1'600), absl::Seconds(9)));
}

TEST_F(PrometheusReaderTest, ARetryAfterBelowTheBackoffDoesNotShortenIt) {
  server_.next = {Http(429, "", absl::ZeroDuration())};
  EXPECT_EQ(Read(1), absl::OkStatus());
  EXPECT_THAT(waits_, ElementsAre(absl::Milliseconds(800)));
}

TEST_F(PrometheusReaderTest, GivesUpAfterFiveFailures) {
  for (int i = 0; i < 5; ++i) server_.next.push_back(Http(500, "busy"));
  EXPECT_EQ(Error(),
            "https://prometheus.test, 2026-02-02T02:40:00Z to 2026-02-02T03:35:00Z: the server responded with HTTP "
            "status 500: busy; failed 5 times, try again later");
  EXPECT_EQ(waits_.size(), 4u);
  EXPECT_EQ(taken_, 0);
}

TEST_F(PrometheusReaderTest, EachSliceHasItsOwnFailures) {
  for (int slice = 0; slice < 2; ++slice) {
    for (int i = 0; i < 4; ++i) server_.next.push_back(Http(500, ""));
    server_.next.push_back("");
    server_.next.push_back("");
  }
  EXPECT_EQ(Read(100), absl::OkStatus());
  EXPECT_EQ(waits_.size(), 8u);
  EXPECT_EQ(waits_[4], absl::Milliseconds(800));
}

TEST_F(PrometheusReaderTest, APrometheusThatIsDownFailsAtOnce) {
  server_.next = {absl::UnavailableError("connection refused")};
  EXPECT_THAT(Error(), HasSubstr("Z: connection refused"));
  EXPECT_EQ(server_.requests.size(), 1u);
}

TEST_F(PrometheusReaderTest, AProxyThatCannotReachPrometheusFailsAtOnce) {
  server_.next = {Http(503, "<html>no backend</html>")};
  EXPECT_THAT(Error(), HasSubstr("Z: the server responded with HTTP status 503"));
  EXPECT_EQ(server_.requests.size(), 1u);
  server_.next = {Http(503, "starting", absl::Seconds(3))};
  EXPECT_EQ(Read(1), absl::OkStatus());
  EXPECT_THAT(waits_, ElementsAre(absl::Seconds(3)));
}

TEST_F(PrometheusReaderTest, APrometheusThatGoesDownIsRetried) {
  server_.next = {"", "", absl::UnavailableError("connection refused")};
  EXPECT_EQ(Read(100), absl::OkStatus());
  EXPECT_EQ(waits_.size(), 1u);
}

TEST_F(PrometheusReaderTest, ALongResponseIsReadInShorterSlices) {
  server_.most_points = 5;
  EXPECT_EQ(Read(100), absl::OkStatus());
  EXPECT_EQ(server_.requests[1].end - server_.requests[1].start, 5 * kMinutes5);  // 6 points
  EXPECT_EQ(server_.requests[2].end - server_.requests[2].start, 2 * kMinutes5);
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(PrometheusReaderTest, AResponseThatIsTooLongForOnePointIsAnError) {
  for (int i = 0; i < 9; ++i) server_.next.push_back(kube::AsTooLarge(absl::DataLossError("longer than 32 MiB")));
  EXPECT_THAT(Error(), HasSubstr("02:40:00Z to 2026-02-02T02:40:00Z: longer than 32 MiB; select fewer series with "
                                 "--prometheus-matchers"));
  EXPECT_EQ(server_.requests.size(), 4u);  // 12, 6, 3 and 1 points
}

TEST_F(PrometheusReaderTest, APrometheusThatNeverRespondsFailsAtOnce) {
  server_.next = {absl::DeadlineExceededError("no response in time")};
  EXPECT_THAT(Error(), HasSubstr("no response in time; check the address, and the load of Prometheus"));
  EXPECT_EQ(server_.requests.size(), 1u);
}

TEST_F(PrometheusReaderTest, ASlowPrometheusIsAskedForLessAndThenGivenUp) {
  server_.next = {"", "", absl::DeadlineExceededError("no response in time")};
  EXPECT_EQ(Read(100), absl::OkStatus());
  EXPECT_EQ(server_.requests[2].end - server_.requests[2].start, 87 * kMinutes5);
  EXPECT_EQ(server_.requests[3].end - server_.requests[3].start, 43 * kMinutes5);
  server_.requests.clear();
  server_.next = {"", ""};
  for (int i = 0; i < 9; ++i) server_.next.push_back(absl::DeadlineExceededError("no response in time"));
  EXPECT_THAT(Error(), HasSubstr("; failed 5 times, try again later"));
  EXPECT_EQ(server_.requests.size(), 7u);
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(PrometheusReaderTest, AResponseWithWarningsIsAnErrorAndNothingOfItIsTaken) {
  std::string partial = RangeResponse({"cpu", kFirst, kFirst + 11 * kMinutes5, kMinutes5});
  partial.insert(1, R"("warnings":["store 10.0.0.1 is down"],)");
  server_.next = {"", partial};
  EXPECT_THAT(Error(),
              HasSubstr("query_range: the response is not complete: store 10.0.0.1 is down; repeat the query"));
  EXPECT_EQ(taken_, 0);
}

TEST_F(PrometheusReaderTest, AStoreOfThanosThatFailsIsAnErrorAndNothingOfItsSliceIsTaken) {
  server_.stores = {Stores("null"), Stores("null"), Stores(R"("dial tcp 10.0.0.1:10901: s3cret refused")")};
  EXPECT_EQ(Error(),
            "https://prometheus.test, 2026-02-02T03:40:00Z to 2026-02-02T10:55:00Z: the store 10.0.0.1:10901 of this "
            "Thanos fails: dial tcp 10.0.0.1:10901: [token] refused; repeat this when the store is back");
  EXPECT_EQ(taken_, 11);  // SampleGroup passes on a time when it has the next one
}

TEST_F(PrometheusReaderTest, AStoreOfThanosThatFailsBeforeTheFirstQueryIsAnError) {
  server_.stores = {Stores(R"("refused")")};
  EXPECT_THAT(Error(), HasSubstr("the store 10.0.0.1:10901 of this Thanos fails: refused"));
  EXPECT_THAT(server_.requests, IsEmpty());
}

TEST_F(PrometheusReaderTest, AStoreOfThanosThatIsRemovedIsAnError) {
  server_.stores = {Stores("null"), R"({"status":"success","data":{"sidecar":[]}})"};
  EXPECT_THAT(Error(), HasSubstr("the store 10.0.0.1:10901 is missing in the list of this Thanos; repeat this when"));
}

TEST_F(PrometheusReaderTest, AThanosWhoseStoresWorkIsReadWhole) {
  server_.stores = {Stores("null"), Http(503, "busy"), Stores("null")};
  EXPECT_EQ(Read(100), absl::OkStatus());
  EXPECT_THAT(waits_, ElementsAre(absl::Milliseconds(800)));
  EXPECT_EQ(counts_.unchecked_stores, "");
}

TEST_F(PrometheusReaderTest, AnErrorAboutTheStoresNamesTheirPath) {
  server_.stores = {Http(500, "oops")};
  EXPECT_THAT(Error(), HasSubstr(": GET /api/v1/stores: the server responded with HTTP status 500: oops; failed "));
}

TEST_F(PrometheusReaderTest, AServerWithoutStoresIsRead) {
  for (const auto& answer : {Http(400, "unsupported path requested"), Http(405, "")}) {
    server_.stores = {answer};
    EXPECT_EQ(Read(1), absl::OkStatus());
    EXPECT_EQ(counts_.unchecked_stores, "");
  }
}

// Such as the page of a proxy that asks for a login.
TEST_F(PrometheusReaderTest, AResponseWithoutAListOfStoresIsReported) {
  for (const char* answer : {"<html>", R"({"data":[]})"}) {
    server_.stores = {std::string(answer)};
    EXPECT_EQ(Read(1), absl::OkStatus());
    EXPECT_EQ(counts_.unchecked_stores, "the response is not a list of stores");
  }
}

TEST_F(PrometheusReaderTest, StoresThatTheAccountMayNotReadAreReported) {
  server_.stores = {Http(403, "Forbidden")};
  EXPECT_EQ(Read(1), absl::OkStatus());
  EXPECT_EQ(counts_.unchecked_stores, "HTTP status 403");
}

TEST_F(PrometheusReaderTest, AListOfStoresThatIsGoneLaterIsReported) {
  server_.stores = {Stores("null"), Http(404, "404 page not found")};
  EXPECT_EQ(Read(1), absl::OkStatus());
  EXPECT_EQ(counts_.unchecked_stores, "HTTP status 404");
  server_.stores = {Stores("null"), "<html></html>"};
  EXPECT_EQ(Read(1), absl::OkStatus());
  EXPECT_EQ(counts_.unchecked_stores, "the response is not a list of stores");
}

TEST_F(PrometheusReaderTest, CappedTargetsAreCountedByCluster) {
  server_.next = {RangeResponse({"memory\",\"cpsizer_capped\":\"true", kFirst, kFirst, kMinutes5})};
  EXPECT_EQ(Read(1), absl::OkStatus());
  EXPECT_EQ(counts_.capped, 1);
}

TEST_F(PrometheusReaderTest, NotesAreNotWarnings) {
  std::string noted = RangeResponse({"memory", kFirst, kFirst, kMinutes5});
  noted.insert(1, R"("infos":["metric might not be a counter"],)");
  server_.next = {noted};
  EXPECT_EQ(Read(1), absl::OkStatus());
}

TEST_F(PrometheusReaderTest, OtherResponsesAreErrors) {
  struct Case {
    std::string body;
    std::string message;
  };
  const Case cases[] = {
      {"<html>log in</html>", "the response (19 bytes) is not JSON; check that this is the address of Prometheus"},
      {R"({"status":"error","error":"no s3cret store"})", "Prometheus returned an error: no [token] store"},
      {R"({"status":"success","data":{"resultType":"vector","result":[]}})", "the result is a vector, not a matrix"},
      {R"({"status":"success","data":{"resultTy)", "the JSON ends too early"},
      {"{}", "is not a response of /api/v1/query_range"},
  };
  for (const Case& test : cases) {
    server_.next = {test.body};
    EXPECT_THAT(Error(), AllOf(HasSubstr(test.message), HasSubstr("https://prometheus.test, 2026-02-02T02:40:00Z"),
                               Not(HasSubstr("s3cret"))));
  }
  server_.next = {Http(400, "no s3cret here")};
  EXPECT_THAT(Error(), HasSubstr("no [token] here"));
}

TEST_F(PrometheusReaderTest, AHistoryWithoutSamplesNamesTheQuery) {
  const std::string empty = R"({"status":"success","data":{"resultType":"matrix","result":[]}})";
  for (int i = 0; i < 4; ++i) server_.next.push_back(empty);
  EXPECT_THAT(Error(absl::StatusCode::kInvalidArgument),
              AllOf(HasSubstr("there are no samples of kube-apiserver; choose other data with --series"),
                    HasSubstr("The query for memory was memory")));
}

TEST_F(PrometheusReaderTest, ReturnsTheErrorOfTakeUnchanged) {
  fail_at_ = 20;
  EXPECT_EQ(Read(100), absl::InternalError("the decision failed"));
  EXPECT_EQ(taken_, 20);
}

}  // namespace
}  // namespace cpsizer::history
