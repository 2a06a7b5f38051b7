#include "cpsizer/limits.h"

#include <string>
#include <vector>

#include "cpsizer/recommend_size.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::Not;

// Returns the reason of the error, or an empty text if there is no error.
std::string ReasonOf(const v1::RecommendSizeRequest& request) {
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  return status.ok() ? "" : ErrorInfoOf(status).reason();
}

TEST(Limits, Sizes) {
  v1::RecommendSizeRequest request = DemandRequest(v1::ClusterSizingConfiguration(), "1Gi", "");
  for (int i = 0; i < kMaxSizes; ++i) {
    v1::SizeConfiguration& size = *request.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes();
    size.set_name("s" + std::to_string(i));
    size.mutable_capacity()->set_memory("32Gi");
  }
  EXPECT_EQ(ReasonOf(request), "");
  *request.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes() =
      request.cluster_sizing_configuration().spec().sizes(0);
  EXPECT_EQ(ReasonOf(request), "TOO_MANY_SIZES");
}

TEST(Limits, MachineSets) {
  v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "1Gi", "");
  for (int i = 0; i < kMaxMachineSets; ++i) request.add_machine_sets();
  EXPECT_EQ(ReasonOf(request), "");
  request.add_machine_sets();
  EXPECT_EQ(ReasonOf(request), "LIMIT_EXCEEDED");

  v1::ValidateConfigRequest validate;
  *validate.mutable_cluster_sizing_configuration() = ExampleConfig();
  *validate.mutable_machine_sets() = request.machine_sets();
  v1::ValidateConfigResponse response;
  EXPECT_FALSE(ValidateConfig(validate, response).ok());
}

// Returns the findings about an autoscaler. The autoscalers of these tests have other errors too. They have errors
// about limits only if they exceed a limit.
std::vector<std::string> ErrorsOf(const v1::HorizontalPodAutoscaler& autoscaler) {
  v1::ValidateConfigRequest request;
  *request.mutable_horizontal_pod_autoscaler() = autoscaler;
  v1::ValidateConfigResponse response;
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  return testing::Lines(response.findings());
}

TEST(Limits, MetricsOfAnAutoscaler) {
  v1::HorizontalPodAutoscaler autoscaler;
  while (autoscaler.spec().metrics_size() < kMaxAutoscalerMetrics) autoscaler.mutable_spec()->add_metrics();
  EXPECT_THAT(ErrorsOf(autoscaler), Not(Contains("ERROR LIMIT_EXCEEDED spec.metrics")));
  autoscaler.mutable_spec()->add_metrics();
  EXPECT_THAT(ErrorsOf(autoscaler), Contains("ERROR LIMIT_EXCEEDED spec.metrics"));
  EXPECT_THAT(ErrorsOf(autoscaler), Not(Contains("ERROR FIELD_REQUIRED spec.metrics[0].type")));
}

TEST(Limits, PoliciesOfAnAutoscaler) {
  v1::HorizontalPodAutoscaler autoscaler;
  v1::HPAScalingRules& rules = *autoscaler.mutable_spec()->mutable_behavior()->mutable_scale_down();
  while (rules.policies_size() < kMaxScalingPolicies) rules.add_policies();
  const std::string path = "spec.behavior.scaleDown.policies";
  EXPECT_THAT(ErrorsOf(autoscaler), Not(Contains("ERROR LIMIT_EXCEEDED " + path)));
  rules.add_policies();
  EXPECT_THAT(ErrorsOf(autoscaler), Contains("ERROR LIMIT_EXCEEDED " + path));
  EXPECT_THAT(ErrorsOf(autoscaler), Not(Contains("ERROR FIELD_REQUIRED " + path + "[0].type")));
}

TEST(Limits, ContainerRecommendations) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "1Gi", "");
  v1::RecommendedPodResources& recommendation = *request.mutable_vpa_status()->mutable_recommendation();
  while (recommendation.container_recommendations_size() < kMaxContainerRecommendations) {
    recommendation.add_container_recommendations();
  }
  EXPECT_EQ(ReasonOf(request), "");
  recommendation.add_container_recommendations();
  EXPECT_EQ(ReasonOf(request), "LIMIT_EXCEEDED");
}

TEST(Limits, ContainerPolicies) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "1Gi", "");
  v1::PodResourcePolicy& policy = *request.mutable_vpa_resource_policy();
  while (policy.container_policies_size() < kMaxContainerPolicies) policy.add_container_policies();
  EXPECT_EQ(ReasonOf(request), "");
  policy.add_container_policies();
  EXPECT_EQ(ReasonOf(request), "LIMIT_EXCEEDED");
  request.mutable_demand()->set_memory("1Gi");
  EXPECT_EQ(ReasonOf(request), "") << "it is not read";
}

TEST(Limits, Names) {
  for (std::string* (v1::ClusterReference::*name)() :
       {&v1::ClusterReference::mutable_management_cluster, &v1::ClusterReference::mutable_namespace_,
        &v1::ClusterReference::mutable_name}) {
    v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "1Gi", "");
    *(request.mutable_cluster()->*name)() = std::string(kMaxNameBytes, 'n');
    EXPECT_EQ(ReasonOf(request), "");
    *(request.mutable_cluster()->*name)() = std::string(kMaxNameBytes + 1, 'n');
    EXPECT_EQ(ReasonOf(request), "LIMIT_EXCEEDED");
  }
}

TEST(Limits, UnknownOptions) {
  v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "1Gi", "");
  request.mutable_options()->set_hygiene(static_cast<v1::SizeHygieneMode>(4));
  EXPECT_EQ(ReasonOf(request), "ENUM_UNKNOWN");
  request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
  request.mutable_options()->set_detail(static_cast<v1::Detail>(-1));
  EXPECT_EQ(ReasonOf(request), "ENUM_UNKNOWN");
}

TEST(Limits, AThousandSizesTenThousandMachineSetsAreQuick) {
  // With these long names, an algorithm with quadratic time would need a hundred million steps.
  v1::RecommendSizeRequest request = DemandRequest(v1::ClusterSizingConfiguration(), "1Gi", "1");
  const std::string prefix(56, 'p');
  for (int i = 0; i < kMaxSizes; ++i) {
    request.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes()->set_name(prefix + std::to_string(i));
  }
  for (int i = 0; i < kMaxMachineSets; ++i) {
    *request.add_machine_sets() =
        testing::MachineSetOf(prefix + std::to_string(i % kMaxSizes), std::to_string(i + 1), "4");
  }
  v1::RecommendSizeResponse response;
  ASSERT_TRUE(RecommendSize(request, response).ok());
  EXPECT_EQ(response.sizes_size(), kMaxSizes);
}

}  // namespace
}  // namespace cpsizer
