#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Somebody installs another CRD of ClusterSizingConfiguration while the sidecar runs, as an operator does that is older
// or newer: fields that the schema does not know are gone from one moment to the next, though nobody has changed the
// object.
namespace cpsizer::e2e {
namespace {

using kube::Find;
using kube::Json;
using ::testing::ElementsAre;

class SidecarSchemaTest : public SidecarProgramTest {
 protected:
  void SetUp() override {
    SidecarProgramTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    spec_ = sidecar::ConfigurationJson()["spec"];
    // 16Gi of 64Gi.
    spec_["sizes"][1]["capacity"]["kubeAPIServerMemoryFraction"] = "0.25";
    // Small by memory, large by CPU, for which only new fields name a fraction.
    CreateClusters("cpu-", 1, "10Gi");
    SetVpaStatus("cpu-0", sidecar::VpaJson("cpu-0", "10Gi", "12")["status"]);
    // Medium with the fraction for all sizes, large with that of medium itself, which is new too.
    CreateClusters("memory-", 1, "20Gi");
  }
  void TearDown() override {
    if (!IsSkipped()) {
      EXPECT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
      EXPECT_TRUE(admin().RunUntil([this] { return SpecIsWhole(); }));
    }
    SidecarProgramTest::TearDown();
  }

  // As the operator has it that does not know the new fields.
  void InstallOlderSchema() {
    ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOlderCrd), absl::OkStatus());
    ASSERT_TRUE(admin().RunUntil([this] { return ShowsNewFields(/*wanted=*/false); }));
  }
  // With the configuration that it makes possible.
  void InstallOurSchema() {
    ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
    ASSERT_TRUE(admin().RunUntil([this] { return SpecIsWhole(); }));
  }

 private:
  // Whether the API server keeps all fields of the spec.
  bool SpecIsWhole() {
    return admin().Patch(ConfigurationPath(), {{"spec", spec_}}).ok() && ShowsNewFields(/*wanted=*/true);
  }
  // False also for an API server that is between the two.
  bool ShowsNewFields(bool wanted) {
    const absl::StatusOr<Json> configuration = admin().Get(ConfigurationPath());
    const char* const kFraction = "kubeAPIServerCPUFraction";
    return configuration.ok() &&
           Find(*configuration, {"spec", "resourceBasedAutoscaling", kFraction}).is_null() != wanted;
  }

  Json spec_;
};

TEST_F(SidecarSchemaTest, WithoutTheNewFieldsMemoryAloneDecidesAndEachChangeOfTheSchemaIsFollowed) {
  InstallOlderSchema();
  StartPatientSidecar({"--cpu-policy=when-fraction-configured"});  // as deploy/base/sidecar does
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "small"));
  ASSERT_TRUE(WaitForSizes("memory-", 1, "medium"));
  InstallOurSchema();
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "large"));
  ASSERT_TRUE(WaitForSizes("memory-", 1, "large"));
  InstallOlderSchema();
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "small"));
  ASSERT_TRUE(WaitForSizes("memory-", 1, "medium"));
  InstallOurSchema();
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "large"));
  ASSERT_TRUE(WaitForSizes("memory-", 1, "large"));
  StopSidecar();
  EXPECT_THAT(SizesOf("cpu-0"), ElementsAre("small", "large", "small", "large"));
  EXPECT_THAT(SizesOf("memory-0"), ElementsAre("medium", "large", "medium", "large"));
}

}  // namespace
}  // namespace cpsizer::e2e
