#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Tests missing VPAs, unusable VPAs, VPAs that are deleted repeatedly, and clusters without sizing.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using sidecar::ClusterJson;
using sidecar::VpaJson;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kOptIn[] = "hypershift.openshift.io/resource-based-cp-auto-scaling";
constexpr char kTopology[] = "hypershift.openshift.io/topology";
constexpr char kSidecarVpaFinalizer[] = "example.com/test";

class SidecarVpaTest : public SidecarProgramTest {
 protected:
  bool VpaExists(const std::string& cluster) { return admin().Get(VpaPath(cluster)).ok(); }
  std::string VpaUid(const std::string& cluster) {
    return std::string(kube::TextAt(admin().Get(VpaPath(cluster)).value_or(Json()), {"metadata", "uid"}));
  }
  void Annotate(const std::string& cluster, const char* key, const Json& value) {
    ASSERT_TRUE(admin().Patch(HostedClusterPath(cluster), Annotation(key, value)).ok());
  }
  // Deletes the VPA of a cluster, and waits until the sidecar has created a new VPA.
  void DeleteVpaUntilItIsBack(const std::string& cluster) {
    const std::string uid = VpaUid(cluster);
    ASSERT_TRUE(admin().Delete(VpaPath(cluster)).ok());
    ASSERT_TRUE(WaitUntil([&] {
      const std::string now = VpaUid(cluster);
      return !now.empty() && now != uid;
    }));
  }
  // Waits until the sidecar has decided everything that it observed before this call, and then stops the sidecar.
  void WaitUntilAllIsDecided(const std::string& other) {
    Recommend(other, "10Gi");
    ASSERT_TRUE(WaitForSizes(other, 1, "small"));
    StopSidecar();
  }
};

// Returns a VPA status with this target. All other fields are valid.
Json Recommending(const Json& target) {
  Json status = VpaJson("any", "20Gi")["status"];
  Json& container = status["recommendation"]["containerRecommendations"][0];
  container["target"] = container["uncappedTarget"] = target;
  return status;
}

Json Without(const char* what) {
  Json status = VpaJson("any", "20Gi")["status"];
  status[what] = nullptr;
  return status;
}

TEST_F(SidecarVpaTest, UnusableStatusHoldsTheSize) {
  Json not_true = VpaJson("any", "20Gi")["status"];
  not_true["conditions"][0]["status"] = "False";
  Json other_container = VpaJson("any", "20Gi")["status"];
  other_container["recommendation"]["containerRecommendations"][0]["containerName"] = "audit-logs";
  Json no_container = VpaJson("any", "20Gi")["status"];
  no_container["recommendation"]["containerRecommendations"] = Json::array();
  const std::vector<std::pair<const char*, Json>> cases = {
      {"VPA_RECOMMENDATION_MISSING", Without("recommendation")},
      {"VPA_CONDITION_MISSING", Without("conditions")},
      {"VPA_CONDITION_NOT_TRUE", not_true},
      {"NO_CONTAINER_RECOMMENDATIONS", no_container},
      {"KUBE_APISERVER_CONTAINER_MISSING", other_container},
      {"NO_RESOURCE_RECOMMENDED", Recommending({{"memory", 0}})},
      {"INPUT_REFUSED", Recommending({{"memory", "1e1.5"}})},
      {"INPUT_REFUSED", Recommending({{"memory", "-20Gi"}})},
      {"RECOMMENDATION_SUSPECT", Recommending({{"cpu", "1"}})},
      {"RECOMMENDATION_SUSPECT", Recommending({{"memory", "99999999E"}})},
  };
  const int count = static_cast<int>(cases.size());
  CreateClusters("useless-", count, "40Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("useless-", count, "large"));
  for (int i = 0; i < count; ++i) SetVpaStatus(absl::StrCat("useless-", i), cases[i].second);
  for (int i = 0; i < count; ++i) EXPECT_TRUE(WaitForLog(cases[i].first, absl::StrCat("\"useless-", i, "\"")));
  for (int i = 0; i < count; ++i) Recommend(absl::StrCat("useless-", i), "20Gi");
  ASSERT_TRUE(WaitForSizes("useless-", count, "medium"));
  StopSidecar();
  for (const auto& [name, sizes] : sizes()) EXPECT_THAT(sizes, ElementsAre("large", "medium")) << name;
}

TEST_F(SidecarVpaTest, AMissingOneIsCreatedAndAfterThreeDeletionsLeftToOthers) {
  CreateClusters("calm-", 1, "20Gi");
  CreateNamespace("fought-0");
  MustCreate(kHostedClusters, ClusterJson("fought-0"));
  StartSidecar();
  ASSERT_TRUE(WaitUntil([&] { return VpaExists("fought-0"); }));
  Recommend("fought-0", "20Gi");
  ASSERT_TRUE(WaitForSizes("fought-0", 1, "medium"));

  DeleteVpaUntilItIsBack("fought-0");
  Recommend("fought-0", "40Gi");
  ASSERT_TRUE(WaitForSizes("fought-0", 1, "large"));
  DeleteVpaUntilItIsBack("fought-0");
  ASSERT_TRUE(admin().Delete(VpaPath("fought-0")).ok());
  EXPECT_TRUE(WaitForEvent("AnnotationContention", "fought-0"));
  WaitUntilAllIsDecided("calm-0");
  EXPECT_FALSE(VpaExists("fought-0"));
  EXPECT_THAT(SizesOf("fought-0"), ElementsAre("medium", "large"));
}

TEST_F(SidecarVpaTest, AClusterThatIsBeingDeletedIsNotWritten) {
  CreateClusters("ending-", 2, "20Gi");
  ASSERT_TRUE(
      admin()
          .Patch(HostedClusterPath("ending-0"), {{"metadata", {{"finalizers", Json::array({kSidecarVpaFinalizer})}}}})
          .ok());
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("ending-", 2, "medium"));
  ASSERT_TRUE(admin().Delete(HostedClusterPath("ending-0")).ok());
  Recommend("ending-0", "40Gi");
  ASSERT_TRUE(admin().Delete(VpaPath("ending-0")).ok());
  WaitUntilAllIsDecided("ending-1");
  EXPECT_THAT(SizesOf("ending-0"), ElementsAre("medium"));
  EXPECT_FALSE(VpaExists("ending-0"));
  ASSERT_TRUE(admin().Patch(HostedClusterPath("ending-0"), {{"metadata", {{"finalizers", nullptr}}}}).ok());
}

