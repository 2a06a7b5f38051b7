#include "client/cli/size/fleet_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "client/service/in_process_service.h"
#include "tests/cli/run_command.h"
#include "tests/testing/paths.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Makes decisions with the library and counts the items. A test can make the calls of this service fail.
class CountingService : public SizingService {
 public:
  explicit CountingService(std::unique_ptr<SizingService> service) : service_(std::move(service)) {}
  // Throws an exception if the request is not a batch.
  void Send(const Message& request, bool is_large, Message& response, OnEnd end) override {
    items += dynamic_cast<const v1::BatchRecommendSizeRequest&>(request).items_size();
    if (failing) return end(absl::UnavailableError("gone"));
    service_->Send(request, is_large, response, std::move(end));
  }

  int items = 0;
  bool failing = false;

 private:
  const std::unique_ptr<SizingService> service_;
};

// Watches the example fleet. The table of the fleet was printed before.
class FleetWatchTest : public ::testing::Test {
 protected:
  void Begin(const FleetOptions& options = {}, const std::string& named = "") {
    options_ = options;
    options_.watch = true;
    const Sources sources(inputs_.inventory.configurations.front(), inputs_.inventory.machine_sets);
    FleetResponse answer;
    ASSERT_EQ(ReportFleet(options_, sources, inputs_.inventory.clusters, client_, table_, environment_, answer), 0);
    watch_ = std::make_unique<FleetWatch>(options_, filter_, named, client_, table_, environment_);
    watch_->Begin(inputs_, sources, inputs_.inventory.clusters, answer);
    Taken(out_);
    Taken(err_);
    service_->items = 0;
  }

  static Inputs ReadFleet() {
    Inputs inputs;
    inputs.source = "the objects of the cluster";
    inputs.inventory = objects::ReadInventory({testing::SourcePath(kFleet)});
    return inputs;
  }
  bool Update() { return watch_->Update(inputs_); }
  // Returns the output since the previous call of this function.
  static std::string Taken(std::ostringstream& stream) {
    std::string text = stream.str();
    stream.str("");
    return text;
  }
  std::string Out() { return Taken(out_); }
  std::string Err() { return Taken(err_); }

  objects::HostedCluster& Cluster(absl::string_view name) {
    for (objects::HostedCluster& cluster : inputs_.inventory.clusters) {
      if (cluster.name == name) return cluster;
    }
    ADD_FAILURE() << name;
    return inputs_.inventory.clusters.front();
  }
  void SetMemory(absl::string_view name, const std::string& memory) {
    v1::RecommendedPodResources& recommendation = *Cluster(name).vpa_status->mutable_recommendation();
    for (v1::RecommendedContainerResources& container : *recommendation.mutable_container_recommendations()) {
      container.mutable_uncapped_target()->set_memory(memory);
    }
  }

  std::ostringstream out_;
  std::ostringstream err_;
  Environment environment_ = {Screen(out_, Terminal()), Screen(err_, Terminal()), absl::Now};
  Inputs inputs_ = ReadFleet();
  CountingService* service_ = nullptr;
  BlockingService client_{[this](Executor executor) {
    auto service = std::make_unique<CountingService>(MakeInProcessService(std::move(executor)));
    service_ = service.get();
    return service;
  }};
  const ObjectFilter filter_ = *ObjectFilter::Make(SourceFlags(), "");
  FleetTable table_{/*wide=*/false, absl::InfinitePast()};
  FleetOptions options_;
  std::unique_ptr<FleetWatch> watch_;
};

TEST_F(FleetWatchTest, SendsNoRequestForUnchangedClusters) {
  Begin();
  EXPECT_TRUE(Update());
  EXPECT_EQ(service_->items, 0);
  EXPECT_EQ(Out(), "");
}

TEST_F(FleetWatchTest, PrintsALineForAClusterWhoseAnswerChangesAndNoneForAnotherDemand) {
  Begin();
  SetMemory("identity-prod", "9Gi");
  EXPECT_TRUE(Update());
  EXPECT_EQ(service_->items, 1);
  EXPECT_EQ(Out(), "");
  SetMemory("identity-prod", "80Gi");
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "clusters   identity-prod   small    large        MEMORY  80Gi 20%     1.1 >999%\n");
  Cluster("identity-prod").current_size = Cluster("identity-prod").size_label = "large";
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "clusters   identity-prod   large    large        MEMORY  80Gi 20%     1.1 >999%\n");
  Cluster("identity-prod").size_label = "medium";
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "clusters   identity-prod   medium   large        MEMORY  80Gi 20%     1.1 >999%\n");
  Cluster("identity-prod").size_override = "medium";
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "clusters   identity-prod   medium   large OVERRIDDEN     80Gi 20%     1.1 >999%\n");
  Cluster("identity-prod").paused_until = absl::InfiniteFuture();
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "clusters   identity-prod   medium   large PAUSED         80Gi 20%     1.1 >999%\n");
  EXPECT_EQ(Err(), "");
}

