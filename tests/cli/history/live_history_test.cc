// Tests `cpsizer replay` and `cpsizer fit` with the history of a Prometheus.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tests/cli/run_command.h"
#include "tests/history/prometheus/scripted_prometheus.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using testing::FakeHttpConnection;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A part of the query for OOM kills.
constexpr char kKills[] = "last_terminated_reason";
constexpr char kService[] = "/api/v1/namespaces/monitoring/services/prometheus-k8s:9090/proxy";

// A Prometheus with one cluster, at the root of the server and at kService.
class LiveHistoryTest : public ::testing::Test {
 protected:
  // Each response has `code_`, and `body_` if it is not empty.
  void Serve(FakeHttpConnection& connection) {
    while (const auto request = connection.Read()) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (absl::EndsWith(request->path, "/api/v1/stores")) {
        if (!connection.Answer(stores_.empty() ? 404 : 200, stores_)) return;
        continue;
      }
      paths_.push_back(request->path);
      const bool is_memory = absl::StrContains(request->path, "memory");
      history::RangeRequest range = history::ReadRangeRequest(absl::StripPrefix(request->path, kService));
      range.query = is_memory ? "memory" : "cpu";
      std::string values = RangeResponse(range, is_memory ? "21474836480" : "2");
      if (absl::StrContains(request->path, kKills)) {
        range.query = "oom_time";
        values = RangeResponse(range, "1770681700");  // 2026-02-10T00:01:40Z
      }
      if (!connection.Answer(code_, body_.empty() ? values : body_)) return;
    }
  }
  RunResult Run(const std::vector<std::string>& more, const RunOptions& options = {}) {
    std::vector<std::string> args = {"replay", "-f", kFleet};
    args.insert(args.end(), more.begin(), more.end());
    return RunCommand(args, options);
  }
  RunResult RunLive(std::vector<std::string> more = {}) {
    more.push_back(absl::StrCat("--prometheus-url=", server_.url()));
    return Run(more);
  }
  void ExpectFailure(const RunResult& result, int exit_code, const std::string& err) {
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(err));
  }
  static nlohmann::json Json(const RunResult& result) {
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out);
  }

  const TemporaryFolder folder_;
  std::mutex mutex_;
  std::vector<std::string> paths_;  // guarded by mutex_
  int code_ = 200;
  std::string body_;
  std::string stores_;  // of a Thanos; empty: the server is a Prometheus
  testing::FakeHttpServer server_{[this](FakeHttpConnection& connection) { Serve(connection); }};
};

TEST_F(LiveHistoryTest, ReadsTheLastTwoWeeks) {
  const nlohmann::json json = Json(RunLive({"-o", "json"}));
  EXPECT_EQ(json["begin"], "2026-02-15T12:00:00Z");
  EXPECT_EQ(json["end"], "2026-03-01T12:00:00Z");
  EXPECT_EQ(json["samples"]["used"], 14 * 288 + 1);
  EXPECT_EQ(json["items"][0]["cluster"]["name"], "hc-a");
}

TEST_F(LiveHistoryTest, ReadsTheTimeOfTheFlags) {
  const nlohmann::json json =
      Json(RunLive({"-o", "json", "--from=2026-02-01T00:00:00Z", "--to=2026-02-02T00:00:00Z", "--step=1h"}));
  EXPECT_EQ(json["begin"], "2026-02-01T00:00:00Z");
  EXPECT_EQ(json["end"], "2026-02-02T00:00:00Z");
  EXPECT_EQ(json["samples"]["used"], 25);
}

// The replay begins at --from, and the histograms of the recommender were filled before it.
TEST_F(LiveHistoryTest, ReadsUsageBeforeTheReplay) {
  const nlohmann::json json = Json(RunLive(
      {"-o", "json", "--series=usage", "--from=2026-02-10T00:00:00Z", "--to=2026-02-11T00:00:00Z", "--step=1h"}));
  EXPECT_EQ(json["begin"], "2026-02-10T00:00:00Z");
  EXPECT_EQ(json["samples"]["used"], 9 * 24 + 1);
  const std::lock_guard<std::mutex> lock(mutex_);
  EXPECT_THAT(paths_[0], HasSubstr("container_memory_working_set_bytes"));
  EXPECT_THAT(paths_[0], HasSubstr("start=1769990400.000&"));  // 2026-02-02T00:00:00Z
}

