// The API server fails, forgets, or refuses, and the page recovers by itself.
#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/example_fleet.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/fleet/live_fleet_testing.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::Contains;
using testing::FakeApiFault;
using testing::FakeApiRequest;
using ::testing::HasSubstr;

using LiveFleetOutageTest = LiveFleetTest;

bool IsProbe(const FakeApiRequest& request) {
  return request.path == "/version";
}

TEST_F(LiveFleetOutageTest, ServerThatFailsMakesThePageStaleUntilItResponds) {
  Follow();
  server_.SetFaults([](const FakeApiRequest&) { return testing::CloseFault(); });
  server_.BreakWatches();
  const json stale = events_.Next("status");
  EXPECT_THAT(std::string(stale["stale"]["error"]), HasSubstr("the API server does not respond: "));
  EXPECT_EQ(stale["isLive"], true);
  const auto unavailable = page_->Get("/api/status").json["stale"];
  EXPECT_FALSE(unavailable.is_null());
  EXPECT_EQ(page_->Get("/api/cluster", "namespace=clusters&name=orders-prod").code, 200);
  SetCpu("orders-prod", "18");
  server_.SetFaults(nullptr);
  EXPECT_TRUE(events_.Next("status")["stale"].is_null());
  EXPECT_EQ(page_->Get("/api/fleet").json["items"].size(), 13);
}

TEST_F(LiveFleetOutageTest, ServerThatHangsMakesThePageStale) {
  Follow();
  server_.SetFaults([](const FakeApiRequest& request) {
    return absl::StrContains(request.path, "version") ? testing::SilenceFault() : testing::FakeApiFault();
  });
  EXPECT_FALSE(events_.Next("status")["stale"].is_null());
  server_.SetFaults(nullptr);
  EXPECT_TRUE(events_.Next("status")["stale"].is_null());
}

TEST_F(LiveFleetOutageTest, ListsThatGetNoResponseAreSentAgainWhenTheServerResponds) {
  Follow();
  server_.SetFaults([](const FakeApiRequest&) { return testing::SilenceFault(); });
  server_.BreakWatches();
  WaitUntilStale();
  server_.SetFaults(nullptr);
  WaitUntilCurrent();
  ExpectFollowed("orders-prod", "18");
}

// The connections of watches may be lost without a notification.
TEST_F(LiveFleetOutageTest, WatchesThatReceiveNothingAreOpenedAgain) {
  server_.SetFaults(
      [](const FakeApiRequest& request) { return request.IsWatch() ? testing::SilentWatchFault(0) : FakeApiFault(); });
  Follow();
  server_.SetFaults(
      [](const FakeApiRequest& request) { return IsProbe(request) ? testing::SilenceFault() : FakeApiFault(); });
  WaitUntilStale();
  server_.SetFaults(nullptr);
  WaitUntilCurrent();
  ExpectFollowed("orders-prod", "18");
}

TEST_F(LiveFleetOutageTest, ExpiredWatchesAreListedAgain) {
  Follow();
  server_.Compact();
  server_.EndWatches(
      R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}})");
  ExpectFollowed("orders-prod", "18");
}

TEST_F(LiveFleetOutageTest, ServerThatIsRestoredFromABackupIsListedAgain) {
  Follow();
  const int64_t backup = server_.version();
  const json before = page_->Get("/api/fleet").json["items"];
  ExpectFollowed("orders-prod", "18");
  server_.RestoreToOlder(backup);
  events_.Next("fleet");
  EXPECT_EQ(page_->Get("/api/fleet").json["items"], before);
  ExpectFollowed("orders-prod", "18");
}

// A login writes new credentials into the kubeconfig. Tokens are not sent without TLS, so that this login also changes
// the address.
TEST_F(LiveFleetOutageTest, KubeconfigIsReadAgainIfTheCredentialsAreRefused) {
  testing::FakeApiServer next;
  ServeExampleFleet(next);
  EXPECT_TRUE(next.Remove(testing::PathOf(testing::HostedClusters(), "clusters", "orders-prod")));
  Follow();
  server_.SetFaults([](const FakeApiRequest&) { return testing::AnswerFault(401); });
  EXPECT_THAT(WaitUntilStale(), HasSubstr("the API server refuses the credentials: "));
  WriteKubeconfig(folder_, next.url());
  WaitUntilCurrent();
  events_.Next("fleet");
  EXPECT_EQ(page_->Get("/api/fleet").json["items"].size(), 12);
}

TEST_F(LiveFleetOutageTest, KindThatIsForbiddenMakesThePageStaleWithTheReason) {
  Follow();
  server_.SetFaults([](const FakeApiRequest& request) {
    return absl::StrContains(request.path, "verticalpodautoscalers") ? testing::AnswerFault(403) : FakeApiFault();
  });
  server_.BreakWatches();
  EXPECT_THAT(WaitUntilStale(), HasSubstr("verticalpodautoscalers"));
  EXPECT_EQ(page_->Get("/api/fleet").json["items"].size(), 13);
  server_.SetFaults(nullptr);
  WaitUntilCurrent();
  ExpectFollowed("orders-prod", "18");
}

TEST_F(LiveFleetOutageTest, ClusterThatGetsAutoscalersGetsTheirView) {
  Follow();
  EXPECT_EQ(page_->Get("/api/replicas").code, 404);
  server_.SetFaults(
      [](const FakeApiRequest& request) { return IsProbe(request) ? testing::SilenceFault() : FakeApiFault(); });
  WaitUntilStale();
  const testing::FakeApiKind kind = {"autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"};
  server_.InstallKind(kind);
  server_.Put({{"apiVersion", kind.api_version},
               {"kind", kind.kind},
               {"metadata", {{"namespace", "shop"}, {"name", "web"}}},
               {"spec", {{"maxReplicas", 3}, {"scaleTargetRef", {{"kind", "Deployment"}, {"name", "web"}}}}}});
  server_.SetFaults(nullptr);
  events_.NextThat("status", [](const json& status) {
    return std::find(status["views"].begin(), status["views"].end(), "replicas") != status["views"].end();
  });
  EXPECT_THAT(page_->Get("/api/status").json["views"], Contains("replicas"));
  EXPECT_EQ(page_->Get("/api/replicas").json["items"].size(), 1);
}

}  // namespace
}  // namespace cpsizer::cli
