// Tests which Deployment or StatefulSet a pod is of.
#include "client/history/requests/container_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

TEST(ContainerNameTest, FindsTheDeploymentOfAPod) {
  const struct {
    absl::string_view pod;
    absl::string_view deployment;
  } kCases[] = {
      {"kube-apiserver-6bd9f7c8d4-x2x9z", "kube-apiserver"},
      {"etcd-0", "etcd"},
      {"etcd-12", "etcd"},
      {"openshift-apiserver-7f5-bcdfg", "openshift-apiserver"},
      {"catalog-operator-b-22222", "catalog-operator"},
      // Pods of Jobs: `a`, `e` and `1` are not in the alphabet of hashes.
      {"olm-collect-profiles-29384151-bcdfg", ""},
      {"backup-bcdfg", ""},
      {"kube-apiserver", ""},
      {"kube-apiserver-", ""},
      {"-0", ""},
      {"", ""},
      // Too long for a hash, and too short for the end of the name of a pod.
      {"web-bcdfghjklmn-bcdfg", ""},
      {"web-bcdfg-bcdf", ""},
  };
  for (const auto& [pod, deployment] : kCases) EXPECT_EQ(DeploymentOfPod(pod), deployment) << pod;
}

TEST(ContainerNameTest, ReadsTheNameOfASeries) {
  const absl::optional<ContainerName> name = ContainerOfSeries("clusters/prod-1/etcd-0:etcd-metrics");
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name->deployment, "etcd");
  EXPECT_EQ(name->container, "etcd-metrics");
  // A cluster of which only the control plane namespace is known has one part.
  EXPECT_EQ(ContainerOfSeries("clusters-prod-1/etcd-0:etcd"), (ContainerName{"etcd", "etcd"}));
  for (const char* without : {"clusters/prod-1/etcd-0", "clusters/prod-1/etcd-0:", "clusters/prod-1/job-bcdfg:main"}) {
    EXPECT_FALSE(ContainerOfSeries(without).has_value()) << without;
  }
}

}  // namespace
}  // namespace cpsizer::history
