#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Tests another CRD of ClusterSizingConfiguration that is installed while the sidecar runs, as an older or newer
// operator does. Fields that the schema does not have disappear at once, although the object was not written.
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
    // The capacity of this size is 64Gi, so that 16Gi of it may be used.
    spec_["sizes"][1]["capacity"]["kubeAPIServerMemoryFraction"] = "0.25";
    // This cluster is small by memory and large by CPU. Only new fields have a fraction for CPU.
    CreateClusters("cpu-", 1, "10Gi");
    SetVpaStatus("cpu-0", sidecar::VpaJson("cpu-0", "10Gi", "12")["status"]);
    // This cluster is medium with the fraction for all sizes. It is large with the fraction of the size medium, which
    // is a new field.
    CreateClusters("memory-", 1, "20Gi");
  }
  void TearDown() override {
    if (!IsSkipped()) {
      EXPECT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
      EXPECT_TRUE(admin().RunUntil([this] { return SpecIsWhole(); }));
    }
    SidecarProgramTest::TearDown();
  }

  // Installs the CRD of an operator without the new fields.
  void InstallOlderSchema() {
    ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOlderCrd), absl::OkStatus());
    ASSERT_TRUE(admin().RunUntil([this] { return ShowsNewFields(/*wanted=*/false); }));
  }
  // Installs the schema with the new fields, and a configuration that uses them.
  void InstallOurSchema() {
    ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
    ASSERT_TRUE(admin().RunUntil([this] { return SpecIsWhole(); }));
  }

 private:
  // Returns whether the API server keeps all fields of the spec.
  bool SpecIsWhole() {
    return admin().Patch(ConfigurationPath(), {{"spec", spec_}}).ok() && ShowsNewFields(/*wanted=*/true);
  }
  // Also returns false while the API server is changing from one schema to the other.
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
  StartSidecarWithLongLease({"--cpu-policy=when-fraction-configured"});  // as in deploy/base/sidecar
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
