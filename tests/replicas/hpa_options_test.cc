#include "client/replicas/hpa_options.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::replicas {
namespace {

TEST(HpaOptionsTest, EachOptionSetsTheFieldThatItNames) {
  for (const HpaOption& option : HpaOptions()) {
    v1::RecommendReplicasOptions options;
    option.set("7", options);
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    options.GetReflection()->ListFields(options, &fields);
    ASSERT_EQ(fields.size(), 1u) << option.flag;
    EXPECT_EQ(option.field, absl::StrCat("options.", fields[0]->json_name()));
    EXPECT_EQ(options.GetReflection()->GetString(options, fields[0]), "7") << option.flag;
  }
}

TEST(HpaOptionsTest, DefaultsAreThoseOfKubeControllerManager) {
  const v1::RecommendReplicasOptions options = DefaultHpaOptions();
  EXPECT_EQ(options.downscale_stabilization(), "5m");
  EXPECT_EQ(options.tolerance(), "0.1");
  EXPECT_EQ(options.cpu_initialization_period(), "5m");
  EXPECT_EQ(options.initial_readiness_delay(), "30s");
  EXPECT_EQ(kZeroReplicasRules[0].value, ReplicasDefaultsOf(kNewestKubernetesMinor).zero_rule);
}

}  // namespace
}  // namespace cpsizer::replicas
