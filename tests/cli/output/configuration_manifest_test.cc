#include "client/cli/output/configuration_manifest.h"

#include "client/objects/hypershift.h"
#include "gtest/gtest.h"

namespace cpsizer::cli {
namespace {

v1::ClusterSizingConfiguration Config() {
  v1::ClusterSizingConfiguration config;
  config.mutable_metadata()->set_name("cluster");
  config.mutable_metadata()->set_uid("u");
  auto& annotations = *config.mutable_metadata()->mutable_annotations();
  annotations["other"] = "x";
  annotations[objects::kFractionsAnnotation] = "{}";
  config.mutable_status()->add_conditions();
  v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
  size.set_name("small");
  size.mutable_criteria()->set_from(0);
  size.mutable_effects()->set_maximum_requests_inflight(400);
  config.mutable_spec()->add_sizes()->set_name("large");
  return config;
}

TEST(ConfigurationManifestTest, KeepsWhatAPersonWrites) {
  const v1::ClusterSizingConfiguration written = AsWritten(Config());
  EXPECT_EQ(ManifestJson(written), nlohmann::ordered_json::parse(R"({
    "metadata": {"name": "cluster", "annotations": {"cpsizer/fractions": "{}"}},
    "spec": {"sizes": [
      {"name": "small", "criteria": {"from": 0}, "effects": {"maximumRequestsInflight": 400}},
      {"name": "large"}]}
  })"));
  EXPECT_FALSE(AsWritten(v1::ClusterSizingConfiguration()).has_metadata());
}

}  // namespace
}  // namespace cpsizer::cli
