#include "client/cli/ui/fleet/live_fleet.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/ui/fleet/live_fleet_testing.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

// The API server may have a newer definition of the configuration, with fields that cpsizer does not know.
TEST_F(LiveFleetTest, ConfigurationWithErrorsStaysOnThePage) {
  Follow();
  const std::string path = testing::PathOf(testing::ClusterSizingConfigurations(), "", "cluster");
  EXPECT_TRUE(server_.Modify(path, [](testing::Json& config) {
    config["spec"]["newField"] = 1;
    config["spec"]["sizes"][0]["capacity"]["memory"] = "0";
  }));
  EXPECT_EQ(events_.Next("fleet")["previousRevision"], 0);
  json fleet = page_->Get("/api/fleet").json;
  EXPECT_THAT(fleet["items"][0]["error"].dump(), HasSubstr("capacity.memory"));
  ASSERT_EQ(fleet["configuration"]["leftOut"].size(), 1);
  EXPECT_EQ(fleet["configuration"]["leftOut"][0]["path"], "spec.newField");
  // Another change, with the same errors.
  EXPECT_TRUE(server_.Modify(path, [](testing::Json& config) { config["spec"]["sizes"].erase(2); }));
  EXPECT_EQ(events_.Next("fleet")["previousRevision"], 0);
  fleet = page_->Get("/api/fleet").json;
  EXPECT_EQ(fleet["configuration"]["clusterSizingConfiguration"]["spec"]["sizes"].size(), 2);
  EXPECT_TRUE(
      server_.Modify(path, [](testing::Json& config) { config["spec"]["sizes"][0]["capacity"]["memory"] = "32Gi"; }));
  events_.Next("fleet");
  // The unknown field alone is a warning, because the field can be of a newer version.
  fleet = page_->Get("/api/fleet").json;
  EXPECT_FALSE(fleet["items"][0].contains("error"));
  EXPECT_EQ(fleet["configuration"]["leftOut"].size(), 1);
}

TEST_F(LiveFleetTest, ClusterHasWhatTheSidecarWrote) {
  server_.Modify(testing::PathOf(testing::HostedClusters(), "clusters", "orders-prod"), [](testing::Json& cluster) {
    cluster["metadata"]["annotations"]["hypershift.openshift.io/recommended-cluster-size"] = "large";
    cluster["metadata"]["annotations"]["hypershift.openshift.io/cluster-size-override"] = "small";
    cluster["metadata"]["annotations"]["cpsizer.example.org/note"] = "of a user";
  });
  server_.Modify(testing::PathOf(testing::ClusterSizingConfigurations(), "", "cluster"), [](testing::Json& config) {
    config["status"]["conditions"] = {{{"type", "ClusterSizingConfigurationValid"}, {"status", "True"}},
                                      {{"type", "OfAnotherController"}, {"status", "True"}}};
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
  EXPECT_EQ(detail["sidecar"]["annotations"], json({{"hypershift.openshift.io/recommended-cluster-size", "large"}}));
  EXPECT_EQ(detail["sidecar"]["conditions"],
            json::array({{{"type", "ClusterSizingConfigurationValid"}, {"status", "True"}}}));
  ASSERT_EQ(detail["events"].size(), 1);
  EXPECT_EQ(detail["events"][0]["message"], "<b>large</b>");
  EXPECT_EQ(detail["events"][0]["count"], 1);
}

}  // namespace
}  // namespace cpsizer::cli
