// Tests which clusters need an override.
#include "client/history/requests/request_outliers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double kGibi = 1 << 30;

// A container with requests of 1Gi and 1 core, and the largest usage of each cluster.
SizedContainer ContainerOf(const std::vector<float>& memory, const std::vector<float>& cpu) {
  SizedContainer container = {{"etcd", "etcd"}, {kGibi, 1.0}, {}};
  const PerResource<const std::vector<float>*> usage = {&memory, &cpu};
  for (const Resource resource : kResources) {
    for (size_t i = 0; i < usage[Index(resource)]->size(); ++i) {
      const float most = (*usage[Index(resource)])[i];
      container.evidence[Index(resource)].clusters.push_back({static_cast<uint32_t>(i), {most / 2, most}});
    }
  }
  return container;
}

TEST(RequestOutliersTest, AClusterAboveARequestNeedsAnOverride) {
  const SizeOutliers outliers = FindOutliers({ContainerOf({0.5 * kGibi, 2 * kGibi, kGibi}, {1, 0.5, 0.9})}, 1.2, 100);
  EXPECT_EQ(outliers.clusters, 1);
  EXPECT_FALSE(outliers.is_size_wrong());
  ASSERT_THAT(outliers.overrides, SizeIs(1));
  EXPECT_EQ(outliers.overrides[0].cluster, 1u);
  EXPECT_EQ(outliers.overrides[0].excess, 2);
  // CPU keeps the request of the size, because the annotation replaces that of the size.
  EXPECT_EQ(OverrideAnnotation(outliers.overrides[0]),
            "resource-request-override.hypershift.openshift.io/etcd.etcd=memory=2496Mi,cpu=1");
}

TEST(RequestOutliersTest, AResourceWithoutARequestIsNotInTheOverride) {
  SizedContainer container = ContainerOf({}, {1.5});
  container.requests[Index(Resource::kMemory)] = absl::nullopt;
  const SizeOutliers outliers = FindOutliers({container}, 1.2, 100);
  ASSERT_THAT(outliers.overrides, SizeIs(1));
  EXPECT_EQ(OverrideAnnotation(outliers.overrides[0]),
            "resource-request-override.hypershift.openshift.io/etcd.etcd=cpu=1800m");
  container = ContainerOf({}, {1.5});
  container.requests[Index(Resource::kCpu)] = absl::nullopt;
  EXPECT_EQ(FindOutliers({container}, 1.2, 100).clusters, 0);
}

TEST(RequestOutliersTest, BothResourcesAreOneOverride) {
  const SizeOutliers outliers = FindOutliers({ContainerOf({1.5 * kGibi}, {3})}, 1, 100);
  ASSERT_THAT(outliers.overrides, SizeIs(1));
  EXPECT_EQ(outliers.overrides[0].excess, 3);
  EXPECT_EQ(OverrideAnnotation(outliers.overrides[0]),
            "resource-request-override.hypershift.openshift.io/etcd.etcd=memory=1536Mi,cpu=3");
}

TEST(RequestOutliersTest, TheLargestExcessIsFirst) {
  const SizeOutliers outliers = FindOutliers({ContainerOf({}, {1.5, 4, 2})}, 1.2, 300);
  EXPECT_EQ(outliers.allowed, 3);
  ASSERT_THAT(outliers.overrides, SizeIs(3));
  EXPECT_EQ(outliers.overrides[0].cluster, 1u);
  EXPECT_EQ(outliers.overrides[1].cluster, 2u);
  EXPECT_EQ(outliers.overrides[2].cluster, 0u);
}

TEST(RequestOutliersTest, MoreThanOnePercentOfTheFleetMeansThatTheSizeIsWrong) {
  const SizedContainer container = ContainerOf({}, {1.5, 4, 2});
  const SizeOutliers outliers = FindOutliers({container}, 1.2, 299);
  EXPECT_TRUE(outliers.is_size_wrong());
  EXPECT_EQ(outliers.clusters, 3);
  EXPECT_EQ(outliers.allowed, 2);
  EXPECT_THAT(outliers.overrides, IsEmpty());
  // One cluster is always allowed, also with several containers.
  EXPECT_FALSE(FindOutliers({ContainerOf({}, {2}), ContainerOf({}, {2})}, 1.2, 5).is_size_wrong());
}

}  // namespace
}  // namespace cpsizer::history
