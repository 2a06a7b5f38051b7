// Tests each kind of fault. After a fault of ten minutes has ended, all decisions must be applied within 30 s, or
// within the longer time that a test allows for refusals. The jitter makes each delay as long as possible.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "client/kube/http/api_error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/control/fault_bursts.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr absl::Duration kLongFault = absl::Minutes(10);

Json OptedOut(Json cluster) {
  cluster["metadata"]["annotations"].erase("hypershift.openshift.io/resource-based-cp-auto-scaling");
  return cluster;
}

Json Drifted(Json vpa) {
  vpa["spec"]["updatePolicy"]["updateMode"] = "Auto";
  return vpa;
}

// Each cluster needs a different kind of write. The condition of the configuration must be written too.
class FleetToWrite {
 public:
  FleetToWrite() {
    at_.manual.random = [] { return 0.999; };
    at_.PutConfiguration(ConfigurationJson());
    at_.PutCluster(ClusterJson("resized", "small"));
    at_.PutVpa(VpaJson("resized", "20Gi"));
    at_.PutCluster(ClusterJson("new"));
    at_.PutCluster(ClusterJson("drifted", "small"));
    at_.PutVpa(Drifted(VpaJson("drifted", "10Gi")));
    at_.PutCluster(OptedOut(ClusterJson("opted-out", "small")));
    at_.PutVpa(VpaJson("opted-out", "10Gi"));
  }

  // Returns the writes that are still missing.
  std::vector<std::string> Missing() const {
    std::vector<std::string> missing;
    for (const char* write :
         {"condition True", "resized small -> medium", "create new", "repair drifted", "delete opted-out"}) {
      if (!::testing::Value(at_.writer.writes, Contains(write))) missing.emplace_back(write);
    }
    return missing;
  }

  ControllerFixture at_;
};

TEST(ControllerConvergenceTest, AllIsWrittenSoonAfterEachKindOfFailedWrites) {
  const struct {
    const char* fault;
    absl::Status status;
    absl::Duration bound = kConvergenceBound;
  } kCases[] = {
      {"401", kube::ApiError(401, "no", absl::nullopt), kRefusalConvergenceBound},
      {"403", kube::ApiError(403, "no", absl::nullopt), kRefusalConvergenceBound},
      {"409", absl::AbortedError("no"), absl::Seconds(80)},  // another manager may own the condition
      {"422", absl::InvalidArgumentError("no"), kRefusalConvergenceBound},
      {"429", absl::ResourceExhaustedError("no")},
      {"429, Retry-After: 8", kube::WithRetryAfter(absl::ResourceExhaustedError("no"), absl::Seconds(8))},
      {"500", absl::InternalError("no")},
      {"503, Retry-After: 2", kube::WithRetryAfter(absl::UnavailableError("no"), absl::Seconds(2))},
      {"closed connection", kube::BrokenConnectionError("no")},
      {"no answer in time", absl::DeadlineExceededError("no")},
      {"HTML for JSON", absl::DataLossError("no")},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.fault);
    FleetToWrite fleet;
    fleet.at_.writer.broken = test.status;
    fleet.at_.Start();
    fleet.at_.Pass(kLongFault);
    EXPECT_THAT(fleet.Missing(), IsEmpty()) << "not even tried";
    // With this jitter, each of the writes (four clusters and the condition) is retried at most every 16 s after the
    // first attempts.
    EXPECT_LE(fleet.at_.writer.writes.size(), 5u * 50) << "backoff";
    fleet.at_.writer.broken = absl::OkStatus();
    fleet.at_.writer.writes.clear();
    fleet.at_.Pass(test.bound);
    EXPECT_THAT(fleet.Missing(), IsEmpty());
    EXPECT_EQ(fleet.at_.SizeOf("resized"), "medium");
  }
}

TEST(ControllerConvergenceTest, ADelayThatTheApiServerNamesIsNotCutShort) {
  for (const absl::Status& status : {absl::ResourceExhaustedError("no"), absl::UnavailableError("no")}) {
    SCOPED_TRACE(status);
    FleetToWrite fleet;
    fleet.at_.writer.broken = kube::WithRetryAfter(status, absl::Seconds(50));
    fleet.at_.Start();
    fleet.at_.Pass(absl::Seconds(1));
    EXPECT_THAT(fleet.Missing(), IsEmpty()) << "not even tried";
    fleet.at_.writer.broken = absl::OkStatus();
    fleet.at_.writer.writes.clear();
    fleet.at_.Pass(absl::Seconds(49));
    EXPECT_THAT(fleet.at_.writer.writes, IsEmpty());
    fleet.at_.Pass(absl::Seconds(30));
    EXPECT_THAT(fleet.Missing(), IsEmpty());
  }
}