TEST_F(SidecarVpaTest, ClusterThatOptsOutLosesItsVpaAndKeepsItsSize) {
  CreateClusters("leaving-", 2, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("leaving-", 2, "medium"));
  Annotate("leaving-0", kOptIn, nullptr);
  ASSERT_TRUE(WaitUntil([&] { return !VpaExists("leaving-0"); }));
  WaitUntilAllIsDecided("leaving-1");
  EXPECT_FALSE(VpaExists("leaving-0"));
  EXPECT_THAT(SizesOf("leaving-0"), ElementsAre("medium"));
}

TEST_F(SidecarVpaTest, ClusterWithoutTheTopologyIsIgnoredUntilItHasIt) {
  CreateClusters("dedicated-", 2, "20Gi");
  Annotate("dedicated-0", kTopology, nullptr);
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("dedicated-1", 1, "medium"));
  WaitUntilAllIsDecided("dedicated-1");
  EXPECT_THAT(SizesOf("dedicated-0"), IsEmpty());
  StartSidecar();
  Annotate("dedicated-0", kTopology, "dedicated-request-serving-components");
  // The sidecar removed the VPA when the cluster did not have the topology, because the VPA is only for sizing. The
  // sidecar must now create the VPA again.
  ASSERT_TRUE(WaitUntil([&] { return VpaExists("dedicated-0"); }));
  Recommend("dedicated-0", "20Gi");
  ASSERT_TRUE(WaitForSizes("dedicated-0", 1, "medium"));
  StopSidecar();
}

TEST_F(SidecarVpaTest, NameTooLongForANamespaceDoesNotAffectOthers) {
  const std::string name(56, 'n');
  MustCreate(kHostedClusters, ClusterJson(name, "large"));
  CreateClusters("short-", 1, "20Gi");
  StartSidecar();
  EXPECT_TRUE(WaitForLog("NAMESPACE_IMPOSSIBLE", name));
  ASSERT_TRUE(WaitForSizes("short-0", 1, "medium"));
  EXPECT_TRUE(WaitForEvent("ClusterSizeRecommendationHeld", name));
  WaitUntilAllIsDecided("short-0");
  EXPECT_THAT(SizesOf(name), ElementsAre("large"));
}

TEST_F(SidecarVpaTest, DoesNotWriteVpasIfConfiguredSo) {
  CreateClusters("left-", 2, "20Gi");
  CreateNamespace("bare");
  MustCreate(kHostedClusters, ClusterJson("bare"));
  ASSERT_TRUE(admin().Patch(VpaPath("left-0"), {{"spec", {{"updatePolicy", {{"updateMode", "Initial"}}}}}}).ok());
  Annotate("left-1", kOptIn, nullptr);
  StartSidecar({"--manage-vpa=false"});
  ASSERT_TRUE(WaitForLog("there is no VPA clusters-bare/kube-apiserver yet"));
  ASSERT_TRUE(WaitForSizes("left-0", 1, "medium"));
  WaitUntilAllIsDecided("left-0");
  EXPECT_FALSE(VpaExists("bare"));
  EXPECT_TRUE(VpaExists("left-1"));
  EXPECT_EQ(kube::TextAt(MustGet(VpaPath("left-0")), {"spec", "updatePolicy", "updateMode"}), "Initial");
}

}  // namespace
}  // namespace cpsizer::e2e
