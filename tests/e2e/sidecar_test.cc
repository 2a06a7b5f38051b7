#include <csignal>
#include <map>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/reflector.h"
#include "client/kube/requests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/sidecar/objects.h"
#include "tests/testing/subprocess.h"

// cpsizer-sidecar as it ships, with the rights that it ships with, on the real kube-apiserver.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using sidecar::ClusterJson;
using sidecar::ConfigurationJson;
using sidecar::VpaJson;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr char kNamespaces[] = "/api/v1/namespaces";
constexpr absl::Duration kPatience = absl::Seconds(60);

std::string VpaPath(const std::string& cluster) {
  return absl::StrCat("/apis/autoscaling.k8s.io/v1/namespaces/clusters-", cluster,
                      "/verticalpodautoscalers/kube-apiserver");
}

std::string Configuration() {
  return absl::StrCat(kConfigurations, "/cluster");
}

class SidecarTest : public RealClusterTest {
 protected:
  void SetUp() override {
    RealClusterTest::SetUp();
    if (IsSkipped()) return;
    MustCreate(kConfigurations, ConfigurationJson());
    watch_ = std::make_unique<kube::Reflector>(
        admin().loop(), admin().client(), kube::Resource{kHostedClusters, "", /*metadata_only=*/true},
        kube::Reflector::Callbacks{.list_begins = [] {},
                                   .listed = [](const Json&) {},
                                   .list_ends = [this] { watching_ = true; },
                                   .changed = [this](const Json& object) { See(object); },
                                   .deleted = [](const Json&) {},
                                   .failed = [](const absl::Status& status) { ADD_FAILURE() << status; }});
    ASSERT_TRUE(admin().RunUntil([this] { return watching_; }));
  }
  void TearDown() override {
    watch_.reset();
    sidecar_.reset();
    if (IsSkipped()) return;
    EXPECT_TRUE(admin().Delete(Configuration()).ok());
  }

  // Clusters named `prefix`0 and so on, each with its control plane namespace and a VPA that recommends `memory`.
  void CreateClusters(const std::string& prefix, int count, const std::string& memory) {
    std::vector<kube::HttpRequest> namespaces, objects;
    for (int i = 0; i < count; ++i) {
      const std::string name = absl::StrCat(prefix, i);
      namespaces.push_back(kube::Create(kNamespaces, {{"metadata", {{"name", "clusters-" + name}}}}, "test"));
      objects.push_back(kube::Create(kHostedClusters, ClusterJson(name), "test"));
      objects.push_back(kube::Create(
          absl::StrCat("/apis/autoscaling.k8s.io/v1/namespaces/clusters-", name, "/verticalpodautoscalers"),
          VpaJson(name, ""), "test"));
    }
    ASSERT_TRUE(admin().SendAll(std::move(namespaces)).ok());
    ASSERT_TRUE(admin().SendAll(std::move(objects)).ok());
    for (int i = 0; i < count; ++i) Recommend(absl::StrCat(prefix, i), memory);
  }
  void Recommend(const std::string& cluster, const std::string& memory) {
    const absl::StatusOr<Json> patched =
        admin().Patch(VpaPath(cluster) + "/status", {{"status", VpaJson(cluster, memory)["status"]}});
    ASSERT_TRUE(patched.ok()) << patched.status();
  }

  void StartSidecar(const std::vector<std::string>& more_flags = {}) {
    std::vector<std::string> command = {CPSIZER_SIDECAR_PROGRAM,
                                        "--kubeconfig=" + server().SidecarKubeconfig(),
                                        "--leader-elect-resource-namespace=cpsizer",
                                        "--leader-elect-lease-duration=3s",
                                        "--leader-elect-renew-deadline=2s",
                                        "--leader-elect-retry-period=500ms"};
    command.insert(command.end(), more_flags.begin(), more_flags.end());
    absl::StatusOr<std::unique_ptr<testing::Subprocess>> started = testing::Subprocess::Start(command);
    ASSERT_TRUE(started.ok()) << started.status();
    sidecar_ = *std::move(started);
  }
  void StopSidecar() {
    sidecar_->Signal(SIGTERM);
    EXPECT_EQ(sidecar_->Wait(kPatience), 0) << sidecar_->standard_error();
  }

  // Until every cluster that was seen with the prefix, `count` of them, has this size.
  bool WaitForSizes(const std::string& prefix, int count, const std::string& size) {
    const bool reached = admin().RunUntil(
        [&] {
          int sized = 0;
          for (const auto& [name, now] : sizes_) {
            if (absl::StartsWith(name, prefix) && now == size) ++sized;
          }
          return sized == count;
        },
        kPatience);
    if (!reached) ADD_FAILURE() << sidecar_->standard_error();
    return reached;
  }

