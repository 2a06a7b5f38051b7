// Tests the requests of control planes with another configuration.
#include "client/cli/capacity/request_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;

v1::ClusterSizingConfiguration ConfigurationWith(const char* memory) {
  v1::ClusterSizingConfiguration config;
  v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
  size.set_name("small");
  v1::ResourceRequest& request = *size.mutable_effects()->add_resource_requests();
  request.set_deployment_name("etcd");
  request.set_container_name("etcd");
  request.set_memory(memory);
  return config;
}

objects::FoundCapacityPod PodOf(const char* component, const char* container) {
  objects::FoundCapacityPod pod;
  pod.component = component;
  pod.containers.push_back({container, 300, int64_t{1} << 30, false, false});
  return pod;
}

TEST(RequestChangesTest, TheRequestsOfTheSizeAndOfTheClusterAreApplied) {
  objects::HostedCluster cluster;
  cluster.size_label = "small";
  cluster.request_overrides = {{"etcd.etcd", "cpu=2"}, {"router.router", "cpu=1,memory=2Gi"}};
  const effects::Requests changes = RequestChanges::Make(ConfigurationWith("4Gi"))->Of(cluster);
  objects::FoundCapacityPod etcd = PodOf("etcd", "etcd");
  EXPECT_TRUE(ApplyChanges(changes, etcd));
  EXPECT_EQ(etcd.containers[0].memory_bytes, int64_t{4} << 30);
  EXPECT_EQ(etcd.containers[0].cpu_millis, 300) << "the annotation of the size replaces that of the cluster";
  objects::FoundCapacityPod router = PodOf("router", "router");
  EXPECT_TRUE(ApplyChanges(changes, router));
  EXPECT_EQ(router.containers[0].cpu_millis, 1'000);
  EXPECT_FALSE(ApplyChanges(changes, router)) << "the requests are the same now";
  objects::FoundCapacityPod other = PodOf("etcd", "healthz");
  EXPECT_FALSE(ApplyChanges(changes, other));
}

TEST(RequestChangesTest, WithoutAConfigurationNothingChanges) {
  objects::HostedCluster cluster;
  cluster.request_overrides = {{"etcd.etcd", "cpu=2"}};
  EXPECT_TRUE(RequestChanges().Of(cluster).empty());
}

TEST(RequestChangesTest, AWrongAmountIsAnError) {
  const absl::Status status = RequestChanges::Make(ConfigurationWith("-1Gi")).status();
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("--with: size small: effects.resourceRequests of etcd.etcd: memory: \"-1Gi\" is not a request"));
}

}  // namespace
}  // namespace cpsizer::cli
