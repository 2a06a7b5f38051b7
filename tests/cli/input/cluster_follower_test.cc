#include "client/cli/input/cluster_follower.h"

#include <atomic>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/example_fleet.h"
#include "tests/cli/run_command.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/paths.h"

namespace cpsizer::cli {
namespace {

using testing::FakeApiRequest;
using testing::FakeApiServer;
using ::testing::HasSubstr;

// Follows a fake API server that contains the example fleet.
class ClusterFollowerTest : public ::testing::Test {
 protected:
  ClusterFollowerTest() {
    ServeExampleFleet(server_);
    ClusterFlags flags;
    flags.kubeconfig = WriteKubeconfig(folder_, server_.url());
    auto connection = ClusterConnection::Make(flags);
    EXPECT_TRUE(connection.ok()) << connection.status();
    connection_ = *std::move(connection);
  }

  void Follow(const std::vector<std::string>& absent = {}) {
    follower_ = std::make_unique<ClusterFollower>(*connection_, "", absent, err_);
  }
  objects::Inventory Next() { return follower_->Next(absl::ZeroDuration()); }

  static std::string SizeOf(const objects::Inventory& inventory, absl::string_view name) {
    for (const objects::HostedCluster& cluster : inventory.clusters) {
      if (cluster.name == name) return cluster.current_size;
    }
    return "(none)";
  }
  void SetSize(const std::string& name, const std::string& size) {
    const bool there =
        server_.Modify(testing::PathOf(testing::HostedClusters(), "clusters", name), [&size](testing::Json& cluster) {
          cluster["metadata"]["annotations"]["hypershift.openshift.io/recommended-cluster-size"] = size;
        });
    EXPECT_TRUE(there) << name;
  }

  const TemporaryFolder folder_;
  FakeApiServer server_;
  std::ostringstream printed_;
  Screen err_{printed_, Terminal()};
  std::unique_ptr<ClusterConnection> connection_;
  std::unique_ptr<ClusterFollower> follower_;
};

TEST_F(ClusterFollowerTest, HasTheObjectsThatFilesHave) {
  Follow();
  const objects::Inventory followed = Next();
  const objects::Inventory files = objects::ReadInventory({testing::SourcePath(kFleet)});
  ASSERT_EQ(followed.clusters.size(), files.clusters.size());
  for (size_t i = 0; i < files.clusters.size(); ++i) {
    const objects::HostedCluster& there = followed.clusters[i];
    const objects::HostedCluster& here = files.clusters[i];
    EXPECT_EQ(there.name, here.name);
    EXPECT_EQ(there.current_size, here.current_size) << here.name;
    EXPECT_EQ(there.eligible, here.eligible) << here.name;
    EXPECT_EQ(there.vpa_status.has_value(), here.vpa_status.has_value()) << here.name;
  }
  EXPECT_EQ(followed.configurations.size(), 1);
  EXPECT_EQ(followed.machine_sets.size(), files.machine_sets.size());
  EXPECT_TRUE(server_.writes().empty());
}

TEST_F(ClusterFollowerTest, ReturnsAfterEachChange) {
  Follow();
  EXPECT_EQ(SizeOf(Next(), "orders-prod"), "medium");
  SetSize("orders-prod", "large");
  EXPECT_EQ(SizeOf(Next(), "orders-prod"), "large");
  EXPECT_TRUE(server_.Remove(testing::PathOf(testing::HostedClusters(), "clusters", "orders-prod")));
  EXPECT_EQ(SizeOf(Next(), "orders-prod"), "(none)");
  EXPECT_EQ(printed_.str(), "");
}

// While hosted clusters cannot be listed, the cache may be outdated. Therefore a change of another kind does not end
// the wait.
TEST_F(ClusterFollowerTest, WaitsUntilEveryKindIsSyncedAfterALostConnection) {
  Follow();
  Next();
  // The follower gets this change from a watch. The test needs a running watch, because it breaks the watch later.
  SetSize("orders-prod", "small");
  EXPECT_EQ(SizeOf(Next(), "orders-prod"), "small");
  std::atomic<int> refused = 0;
  server_.SetFaults([&refused](const FakeApiRequest& request) {
    const bool of_clusters = request.path.find("/hostedclusters") != std::string::npos;
    return of_clusters && ++refused <= 2 ? testing::AnswerFault(500) : testing::FakeApiFault();
  });
  server_.BreakWatches();
  SetSize("orders-prod", "large");
  EXPECT_EQ(SizeOf(Next(), "orders-prod"), "large");
  EXPECT_GE(refused, 3);
  EXPECT_THAT(printed_.str(), HasSubstr("note: lost the watch of the hostedclusters; retrying: "));
  EXPECT_THAT(printed_.str(), HasSubstr("note: the hostedclusters are watched again\n"));
}

TEST_F(ClusterFollowerTest, AKindThatTheServerDoesNotServeIsNotFollowed) {
  server_.RemoveKind(testing::MachineSets().Collection());
  Follow({"machinesets.machine.openshift.io"});
  EXPECT_EQ(Next().clusters.size(), 13);
  for (const std::string& request : server_.requests()) EXPECT_EQ(request.find("machinesets"), std::string::npos);
}

}  // namespace
}  // namespace cpsizer::cli