TEST_F(FleetWatchTest, ChangedConfigurationDecidesAllAndPrintsThoseThatChange) {
  Begin();
  for (v1::SizeConfiguration& size : *inputs_.inventory.configurations.front().config.mutable_spec()->mutable_sizes()) {
    if (size.name() == "medium") size.mutable_capacity()->set_kube_api_server_memory_fraction("0.60");
  }
  EXPECT_TRUE(Update());
  EXPECT_EQ(service_->items, 13);
  EXPECT_EQ(Out(), "clusters   payments-prod   medium   large        MEMORY  41.6Gi 130%  2.97 545%\n");
}

TEST_F(FleetWatchTest, AClusterThatAppearsOrIsDeletedGetsALine) {
  Begin();
  const objects::HostedCluster first = inputs_.inventory.clusters.front();
  inputs_.inventory.clusters.erase(inputs_.inventory.clusters.begin());
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "clusters   archive-prod    large    (deleted)    -       -            -\n");
  inputs_.inventory.clusters.insert(inputs_.inventory.clusters.begin(), first);
  EXPECT_TRUE(Update());
  EXPECT_THAT(Out(), StartsWith("clusters   archive-prod    large    small "));
}

TEST_F(FleetWatchTest, AClusterThatIsNoLongerHeldGetsOneMoreLine) {
  FleetOptions held;
  held.view.held = true;
  Begin(held);
  SetMemory("metrics-dev", "20Gi");
  SetMemory("identity-prod", "80Gi");
  EXPECT_TRUE(Update());
  EXPECT_THAT(Out(), StartsWith("clusters   metrics-dev"));
  SetMemory("metrics-dev", "80Gi");
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out(), "");
}

TEST_F(FleetWatchTest, WatchesOnlyTheNamedCluster) {
  inputs_.inventory.clusters = {Cluster("identity-prod")};
  Begin({}, "clusters/identity-prod");
  inputs_ = ReadFleet();
  SetMemory("search-prod", "80Gi");
  EXPECT_TRUE(Update());
  EXPECT_EQ(service_->items, 0);
  SetMemory("identity-prod", "80Gi");
  EXPECT_TRUE(Update());
  EXPECT_THAT(Out(), HasSubstr("identity-prod"));
}

TEST_F(FleetWatchTest, AConfigurationThatCannotBeUsedIsPrintedOnceAndDecidesNothing) {
  Begin();
  const Inputs good = inputs_;
  inputs_.inventory.configurations.front().config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory("x");
  SetMemory("identity-prod", "80Gi");
  EXPECT_TRUE(Update());
  EXPECT_THAT(Err(), HasSubstr("spec.sizes[0].capacity.memory"));
  SetMemory("identity-prod", "81Gi");
  EXPECT_TRUE(Update());
  EXPECT_EQ(Err(), "");
  inputs_.inventory.configurations.clear();
  EXPECT_TRUE(Update());
  EXPECT_THAT(Err(), HasSubstr("contain no ClusterSizingConfiguration"));
  EXPECT_EQ(Out(), "");
  inputs_ = good;
  EXPECT_TRUE(Update());
  EXPECT_EQ(Out() + Err(), "");
}

TEST_F(FleetWatchTest, FailedCallIsRetried) {
  Begin();
  SetMemory("identity-prod", "80Gi");
  service_->failing = true;
  EXPECT_FALSE(Update());
  EXPECT_THAT(Err(), HasSubstr("gone"));
  EXPECT_FALSE(Update());
  EXPECT_EQ(Err(), "");
  service_->failing = false;
  EXPECT_TRUE(Update());
  EXPECT_THAT(Out(), HasSubstr("identity-prod"));
}

TEST_F(FleetWatchTest, StructuredOutputIsADocumentForEachCluster) {
  FleetOptions as_yaml;
  as_yaml.output = OutputFormat::kYaml;
  Begin(as_yaml);
  SetMemory("identity-prod", "80Gi");
  inputs_.inventory.clusters.erase(inputs_.inventory.clusters.begin());
  EXPECT_TRUE(Update());
  EXPECT_THAT(Out(), StartsWith("---\ncluster:\n  namespace: clusters\n  name: archive-prod\neligible: false\n"
                                "currentSize: large\nsizeLabel: large\ndeleted: true\n"
                                "---\ncluster:\n  namespace: clusters\n  name: identity-prod\n"));
}

}  // namespace
}  // namespace cpsizer::cli
