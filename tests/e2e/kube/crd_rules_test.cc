// Tests that the real API server accepts objects that follow the rules of the CRD.
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::kube::Json;

class CrdRulesTest : public RealClusterTest {
 protected:
  // Creates the object with a dry run. Returns the object as the API server would store it.
  absl::StatusOr<Json> TryToCreate(const Json& configuration) {
    return admin().Send(kube::Create(absl::StrCat(kConfigurations, "?dryRun=All"), configuration, ""));
  }
};

TEST_F(CrdRulesTest, AcceptsTheExamplesWithoutLoss) {
  for (const char* path :
       {"deploy/examples/fleet/clustersizingconfiguration.yaml", "deploy/examples/proposed-configuration.yaml"}) {
    SCOPED_TRACE(path);
    const auto objects = testing::ReadManifests(path);
    ASSERT_TRUE(objects.ok()) << objects.status();
    const auto stored = TryToCreate(objects->front());
    ASSERT_TRUE(stored.ok()) << stored.status();
    EXPECT_EQ((*stored)["spec"], objects->front()["spec"]);
  }
}

Json Size(const char* name, int from, const Json& to) {
  Json size = {{"name", name}, {"criteria", {{"from", from}}}};
  if (!to.is_null()) size["criteria"]["to"] = to;
  return size;
}

Json Configuration(const Json& sizes) {
  return {{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
          {"kind", "ClusterSizingConfiguration"},
          {"metadata", {{"name", "cluster"}}},
          {"spec", {{"sizes", sizes}}}};
}

// Returns a size. The field `field` of its capacity has this value.
Json WithCapacity(const char* field, const Json& value) {
  Json size = Size("one", 0, nullptr);
  size["capacity"] = {{field, value}};
  return Configuration(Json::array({size}));
}

TEST_F(CrdRulesTest, AcceptsLaddersWithoutGapsAndFractionsUpToOne) {
  constexpr char kMemory[] = "kubeAPIServerMemoryFraction";
  constexpr char kCpu[] = "kubeAPIServerCPUFraction";
  const auto ladder = [](std::initializer_list<Json> sizes) { return Configuration(Json(sizes)); };
  Json no_spec = Configuration(Json::array());
  no_spec.erase("spec");
  Json other_name = ladder({Size("a", 0, nullptr)});
  other_name["metadata"]["name"] = "other";
  Json partly_managed = ladder({Size("a", 0, 10), Size("b", 11, nullptr)});
  partly_managed["spec"]["sizes"][0]["management"]["nonRequestServingNodesPerZone"] = 1;
  struct Case {
    const char* name;
    Json configuration;
    bool accepted;
  };
  const Case kCases[] = {
      {"one size", ladder({Size("a", 0, nullptr)}), true},
      {"in any order", ladder({Size("c", 21, nullptr), Size("a", 0, 10), Size("b", 11, 20)}), true},
      {"gap", ladder({Size("a", 0, 10), Size("b", 12, nullptr)}), false},
      {"overlap", ladder({Size("a", 0, 10), Size("b", 5, 10), Size("c", 11, nullptr)}), false},
      {"the same interval", ladder({Size("a", 0, 10), Size("b", 11, 20), Size("c", 11, nullptr)}), false},
      {"two from 0", ladder({Size("a", 0, 10), Size("b", 0, nullptr)}), false},
      {"none from 0", ladder({Size("a", 1, nullptr)}), false},
      {"two unbounded", ladder({Size("a", 0, nullptr), Size("b", 5, nullptr)}), false},
      {"all bounded", ladder({Size("a", 0, 10)}), false},
      {"upside down", ladder({Size("a", 0, 10), Size("b", 11, 5), Size("c", 11, nullptr)}), false},
      {"name twice", ladder({Size("a", 0, 10), Size("a", 11, nullptr)}), false},
      {"no label value", ladder({Size("x large", 0, nullptr)}), false},
      {"no sizes", Configuration(Json::array()), false},
      {"no spec", no_spec, false},
      {"another name", other_name, false},
      {"management on some", partly_managed, false},
      {"fraction", WithCapacity(kMemory, "0.65"), true},
      {"all of it", WithCapacity(kCpu, 1), true},
      {"in milli", WithCapacity(kCpu, "650m"), true},
      {"zero", WithCapacity(kMemory, "0"), false},
      {"more than all", WithCapacity(kCpu, "1.01"), false},
      {"two", WithCapacity(kCpu, 2), false},
      {"no fraction", WithCapacity(kMemory, "65%"), false},
      {"memory", WithCapacity("memory", "64Gi"), true},
      {"no memory", WithCapacity("memory", "0"), false},
      {"negative CPU", WithCapacity("cpu", -1), false},
  };
  for (const Case& test : kCases) {
    const absl::Status status = TryToCreate(test.configuration).status();
    EXPECT_EQ(status.code(), test.accepted ? absl::StatusCode::kOk : absl::StatusCode::kInvalidArgument)
        << test.name << ": " << status;
  }
}

}  // namespace
}  // namespace cpsizer::e2e
