// Runs the procedure of docs/upgrading.md in both directions on the real API server. A test repository replaces the
// clone of cpsizer, and the test writes the status of each rollout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/deploy/page_test.h"
#include "tests/testing/paths.h"

namespace cpsizer::deploy {
namespace {

using ::cpsizer::testing::DocsBlock;
using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr char kUpgradePagePage[] = "docs/upgrading.md";
constexpr char kUpgradePageDeployments[] = "/apis/apps/v1/namespaces/cpsizer/deployments/";
constexpr char kOld[] = ":0.1.0";
constexpr char kNew[] = ":0.2.0";

std::vector<DocsBlock> UpgradePageCommandBlocks() {
  return testing::BlocksBy("docs/upgrading.md", "tests/deploy/upgrade_page_test.cc");
}

class UpgradePageTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    std::filesystem::create_directory_symlink(testing::SourcePath(), folder().PathOf("cpsizer"));
    // Makes a repository with a newer version, because there is no newer version of cpsizer.
    RunInFolder(
        "git init -q newer && git -C newer -c user.name=test -c user.email=test commit -q --allow-empty -m newer && "
        "git -C newer tag v0.2.0 && git clone -q newer older");
    // kubectl reports an error if there are no events.
    const Json event = {{"metadata", {{"generateName", "checkout-prod-"}}},
                        {"eventTime", "2026-01-01T00:00:00.000000Z"},
                        {"reportingController", "cpsizer-sidecar"},
                        {"reportingInstance", "cpsizer-sidecar-0"},
                        {"action", "Recommend"},
                        {"reason", "ClusterSizeRecommendationChanged"},
                        {"type", "Normal"}};
    ASSERT_EQ(admin().Create("/apis/events.k8s.io/v1/namespaces/default/events", event).status(), absl::OkStatus());
  }

  // Writes the overlay of the page to a separate folder, and installs it.
  void Begin(const std::string& name, const std::string& overlay) {
    const auto blocks = YamlUnder("Upgrading per-cluster", kUpgradePagePage);
    ASSERT_EQ(blocks.size(), 1u);
    ASSERT_THAT(blocks[0].text, HasSubstr("overlays/per-cluster\n"));
    std::filesystem::create_directory(folder().PathOf(name));
    folder().Write(name + "/kustomization.yaml",
                   absl::StrReplaceAll(blocks[0].text, {{"overlays/per-cluster", "overlays/" + overlay}}));
    const auto objects = RenderFolder(folder().PathOf(name));
    ASSERT_TRUE(objects.ok()) << objects.status();
    DeleteLater(*objects);
    RunInFolder("kubectl apply -k " + name);
  }

  std::string ImageOf(const std::string& deployment) {
    const auto object = admin().Get(kUpgradePageDeployments + deployment);
    EXPECT_TRUE(object.ok()) << object.status();
    return object.ok() ? std::string(TextAt(Find(*object, {"spec", "template", "spec", "containers"})[0], {"image"}))
                       : "";
  }
  bool IsNew(const std::string& deployment) { return absl::EndsWith(ImageOf(deployment), kNew); }

  // Sets the status of a successful rollout, because there is no controller here.
  void SimulateRollout(const std::string& deployment) {
    const auto object = admin().Get(kUpgradePageDeployments + deployment);
    ASSERT_TRUE(object.ok()) << object.status();
    const int64_t replicas = kube::NumberAt(*object, {"spec", "replicas"});
    const Json status = {{"observedGeneration", Find(*object, {"metadata", "generation"})},
                         {"replicas", replicas},
                         {"updatedReplicas", replicas},
                         {"readyReplicas", replicas},
                         {"availableReplicas", replicas}};
    const absl::Status simulated =
        admin().Patch(absl::StrCat(kUpgradePageDeployments, deployment, "/status"), {{"status", status}}).status();
    ASSERT_EQ(simulated, absl::OkStatus());
  }

  void Run(const std::string& command) {
    SCOPED_TRACE(command);
    for (const char* name : {"cpsizer-server", "cpsizer-sidecar"}) {
      if (absl::StrContains(command, "rollout status") && absl::StrContains(command, name)) SimulateRollout(name);
    }
    // `kubectl diff` exits with 1 if there is a difference.
    RunInFolder(absl::StrReplaceAll(command, {{"git -C cpsizer ", "git -C older "}}),
                absl::StartsWith(command, "kubectl diff") ? 1 : 0);
  }
  // Runs the commands of the block with the number `block` below the heading. Calls `check` after each command.
  template <typename Check>
  void RunBlock(const std::string& heading, size_t block, Check check) {
    const auto blocks = Under(heading, UpgradePageCommandBlocks());
    ASSERT_GT(blocks.size(), block) << heading;
    for (const std::string& command : blocks[block].Lines()) {
      Run(command);
      check();
    }
  }
  void RunBlock(const std::string& heading, size_t block) {
    RunBlock(heading, block, [] {});
  }
};

TEST_F(UpgradePageTest, PerClusterUpgradesAndRollsBack) {
  Begin("sizing", "per-cluster");
  EXPECT_THAT(ImageOf("cpsizer-sidecar"), EndsWith(kOld));
  RunBlock("Upgrading per-cluster", 0);
  EXPECT_EQ(ImageOf("cpsizer-sidecar"), absl::StrCat("registry.example.com/cpsizer", kNew));
  RunBlock("Watching it", 0);
  RunBlock("Going back", 0);
  EXPECT_THAT(ImageOf("cpsizer-sidecar"), EndsWith(kOld));
}

TEST_F(UpgradePageTest, ANewerSidecarNeverCallsAnOlderSharedService) {
  Begin("service", "shared-service");
  Begin("sidecar", "shared-service-sidecar");
  const auto check = [this] { EXPECT_TRUE(IsNew("cpsizer-server") || !IsNew("cpsizer-sidecar")); };
  RunBlock("Upgrading a shared service", 0, check);
  EXPECT_TRUE(IsNew("cpsizer-server") && IsNew("cpsizer-sidecar"));
  RunBlock("Watching it", 0);
  RunBlock("Going back", 1, check);
  EXPECT_FALSE(IsNew("cpsizer-server") || IsNew("cpsizer-sidecar"));
}

TEST_F(UpgradePageTest, ANewerSidecarInTheSameOverlayNeverCallsAnOlderService) {
  Begin("both", "shared-service\n- ../cpsizer/deploy/overlays/shared-service-sidecar");
  RunBlock("Upgrading a shared service", 1,
           [this] { EXPECT_TRUE(IsNew("cpsizer-server") || !IsNew("cpsizer-sidecar")); });
  EXPECT_TRUE(IsNew("cpsizer-server") && IsNew("cpsizer-sidecar"));
}

TEST(UpgradePage, HasNoCommandsElsewhere) {
  ExpectOnlyUnder({"Upgrading per-cluster", "Upgrading a shared service", "Watching it", "Going back"},
                  UpgradePageCommandBlocks());
}

}  // namespace
}  // namespace cpsizer::deploy
