#include "client/cli/ui/live_fleet.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/synchronization/mutex.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/example_fleet.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The events that a page would get. Thread-safe.
class PublishedEvents {
 public:
  void Add(absl::string_view event, absl::string_view data) {
    const absl::MutexLock lock(&mutex_);
    events_.emplace_back(std::string(event), json::parse(data.begin(), data.end()));
  }

  // Waits for the next event of this name, at most a minute, and returns its data. Removes it and all before it.
  json Next(absl::string_view event) {
    const absl::MutexLock lock(&mutex_);
    const auto find = [&] {
      return std::find_if(events_.begin(), events_.end(), [event](const auto& one) { return one.first == event; });
    };
    const auto is_there = [&] { return find() != events_.end(); };
    EXPECT_TRUE(mutex_.AwaitWithTimeout(absl::Condition(&is_there), absl::Minutes(1))) << event;
    const auto found = find();
    if (found == events_.end()) return json::object();
    json data = found->second;
    events_.erase(events_.begin(), found + 1);
    return data;
  }

 private:
  absl::Mutex mutex_;
  std::vector<std::pair<std::string, json>> events_ ABSL_GUARDED_BY(mutex_);
};

// A page about a fake API server with the example fleet.
class LiveFleetTest : public ::testing::Test {
 protected:
  LiveFleetTest() {
    ServeExampleFleet(server_);
    UiFlags flags = FlagsForFiles({});
    flags.source.cluster.kubeconfig = WriteKubeconfig(folder_, server_.url());
    page_ = std::make_unique<TestedPage>(std::move(flags));
  }

  void Follow() {
    live_ = std::make_unique<LiveFleet>(
        page_->options(), page_->inputs(), page_->fleet(), page_->state(),
        [this](absl::string_view event, absl::string_view data) { events_.Add(event, data); });
    for (const testing::FakeApiKind& kind : {testing::HostedClusters(), testing::VerticalPodAutoscalers()}) {
      EXPECT_TRUE(server_.WaitForWatches(kind.Collection(), 1));
    }
  }

  void SetCpu(const std::string& cluster, const std::string& cpu) {
    const std::string path =
        testing::PathOf(testing::VerticalPodAutoscalers(), "clusters-" + cluster, "kube-apiserver");
    EXPECT_TRUE(server_.Modify(path, [&cpu](testing::Json& vpa) {
      for (testing::Json& container : vpa["status"]["recommendation"]["containerRecommendations"]) {
        if (container["containerName"] == "kube-apiserver")
          container["target"]["cpu"] = container["uncappedTarget"]["cpu"] = cpu;
      }
    }));
  }

  const TemporaryFolder folder_;
  FakeApiServer server_;
  PublishedEvents events_;
  std::unique_ptr<TestedPage> page_;
  std::unique_ptr<LiveFleet> live_;
};

TEST_F(LiveFleetTest, ChangedVpaIsPublishedWithItsRowOnly) {
  Follow();
  SetCpu("orders-prod", "18");
  const json event = events_.Next("fleet");
  EXPECT_EQ(event["previousRevision"], 1);
  EXPECT_EQ(event["revision"], 2);
  ASSERT_EQ(event["items"].size(), 1);
  EXPECT_EQ(event["items"][0]["cluster"]["name"], "orders-prod");
  EXPECT_EQ(event["items"][0]["response"]["recommendedSize"], "large");
  EXPECT_THAT(event["removed"], IsEmpty());
  EXPECT_FALSE(event["sizes"].empty());
  const auto fleet = page_->Get("/api/fleet");
  EXPECT_EQ(fleet.revision, 2);
  EXPECT_THAT(fleet.json["items"], ::testing::Contains(event["items"][0]));
  EXPECT_TRUE(server_.writes().empty());
}

