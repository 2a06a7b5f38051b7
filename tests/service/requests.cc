#include "tests/service/requests.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

namespace cpsizer::testing {
namespace {

constexpr char kConfiguration[] = R"json({
  "apiVersion": "scheduling.hypershift.openshift.io/v1alpha1",
  "kind": "ClusterSizingConfiguration",
  "metadata": {"name": "cluster"},
  "spec": {
    "sizes": [
      {"name": "small", "criteria": {"from": 0, "to": 10}, "capacity": {"memory": "32Gi", "cpu": "8"}},
      {"name": "medium", "criteria": {"from": 11, "to": 100}, "capacity": {"memory": "64Gi", "cpu": "16"}},
      {"name": "large", "criteria": {"from": 101}, "capacity": {"memory": "128Gi", "cpu": "32"}}],
    "resourceBasedAutoscaling": {"kubeAPIServerMemoryFraction": "0.5", "kubeAPIServerCPUFraction": "0.5"}}})json";

}  // namespace

v1::RecommendSizeRequest SizeRequest(const std::string& memory) {
  v1::RecommendSizeRequest request;
  const auto status =
      google::protobuf::util::JsonStringToMessage(kConfiguration, request.mutable_cluster_sizing_configuration());
  EXPECT_TRUE(status.ok()) << status;
  request.mutable_demand()->set_memory(memory);
  return request;
}

}  // namespace cpsizer::testing