TEST_F(LiveHistoryTest, ReadsOomKillsOfUsageUnlessTheyAreOff) {
  const auto kills = [this](std::vector<std::string> flags) {
    flags.insert(flags.end(), {"-o", "json", "--from=2026-02-10T00:00:00Z", "--to=2026-02-11T00:00:00Z", "--step=1h"});
    return Json(RunLive(std::move(flags)))["samples"]["oomKills"].get<int>();
  };
  EXPECT_EQ(kills({"--series=usage", "--oom-events=off"}), 0);
  EXPECT_EQ(kills({}), 0) << "recommendations already contain them";
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const std::string& path : paths_) EXPECT_THAT(path, ::testing::Not(HasSubstr(kKills)));
  }
  EXPECT_EQ(kills({"--series=usage"}), 1);
}

TEST_F(LiveHistoryTest, ReadsThroughTheApiServer) {
  const std::string kubeconfig = WriteKubeconfig(folder_, server_.url());
  const nlohmann::json json =
      Json(Run({"-o", "json", "--prometheus-service=monitoring/prometheus-k8s:9090", "--kubeconfig", kubeconfig}));
  EXPECT_EQ(json["samples"]["used"], 14 * 288 + 1);
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const std::string& path : paths_) EXPECT_THAT(path, StartsWith(absl::StrCat(kService, "/api/v1/query_range?")));
}

TEST_F(LiveHistoryTest, MatchersAndMetricsArePartOfTheQuery) {
  EXPECT_EQ(RunLive({"--memory-metric=my_memory", "--prometheus-matchers=pod!~\"a\\\\.b\", cluster=\"hub\""}).exit_code,
            0);
  const std::lock_guard<std::mutex> lock(mutex_);
  EXPECT_THAT(paths_[0], AllOf(HasSubstr("my_memory%7B"), HasSubstr("cluster%3D%22hub%22%7D")));
}

TEST_F(LiveHistoryTest, FitReadsTheSameHistory) {
  const std::string url = absl::StrCat("--prometheus-url=", server_.url());
  const nlohmann::json json = Json(RunCommand({"fit", "-f", kFleet, "--resource=cpu", "-o", "json", url}));
  EXPECT_EQ(json["begin"], "2026-02-15T12:00:00Z");
  EXPECT_EQ(json["samples"]["used"], 14 * 288 + 1);
  code_ = 403;
  ExpectFailure(RunCommand({"fit", "-f", kFleet, url}), 3, "error: --prometheus-url: ");
}

TEST_F(LiveHistoryTest, AThanosWithAStoreThatFailsGivesNoReport) {
  stores_ = R"({"status":"success","data":{"store":[{"name":"store-1:10901","lastError":"deadline exceeded"}]}})";
  ExpectFailure(RunLive(), 3, "the store store-1:10901 of this Thanos fails: deadline exceeded; repeat this when");
}

TEST_F(LiveHistoryTest, SaysWhichHostedClustersHaveNoSample) {
  EXPECT_THAT(RunLive().out, HasSubstr("HostedClusters of -f without samples: 13 of 13 (clusters/archive-prod, "));
  const nlohmann::json json = Json(RunLive({"-o", "json"}));
  EXPECT_EQ(json["samples"]["clustersWithoutSamples"].size(), 13u);
  EXPECT_THAT(RunLive({"hc-a"}).out, Not(HasSubstr("without samples")));
}

TEST_F(LiveHistoryTest, SaysThatTargetsAreCapped) {
  body_ = R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"namespace":"clusters-hc-a",
      "resource":"cpu","cpsizer_capped":"true"},"values":[[1771156800,"2"]]}]}})";
  EXPECT_THAT(RunLive().out, HasSubstr("because there is no uncapped target; the demand can be larger: 1\n"));
  EXPECT_EQ(Json(RunLive({"-o", "json"}))["samples"]["cappedClusters"], 1);
}

TEST_F(LiveHistoryTest, AMetricOfAFlagMustHaveSamples) {
  body_ = R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"namespace":"clusters-hc-a",
      "resource":"cpu"},"values":[[1771156800,"2"]]}]}})";
  ExpectFailure(RunLive({"--memory-metric=nope"}), 2,
                "error: --prometheus-url: there are no samples of \"nope\", the metric of --memory-metric");
  EXPECT_THAT(RunLive().out, HasSubstr("No sample has memory\n"));
}

TEST_F(LiveHistoryTest, ShowsProgressOnATerminalOnly) {
  EXPECT_EQ(RunLive().err, "");
}

