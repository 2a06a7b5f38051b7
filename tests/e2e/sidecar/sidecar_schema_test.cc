#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"
#include "tests/sidecar/size/objects.h"

// Tests another CRD of ClusterSizingConfiguration that an older or newer operator installs while the sidecar runs. If
// the schema of the CRD does not have a field, the API server no longer returns the field, even if the object was not
// written again.
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
    // The capacity of this size is 64Gi, so its effective capacity is 16Gi.
    spec_["sizes"][1]["capacity"]["kubeAPIServerMemoryFraction"] = "0.25";
    // The size of this cluster is small if only memory counts, and large if CPU counts too. The fraction for CPU is in
    // new fields only.
    CreateClusters("cpu-", 1, "10Gi");
    SetVpaStatus("cpu-0", sidecar::VpaJson("cpu-0", "10Gi", "12")["status"]);
    // With the fraction for all sizes, the size of this cluster is medium. With the fraction of the size medium, which
    // is a new field, its size is large.
    CreateClusters("memory-", 1, "20Gi");
  }
  void TearDown() override {
    if (!IsSkipped()) {
      EXPECT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
      EXPECT_TRUE(admin().RunUntil([this] { return SpecIsWhole(); }));
    }
    SidecarProgramTest::TearDown();
  }

  // Installs the CRD of an operator that does not have the new fields.
  void InstallOlderSchema() {
    ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOlderCrd), absl::OkStatus());
    ASSERT_TRUE(admin().RunUntil([this] { return ShowsNewFields(/*wanted=*/false); }));
  }
  // Installs the CRD with the new fields, and a configuration that uses these fields.
  void InstallOurSchema() {
    ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
    ASSERT_TRUE(admin().RunUntil([this] { return SpecIsWhole(); }));
  }

  void SetLimit(int limit) {
    ASSERT_TRUE(admin().Patch(ConfigurationPath(), {{"spec", {{"concurrency", {{"limit", limit}}}}}}).ok());
  }

 private:
  // Returns whether the API server stores all fields of the spec.
  bool SpecIsWhole() {
    return admin().Patch(ConfigurationPath(), {{"spec", spec_}}).ok() && ShowsNewFields(/*wanted=*/true);
  }
  // Returns whether the API server returns the new fields, if `wanted` is true, or does not return them, if `wanted` is
  // false. Also returns false while the API server is changing to another schema.
  bool ShowsNewFields(bool wanted) {
    const absl::StatusOr<Json> configuration = admin().Get(ConfigurationPath());
    const char* const kFraction = "kubeAPIServerCPUFraction";
    return configuration.ok() &&
           Find(*configuration, {"spec", "resourceBasedAutoscaling", kFraction}).is_null() != wanted;
  }

  Json spec_;
};

TEST_F(SidecarSchemaTest, ASchemaWithMoreFieldsIsFollowedAndOneWithFewerShrinksNothing) {
  InstallOlderSchema();
  StartSidecarWithLongLease({"--cpu-policy=when-fraction-configured"});  // as in deploy/base/sidecar
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "small"));
  ASSERT_TRUE(WaitForSizes("memory-", 1, "medium"));
  InstallOurSchema();
  ASSERT_TRUE(WaitForSizes("cpu-", 1, "large"));
  ASSERT_TRUE(WaitForSizes("memory-", 1, "large"));
  InstallOlderSchema();
  ASSERT_TRUE(WaitForLog("no cluster gets a smaller size until the fields are set again", "FIELDS_NOT_STORED"));
  ASSERT_TRUE(WaitForLog("size held", "FIELDS_NOT_STORED"));
  // The API server stores the object without the fields. An edit of another field does not mean that a person has
  // removed them, also if the schema has the fields again.
  SetLimit(6);
  ASSERT_EQ(testing::ReplaceCrd(admin(), testing::kOurCrd), absl::OkStatus());
  SetLimit(7);
  const int64_t generation = kube::NumberAt(MustGet(ConfigurationPath()), {"metadata", "generation"});
  ASSERT_TRUE(WaitForLog("the configuration is valid", absl::StrCat("\"generation\":\"", generation, "\"")));
  InstallOurSchema();
  ASSERT_TRUE(WaitForLog("no field of the configuration is lost any more; sizes may become smaller", ""));
  StopSidecar();
  EXPECT_THAT(SizesOf("cpu-0"), ElementsAre("small", "large"));
  EXPECT_THAT(SizesOf("memory-0"), ElementsAre("medium", "large"));
}

}  // namespace
}  // namespace cpsizer::e2e