TEST(ControllerConvergenceTest, AllIsWrittenSoonAfterEachKindOfFailureOfTheService) {
  const std::pair<const char*, std::function<void(BreakableService&)>> kCases[] = {
      {"service down", [](BreakableService& service) { service.broken = absl::UnavailableError("no"); }},
      {"service error", [](BreakableService& service) { service.broken = absl::InternalError("no"); }},
      {"service timeout", [](BreakableService& service) { service.broken = absl::DeadlineExceededError("no"); }},
      {"service busy", [](BreakableService& service) { service.broken = BusyFor(absl::Seconds(5)); }},
      {"service slow, then timeout",
       [](BreakableService& service) {
         service.broken = absl::DeadlineExceededError("no");
         service.delay = absl::Seconds(2);
       }},
      {"service returns invalid values",
       [](BreakableService& service) {
         service.corrupt = [](v1::RecommendSizeResponse& response) { response.set_recommended_size("gigantic"); };
       }},
      {"service returns an empty response",
       [](BreakableService& service) {
         service.corrupt = [](v1::RecommendSizeResponse& response) { response.Clear(); };
         service.corrupt_verdict = [](v1::ValidateConfigResponse& response) { response.Clear(); };
       }},
  };
  for (const auto& [fault, make] : kCases) {
    SCOPED_TRACE(fault);
    FleetToWrite fleet;
    make(fleet.at_.service);
    fleet.at_.Start();
    fleet.at_.Pass(kLongFault);
    EXPECT_THAT(fleet.at_.writer.writes, Not(Contains("resized small -> medium")));
    fleet.at_.service.broken = absl::OkStatus();
    fleet.at_.service.corrupt = nullptr;
    fleet.at_.service.corrupt_verdict = nullptr;
    fleet.at_.service.delay = absl::ZeroDuration();
    fleet.at_.Pass(kConvergenceBound);
    EXPECT_THAT(fleet.Missing(), IsEmpty());
    EXPECT_EQ(fleet.at_.SizeOf("resized"), "medium");
  }
}

// The server applies the write, the response is lost, and the watch reports the new object.
TEST(ControllerConvergenceTest, ALostAnswerToAVpaWriteIsNotContention) {
  FleetToWrite fleet;
  ControllerFixture& at = fleet.at_;
  at.Start();
  at.Settle();
  for (int i = 0; i < kSizeContention.rounds + 1; ++i) {
    at.writer.writes.clear();
    at.writer.failures = {kube::BrokenConnectionError("lost")};
    at.writer.after_write = [&] {
      at.writer.after_write = nullptr;
      at.RemoveVpa("resized");
    };
    at.PutCluster(OptedOut(ClusterJson("resized", "medium")));
    at.Pass(kConvergenceBound);
    EXPECT_THAT(at.writer.writes, Contains("delete resized"));
    at.writer.writes.clear();
    at.writer.failures = {kube::BrokenConnectionError("lost")};
    at.writer.after_write = [&] {
      at.writer.after_write = nullptr;
      at.PutVpa(VpaJson("resized", "50Gi"));
    };
    at.PutCluster(ClusterJson("resized", "medium"));
    at.Pass(kConvergenceBound);
    EXPECT_THAT(at.writer.writes, Contains("create resized"));
    EXPECT_EQ(at.SizeOf("resized"), "large") << i;
  }
  EXPECT_EQ(at.counters.contentions, 0);
}

// The configuration changes while the controller writes the condition of the previous version. The test uses several
// results of this write.
TEST(ControllerConvergenceTest, WritesTheConditionOfAConfigurationThatChangedDuringAWrite) {
  const absl::Status results[] = {absl::OkStatus(), absl::AbortedError("conflict"),
                                  absl::InvalidArgumentError("refused"), absl::InternalError("no")};
  for (const absl::Status& result : results) {
    SCOPED_TRACE(result.message());
    ControllerFixture at;
    at.manual.random = [] { return 0.999; };
    at.PutConfiguration(ConfigurationJson());
    at.Start();
    at.Settle();
    at.writer.writes.clear();
    at.writer.failures = {result};
    at.writer.after_write = [&at] {
      at.writer.after_write = nullptr;
      at.PutConfiguration(ConfigurationJson(3));
    };
    Json invalid = ConfigurationJson(2);
    invalid["spec"]["sizes"][0]["capacity"]["memory"] = "-1";
    at.PutConfiguration(invalid);
    at.Pass(kConvergenceBound);
    EXPECT_THAT(at.writer.writes, ElementsAre("condition False", "condition True"));
  }
}

TEST(ControllerConvergenceTest, TheFailureOfTheConditionIsLoggedOnce) {
  FleetToWrite fleet;
  fleet.at_.writer.broken = absl::InternalError("no");
  fleet.at_.Start();
  fleet.at_.Pass(absl::Minutes(2));
  std::vector<std::string> lines;
  for (const std::string& line : fleet.at_.log) {
    if (absl::StrContains(line, "failed to write the condition of the configuration")) lines.push_back(line);
  }
  ASSERT_THAT(lines, Not(SizeIs(1)));
  EXPECT_THAT(lines.front(), HasSubstr("warn "));
  lines.erase(lines.begin());
  EXPECT_THAT(lines, Each(HasSubstr("debug ")));
}

}  // namespace
}  // namespace cpsizer::sidecar