TEST_F(LiveHistoryTest, AFailureIsOneSentenceAndNoReport) {
  code_ = 403;
  body_ = "Forbidden";
  ExpectFailure(RunLive(), 3, absl::StrCat("error: --prometheus-url: ", server_.url(), ", 2026-02-15T12:00:00Z to "));
  ExpectFailure(Run({"--prometheus-service=monitoring/prometheus-k8s:9090", "--kubeconfig",
                     WriteKubeconfig(folder_, server_.url())}),
                3, "error: --prometheus-service: the service monitoring/prometheus-k8s:9090, 2026-02-15T12:00:00Z to ");
  code_ = 200;
  body_ = R"({"status":"success","warnings":["a store is down"],"data":{"resultType":"matrix","result":[]}})";
  ExpectFailure(RunLive(), 3, "the response is not complete: a store is down; repeat the query");
  body_ = "<html>Log in</html>";
  ExpectFailure(RunLive(), 3, "is not JSON; check that this is the address of Prometheus");
  body_ = R"({"status":"success","data":{"resultType":"matrix","result":[]}})";
  ExpectFailure(RunLive(), 2, "there are no samples of kube-apiserver");
  ExpectFailure(Run({"--prometheus-url=http://127.0.0.1:1"}), 3,
                "the connection to the server http://127.0.0.1:1 failed");
}

TEST_F(LiveHistoryTest, TheTokenIsNotShown) {
  code_ = 400;
  body_ = R"({"status":"error","errorType":"bad_data","error":"unknown token s3cret-s3cret"})";
  const RunResult result = RunLive({absl::StrCat("--prometheus-token-file=", folder_.Write("t", "s3cret-s3cret\n"))});
  ExpectFailure(result, 3, "unknown token [masked]");
  EXPECT_THAT(result.err, Not(HasSubstr("s3cret")));
}

TEST_F(LiveHistoryTest, WrongFlagsAreUsageErrors) {
  const struct {
    std::vector<std::string> args;
    const char* err;
  } kCases[] = {
      {{"--prometheus-url=http://example.com"}, "sends the history unprotected; use https"},
      {{"--prometheus-url=http://127.evil.example"}, "sends the history unprotected; use https"},
      {{"--prometheus-url=https://u:p@example.com"}, "has a user or a password; use --prometheus-token-file"},
      {{"--prometheus-url=https://example.com/?a=b"}, "has a query; give it without ? and #"},
      {{"--prometheus-url=ftp://example.com"}, "--prometheus-url: \"ftp://example.com\" has a scheme other than"},
      {{"--prometheus-url=https://a", "--history=h.csv"}, "--history and --prometheus-url are two sources"},
      {{"--prometheus-url=https://a", "--prometheus-service=a/b:1"}, "are two sources; leave one of them out"},
      {{"--history=h.csv", "--prometheus-ca-file=ca"}, "--prometheus-ca-file is for --prometheus-url"},
      {{"--prometheus-service=a/b:1", "--prometheus-token-file=t"}, "--prometheus-token-file is for --prometheus-url"},
      {{"--history=h.csv", "--context=c"}, "--kubeconfig and --context are for --prometheus-service"},
      {{"--history=h.csv", "--prometheus-matchers=a=\"b\""}, "--prometheus-matchers is for --prometheus-url"},
      {{"--prometheus-url=https://a", "--prometheus-matchers=foo"}, "--prometheus-matchers: \"foo\" is not a list of"},
      {{"--prometheus-url=https://a", "--prometheus-matchers={a=\"b\"}"}, "is not a list of matchers; write it like"},
      {{"--prometheus-url=https://a", "--prometheus-matchers=a=\"b\"} or up{c=\"d\""}, "is not a list of matchers"},
      {{"--prometheus-url=https://a", "--prometheus-matchers=a=\"b"}, "is not a list of matchers"},
      {{"--prometheus-url=https://a", "--prometheus-matchers=a=\"b\","}, "is not a list of matchers"},
      {{"--prometheus-service=prometheus:9090"}, "\"prometheus:9090\" is not a service with a port"},
      {{"--prometheus-service=a/../b:1"}, "is not a service with a port; write NAMESPACE/NAME:PORT"},
      {{"--prometheus-service=a/ftp:b:1"}, "is not a service with a port"},
      {{"--prometheus-url=https://a", "--cpu-metric=rate(x[5m])"}, "--cpu-metric: \"rate(x[5m])\" is not the name of"},
      {{"--prometheus-url=https://a", "--from=2027-01-01T00:00:00Z"}, "--from: 2027-01-01T00:00:00Z is not before"},
      {{"--prometheus-url=https://a", "--step=1s", "--from=2025-01-01T00:00:00Z"}, "give a longer step"},
      {{"--prometheus-url=https://a", "--prometheus-ca-file=/none"}, "--prometheus-ca-file: "},
      {{"--prometheus-service=a/b:1", "--kubeconfig=/none"}, "--prometheus-service: "},
  };
  for (const auto& test : kCases) ExpectFailure(Run(test.args), 2, test.err);
}

}  // namespace
}  // namespace cpsizer::cli