TEST_F(LiveFleetTest, DeletedClusterIsPublished) {
  Follow();
  EXPECT_TRUE(server_.Remove(testing::PathOf(testing::HostedClusters(), "clusters", "orders-prod")));
  const json event = events_.Next("fleet");
  EXPECT_EQ(event["removed"], json({{{"namespace", "clusters"}, {"name", "orders-prod"}}}));
  EXPECT_THAT(event["items"], IsEmpty());
}

TEST_F(LiveFleetTest, ChangedConfigurationMakesThePageReadAgain) {
  Follow();
  EXPECT_TRUE(server_.Modify(testing::PathOf(testing::ClusterSizingConfigurations(), "", "cluster"),
                             [](testing::Json& config) { config["spec"]["sizes"].erase(2); }));
  const json event = events_.Next("fleet");
  EXPECT_EQ(event["previousRevision"], 0);
  EXPECT_THAT(event["items"], IsEmpty());
  EXPECT_EQ(page_->Get("/api/fleet").json["configuration"]["clusterSizingConfiguration"]["spec"]["sizes"].size(), 2);
}

TEST_F(LiveFleetTest, ServerThatFailsMakesThePageStaleUntilItResponds) {
  Follow();
  std::atomic<bool> down = true;
  server_.SetFaults([&down](const FakeApiRequest&) { return down ? testing::CloseFault() : testing::FakeApiFault(); });
  server_.BreakWatches();
  const json stale = events_.Next("status");
  EXPECT_THAT(std::string(stale["stale"]["error"]), HasSubstr("the API server does not respond: "));
  EXPECT_EQ(stale["isLive"], true);
  const auto unavailable = page_->Get("/api/status").json["stale"];
  EXPECT_FALSE(unavailable.is_null());
  EXPECT_EQ(page_->Get("/api/cluster", "namespace=clusters&name=orders-prod").code, 200);
  SetCpu("orders-prod", "18");
  down = false;
  EXPECT_TRUE(events_.Next("status")["stale"].is_null());
  EXPECT_EQ(page_->Get("/api/fleet").json["items"].size(), 13);
}

TEST_F(LiveFleetTest, ServerThatHangsMakesThePageStale) {
  Follow();
  server_.SetFaults([](const FakeApiRequest& request) {
    return absl::StrContains(request.path, "version") ? testing::SilenceFault() : testing::FakeApiFault();
  });
  EXPECT_FALSE(events_.Next("status")["stale"].is_null());
  server_.SetFaults(nullptr);
  EXPECT_TRUE(events_.Next("status")["stale"].is_null());
}

TEST_F(LiveFleetTest, ClusterHasWhatTheSidecarWrote) {
  server_.Modify(testing::PathOf(testing::HostedClusters(), "clusters", "orders-prod"), [](testing::Json& cluster) {
    cluster["metadata"]["annotations"]["hypershift.openshift.io/recommended-cluster-size"] = "large";
  });
  // A real API server also has the Events of events.k8s.io here.
  server_.InstallKind({"v1", "Event", "events"});
  server_.Put({{"apiVersion", "v1"},
               {"kind", "Event"},
               {"metadata", {{"namespace", "clusters"}, {"name", "e1"}}},
               {"involvedObject", {{"kind", "HostedCluster"}, {"name", "orders-prod"}}},
               {"type", "Normal"},
               {"reason", "SizeRecommended"},
               {"message", "<b>large</b>"},
               {"lastTimestamp", "2026-03-01T11:00:00Z"}});
  const json detail = page_->Get("/api/cluster", "namespace=clusters&name=orders-prod").json;
  EXPECT_EQ(detail["sidecar"]["annotations"]["hypershift.openshift.io/recommended-cluster-size"], "large");
  EXPECT_TRUE(detail["sidecar"]["conditions"].is_array());
  ASSERT_EQ(detail["events"].size(), 1);
  EXPECT_EQ(detail["events"][0]["message"], "<b>large</b>");
  EXPECT_EQ(detail["events"][0]["count"], 1);
}

}  // namespace
}  // namespace cpsizer::cli
