#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "client/objects/hypershift.h"
#include "client/sidecar/size/objects.h"
#include "client/tree/node_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Tests changes of the configuration and of other objects that affect a decision.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using sidecar::ClusterJson;
using sidecar::ConditionOwner;
using sidecar::ConfigurationJson;
using ::testing::ElementsAre;
using ::testing::Field;

// These flags allow two requests per second. Therefore writes wait in the queue after the decision.
const char* const kSlowly[] = {"--kube-api-qps=2", "--kube-api-burst=6"};

Json UsualSizes() {
  return ConfigurationJson()["spec"]["sizes"];
}

Json SizesWithMediumNamed(const char* name) {
  Json sizes = UsualSizes();
  sizes[1]["name"] = name;
  return sizes;
}

class SidecarConfigurationTest : public SidecarProgramTest {
 protected:
  // Starts a sidecar and waits until it has decided `count` clusters and has started to write their sizes, one after
  // the other.
  void StartSlowly(const std::string& prefix, int count) {
    CreateClusters(prefix, count, "20Gi");
    StartSidecarWithLongLease({std::begin(kSlowly), std::end(kSlowly)});
    ASSERT_TRUE(WaitUntil([&] { return !SizesOf(prefix + "0").empty(); }));
  }

  static std::string StatusPath() { return ConfigurationPath() + "/status"; }
  Json Conditions() { return kube::Find(MustGet(ConfigurationPath()), {"status", "conditions"}); }
  std::vector<ConditionOwner> Owners() {
    return sidecar::ConditionOwners(tree::FromJson(MustGet(ConfigurationPath())), objects::kConfigurationCondition);
  }
  // Waits until the sidecar has completed all work that earlier changes of the configuration caused. Then stops the
  // sidecar.
  void WaitUntilObserved(const std::string& prefix) {
    SetSizes(SizesWithMediumNamed("middle"));
    ASSERT_TRUE(WaitForSizes(prefix, 1, "middle"));
    StopSidecar();
  }
};

TEST_F(SidecarConfigurationTest, HoldsWhileItIsInvalidAndContinuesAfterwards) {
  CreateClusters("held-", 3, "10Gi");
  StartSidecar({"--log-level=debug"});
  ASSERT_TRUE(WaitForSizes("held-", 3, "small"));
  // The schema of the operator accepts this value. After the schema of cpsizer is installed again, the value stays
  // until the next write of the object.
  Json sizes = UsualSizes();
  sizes[0]["capacity"]["memory"] = "0";
  ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOlderCrd), absl::OkStatus());
  ASSERT_TRUE(WaitUntil([&] { return admin().Patch(ConfigurationPath(), {{"spec", {{"sizes", sizes}}}}).ok(); }));
  EXPECT_TRUE(WaitForCondition("False"));
  ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
  const std::string held =
      R"("hostedCluster":"held-0","outcome":"held","size":"small","reason":"CONFIGURATION_UNUSABLE")";
  ASSERT_TRUE(WaitForLog("decision", held));
  const int before = CountLog("decision", held);
  Recommend("held-0", "20Gi");
  // The sidecar makes a new decision because the recommendation has changed.
  ASSERT_TRUE(WaitUntil([&] { return CountLog("decision", held) > before; }));
  EXPECT_EQ(SizeOf(MustGet(HostedClusterPath("held-0"))), "small");
  SetSizes(UsualSizes());
  ASSERT_TRUE(WaitForSizes("held-0", 1, "medium"));
  EXPECT_TRUE(WaitForCondition("True"));
  // Writes are sent before events, so the test waits for the event.
  EXPECT_TRUE(WaitUntil([&] {
    const Json events = MustGet("/apis/events.k8s.io/v1/namespaces/default/events");
    return absl::StrContains(events.dump(), "SizingConfigurationInvalid");
  }));
  StopSidecar();
}

TEST_F(SidecarConfigurationTest, StopsWritingAConditionThatAnotherClientUpdates) {
  CreateClusters("updated-", 1, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForCondition("True"));
  Json theirs = Conditions();
  theirs[0]["message"] = "theirs";
  const absl::StatusOr<Json> updated =
      admin().Patch(StatusPath() + "?fieldManager=hypershift", {{"status", {{"conditions", theirs}}}});
  ASSERT_TRUE(updated.ok()) << updated.status();
  WaitUntilObserved("updated-");
  // The sidecar has made only the first write. It could not release the field without removing the value that another
  // client has written.
  EXPECT_THAT(WritesTo(StatusPath()), ElementsAre(Field(&Write::code, 200)));
  EXPECT_EQ(Conditions(), theirs);
}

