#include "tests/cli/ui/fleet/live_fleet_testing.h"

#include <algorithm>

#include "tests/cli/example_fleet.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {

using nlohmann::json;

void PublishedEvents::Add(absl::string_view event, absl::string_view data) {
  const absl::MutexLock lock(&mutex_);
  events_.emplace_back(std::string(event), json::parse(data.begin(), data.end()));
}

json PublishedEvents::NextThat(absl::string_view event, absl::FunctionRef<bool(const json&)> matches) {
  const absl::MutexLock lock(&mutex_);
  const auto find = [&] {
    return std::find_if(events_.begin(), events_.end(),
                        [&](const auto& one) { return one.first == event && matches(one.second); });
  };
  const auto is_there = [&] { return find() != events_.end(); };
  EXPECT_TRUE(mutex_.AwaitWithTimeout(absl::Condition(&is_there), absl::Minutes(1))) << event;
  const auto found = find();
  if (found == events_.end()) return json::object();
  json data = found->second;
  events_.erase(events_.begin(), found + 1);
  return data;
}

LiveFleetTest::LiveFleetTest() {
  ServeExampleFleet(server_);
  UiFlags flags = FlagsForFiles({});
  flags.source.cluster.kubeconfig = WriteKubeconfig(folder_, server_.url());
  page_ = std::make_unique<TestedPage>(std::move(flags));
}

void LiveFleetTest::Follow() {
  live_ = std::make_unique<LiveFleet>(
      page_->options(), page_->inputs(), page_->fleet(), page_->state(),
      [this](absl::string_view event, absl::string_view data) { events_.Add(event, data); });
  WaitForWatches();
}

void LiveFleetTest::WaitForWatches() {
  for (const testing::FakeApiKind& kind : {testing::HostedClusters(), testing::VerticalPodAutoscalers(),
                                           testing::ClusterSizingConfigurations(), testing::MachineSets()}) {
    EXPECT_TRUE(server_.WaitForWatches(kind.Collection(), 1));
  }
}

void LiveFleetTest::SetCpu(const std::string& cluster, const std::string& cpu) {
  const std::string path = testing::PathOf(testing::VerticalPodAutoscalers(), "clusters-" + cluster, "kube-apiserver");
  EXPECT_TRUE(server_.Modify(path, [&cpu](testing::Json& vpa) {
    for (testing::Json& container : vpa["status"]["recommendation"]["containerRecommendations"]) {
      if (container["containerName"] == "kube-apiserver") {
        container["target"]["cpu"] = container["uncappedTarget"]["cpu"] = cpu;
      }
    }
  }));
}

void LiveFleetTest::ExpectFollowed(const std::string& cluster, const std::string& cpu) {
  SetCpu(cluster, cpu);
  const json event = events_.NextThat("fleet", [&](const json& fleet) {
    return std::any_of(fleet["items"].begin(), fleet["items"].end(),
                       [&](const json& item) { return item["cluster"]["name"] == cluster; });
  });
  EXPECT_FALSE(event.empty());
}

std::string LiveFleetTest::WaitUntilStale() {
  const json status = events_.NextThat("status", [](const json& one) { return !one["stale"].is_null(); });
  return status.empty() ? "" : status["stale"]["error"];
}

void LiveFleetTest::WaitUntilCurrent() {
  events_.NextThat("status", [](const json& one) { return one["stale"].is_null(); });
}

}  // namespace cpsizer::cli