  // Until the condition of the configuration says so.
  bool WaitForCondition(const std::string& status) {
    const absl::Time deadline = absl::Now() + kPatience;
    while (absl::Now() < deadline) {
      const Json conditions = kube::Find(MustGet(Configuration()), {"status", "conditions"});
      for (const Json& condition : conditions) {
        if (condition["type"] == "ClusterSizingConfigurationValid" && condition["status"] == status) return true;
      }
    }
    return false;
  }

  // How often the annotation of each cluster has changed.
  std::map<std::string, int> changes_;
  std::map<std::string, std::string> sizes_;
  std::unique_ptr<testing::Subprocess> sidecar_;

 private:
  void See(const Json& object) {
    const std::string name(kube::TextAt(object, {"metadata", "name"}));
    const std::string size(SizeOf(object));
    std::string& known = sizes_[name];
    if (known != size) ++changes_[name];
    known = size;
  }

  bool watching_ = false;
  std::unique_ptr<kube::Reflector> watch_;
};

TEST_F(SidecarTest, SizesFiftyClustersWithOneWriteEachAndNoneOnASecondLook) {
  CreateClusters("fifty-", 50, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("fifty-", 50, "medium"));
  StopSidecar();
  StartSidecar();
  // What it decides last, after all it saw at its start.
  Recommend("fifty-7", "10Gi");
  ASSERT_TRUE(WaitForSizes("fifty-7", 1, "small"));
  StopSidecar();
  for (const auto& [name, changes] : changes_) EXPECT_EQ(changes, name == "fifty-7" ? 2 : 1) << name;
  EXPECT_EQ(changes_.size(), 50u);
}

TEST_F(SidecarTest, GoesOnAfterBeingKilledWithoutDoublingAWrite) {
  CreateClusters("killed-", 30, "20Gi");
  StartSidecar();
  ASSERT_TRUE(admin().RunUntil([&] { return changes_.size() > 3; }, kPatience)) << sidecar_->standard_error();
  sidecar_->Signal(SIGKILL);
  EXPECT_EQ(sidecar_->Wait(kPatience), 128 + SIGKILL);
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("killed-", 30, "medium"));
  StopSidecar();
  EXPECT_THAT(changes_, Each(Pair(HasSubstr("killed-"), 1)));
}

TEST_F(SidecarTest, HoldsWhileTheConfigurationIsInvalidAndGoesOnWhenItIsNot) {
  CreateClusters("held-", 3, "10Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("held-", 3, "small"));
  // What the rules of the CRD let pass: Go reads it as 1.
  Json sizes = ConfigurationJson()["spec"]["sizes"];
  sizes[0]["capacity"]["memory"] = "1e4294967296";
  ASSERT_TRUE(admin().Patch(Configuration(), {{"spec", {{"sizes", sizes}}}}).ok());
  EXPECT_TRUE(WaitForCondition("False"));
  Recommend("held-0", "20Gi");
  ASSERT_TRUE(admin().Patch(Configuration(), {{"spec", ConfigurationJson()["spec"]}}).ok());
  ASSERT_TRUE(WaitForSizes("held-0", 1, "medium"));
  EXPECT_TRUE(WaitForCondition("True"));
  const Json events = MustGet("/apis/events.k8s.io/v1/namespaces/default/events");
  EXPECT_THAT(events.dump(), HasSubstr("SizingConfigurationInvalid"));
  StopSidecar();
}

TEST_F(SidecarTest, ObservingWritesNothing) {
  CreateClusters("observed-", 3, "20Gi");
  StartSidecar({"--mode=observe"});
  for (const char* name : {"observed-0", "observed-1", "observed-2"}) {
    EXPECT_TRUE(sidecar_->WaitForLine(
        [&](absl::string_view line) { return absl::StrContains(line, "would do") && absl::StrContains(line, name); },
        kPatience));
  }
  StopSidecar();
  for (const char* name : {"observed-0", "observed-1", "observed-2"}) {
    EXPECT_EQ(SizeOf(MustGet(HostedClusterPath(name))), "");
  }
}

TEST_F(SidecarTest, OfTwoOneLeadsAndTheOtherTakesOver) {
  CreateClusters("led-", 3, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("led-", 3, "medium"));
  const std::unique_ptr<testing::Subprocess> first = std::move(sidecar_);
  StartSidecar();
  first->Signal(SIGKILL);
  Recommend("led-1", "10Gi");
  ASSERT_TRUE(WaitForSizes("led-1", 1, "small"));
  StopSidecar();
}

}  // namespace
}  // namespace cpsizer::e2e