TEST_F(SidecarConfigurationTest, ReleasesAConditionThatAnotherManagerApplies) {
  CreateClusters("applied-", 1, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForCondition("True"));
  const Json current = MustGet(ConfigurationPath());
  Json theirs = {{"apiVersion", current["apiVersion"]},
                 {"kind", current["kind"]},
                 {"metadata", {{"name", "cluster"}}},
                 {"status", {{"conditions", Conditions()}}}};
  theirs["status"]["conditions"][0]["message"] = "theirs";
  const absl::StatusOr<Json> applied =
      admin().Send(kube::Apply(StatusPath() + "?fieldManager=hypershift&force=true", theirs, ""));
  ASSERT_TRUE(applied.ok()) << applied.status();
  const std::vector<ConditionOwner> only_theirs = {{"hypershift", /*applied=*/true, /*whole=*/true}};
  ASSERT_TRUE(WaitUntil([&] { return Owners() == only_theirs; }));
  WaitUntilObserved("applied-");
  EXPECT_THAT(WritesTo(StatusPath()), ElementsAre(Field(&Write::code, 200), Field(&Write::code, 200)));
  EXPECT_EQ(Owners(), only_theirs);
  EXPECT_EQ(Conditions(), theirs["status"]["conditions"]);
}

TEST_F(SidecarConfigurationTest, DeletionHoldsAndRecreationDecidesAllAgain) {
  CreateClusters("missed-", 3, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("missed-", 3, "medium"));
  ASSERT_TRUE(admin().Delete(ConfigurationPath()).ok());
  ASSERT_TRUE(WaitForLog("holding all sizes", "there is no ClusterSizingConfiguration"));
  Recommend("missed-0", "10Gi");
  // After this change, a demand of 20Gi needs the size large.
  Json configuration = ConfigurationJson();
  configuration["spec"]["sizes"][1]["capacity"]["memory"] = "33Gi";
  MustCreate(kConfigurations, configuration);
  ASSERT_TRUE(WaitForSizes("missed-0", 1, "small"));
  ASSERT_TRUE(WaitForSizes("missed-1", 1, "large"));
  ASSERT_TRUE(WaitForSizes("missed-2", 1, "large"));
  StopSidecar();
  EXPECT_THAT(SizesOf("missed-0"), ElementsAre("medium", "small"));
  EXPECT_THAT(SizesOf("missed-1"), ElementsAre("medium", "large"));
}

TEST_F(SidecarConfigurationTest, ARenamedSizeIsRenamedEverywhere) {
  CreateClusters("renamed-", 5, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("renamed-", 5, "medium"));
  SetSizes(SizesWithMediumNamed("middle"));
  ASSERT_TRUE(WaitForSizes("renamed-", 5, "middle"));
  StopSidecar();
  for (const auto& [name, sizes] : sizes()) EXPECT_THAT(sizes, ElementsAre("medium", "middle")) << name;
}

TEST_F(SidecarConfigurationTest, QueuedWriteOfARemovedNameIsDropped) {
  StartSlowly("late-", 8);
  SetSizes(SizesWithMediumNamed("middle"));
  ASSERT_TRUE(WaitForSizes("late-", 8, "middle"));
  StopSidecar();
  EXPECT_THAT(SizesOf("late-7"), ElementsAre("middle"));
}

TEST_F(SidecarConfigurationTest, ChangeWhileAWriteIsQueuedIsDecidedAgain) {
  StartSlowly("stale-", 8);
  Recommend("stale-7", "10Gi");
  ASSERT_TRUE(admin().Delete(HostedClusterPath("stale-6")).ok());
  MustCreate(kHostedClusters, ClusterJson("stale-6", "large"));
  ASSERT_TRUE(WaitForSizes("stale-7", 1, "small"));
  ASSERT_TRUE(WaitForSizes("stale-6", 1, "medium"));
  StopSidecar();
  EXPECT_THAT(SizesOf("stale-7"), ElementsAre("small"));
  EXPECT_THAT(SizesOf("stale-6"), ElementsAre("large", "medium"));
}

TEST_F(SidecarConfigurationTest, SizeOfAnotherWriterIsObservedBeforeItIsReplaced) {
  StartSlowly("shared-", 8);
  ASSERT_TRUE(admin().Patch(HostedClusterPath("shared-7"), Annotation(kSizeAnnotation, "small")).ok());
  ASSERT_TRUE(WaitForSizes("shared-", 8, "medium"));
  StopSidecar();
  EXPECT_THAT(SizesOf("shared-7"), ElementsAre("small", "medium"));
  for (const Write& write : WritesOfSize("shared-7")) EXPECT_NE(write.code, 422) << write.body;
}

}  // namespace
}  // namespace cpsizer::e2e
