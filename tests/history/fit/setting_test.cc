// Tests how the points of a search change a configuration.
#include "client/history/fit/setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;

// The fixture with the memory fraction 0.5 for all sizes, and the CPU fractions 0.5, 0.35 and 0.5.
v1::BatchRecommendSizeRequest Mixed() {
  v1::BatchRecommendSizeRequest request = Configuration();
  request.mutable_cluster_sizing_configuration()
      ->mutable_spec()
      ->mutable_sizes(1)
      ->mutable_capacity()
      ->set_kube_api_server_cpu_fraction("0.35");
  return request;
}

class SettingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Decider decider(Mixed(), *service_);
    ASSERT_TRUE(decider.ReadSizes().ok());
    sizes_ = FitSizesOf(decider);
  }

  v1::ClusterSizingConfigurationSpec With(FitKind kind, const std::vector<FitAxis>& axes, const FitPoint& point) {
    return WithPoint(Mixed().cluster_sizing_configuration(), sizes_, kind, axes, point).spec();
  }

  const std::unique_ptr<BlockingService> service_ = InProcess();
  std::vector<FitSize> sizes_;
};

TEST_F(SettingTest, ReadsSizes) {
  ASSERT_EQ(sizes_.size(), 3u);
  EXPECT_EQ(sizes_[1].name, "medium");
  EXPECT_EQ(sizes_[1].rank, 1);
  EXPECT_TRUE(sizes_[1].resources[Index(Resource::kMemory)]->capacity == Nanos{32 * kGi} * kNanosPerUnit);
  EXPECT_TRUE(sizes_[1].resources[Index(Resource::kCpu)]->fraction == Nanos{kNanosPerUnit} * 35 / 100);
}

TEST_F(SettingTest, AxesAreOfAllSizesOrOfEach) {
  EXPECT_EQ(AxesOf(sizes_, {Resource::kMemory, Resource::kCpu}, false).size(), 2u);
  const std::vector<FitAxis> axes = AxesOf(sizes_, {Resource::kCpu}, true);
  ASSERT_EQ(axes.size(), 3u);
  EXPECT_EQ(axes[2].size, 2);
  EXPECT_EQ(axes[2].resource, Resource::kCpu);
  EXPECT_EQ(PresentValue(axes[1], sizes_, FitKind::kFractions), 35);
  EXPECT_EQ(PresentValue({Resource::kCpu}, sizes_, FitKind::kFractions), 50);
  EXPECT_EQ(PresentValue(axes[1], sizes_, FitKind::kCapacities), 100);
}

TEST_F(SettingTest, AResourceThatTakesNoPartHasNoAxis) {
  v1::BatchRecommendSizeRequest request = Configuration();
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  Decider decider(request, *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  EXPECT_EQ(AxesOf(FitSizesOf(decider), {Resource::kMemory, Resource::kCpu}, false).size(), 1u);
}

TEST_F(SettingTest, AFractionForAllSizesReplacesThoseOfSizes) {
  const auto spec = With(FitKind::kFractions, {{Resource::kCpu}}, {7});
  EXPECT_EQ(spec.resource_based_autoscaling().kube_api_server_cpu_fraction(), "0.07");
  EXPECT_EQ(spec.resource_based_autoscaling().kube_api_server_memory_fraction(), "0.5");
  EXPECT_FALSE(spec.sizes(1).capacity().has_kube_api_server_cpu_fraction());
}

// A fraction of a size in the annotation would otherwise have precedence.
TEST_F(SettingTest, AFractionForAllSizesReplacesThoseOfTheAnnotation) {
  v1::BatchRecommendSizeRequest request = Mixed();
  v1::ClusterSizingConfiguration& config = *request.mutable_cluster_sizing_configuration();
  (*config.mutable_metadata()->mutable_annotations())["cpsizer/fractions"] =
      R"({"sizes": {"large": {"kubeAPIServerCPUFraction": "0.9"}}})";
  config = WithPoint(config, sizes_, FitKind::kFractions, {{Resource::kCpu}}, {7});
  Decider decider(request, *service_);
  ASSERT_TRUE(decider.ReadSizes().ok());
  for (const FitSize& size : FitSizesOf(decider)) {
    EXPECT_TRUE(size.resources[Index(Resource::kCpu)]->fraction == Nanos{kNanosPerUnit} * 7 / 100) << size.name;
  }
}

TEST_F(SettingTest, SetsFractionsOfSizes) {
  const auto spec = With(FitKind::kFractions, {{Resource::kMemory, 0}, {Resource::kCpu, 2}}, {100, 44});
  EXPECT_EQ(spec.sizes(0).capacity().kube_api_server_memory_fraction(), "1.00");
  EXPECT_EQ(spec.sizes(2).capacity().kube_api_server_cpu_fraction(), "0.44");
  EXPECT_EQ(spec.sizes(1).capacity().kube_api_server_cpu_fraction(), "0.35");
  EXPECT_FALSE(spec.sizes(1).capacity().has_kube_api_server_memory_fraction());
}

TEST_F(SettingTest, ScalesCapacities) {
  const auto all = With(FitKind::kCapacities, {{Resource::kMemory}, {Resource::kCpu}}, {150, 55});
  EXPECT_EQ(all.sizes(0).capacity().memory(), "24Gi");
  EXPECT_EQ(all.sizes(2).capacity().memory(), "96Gi");
  EXPECT_EQ(all.sizes(0).capacity().cpu(), "4400m");
  EXPECT_EQ(all.sizes(1).capacity().kube_api_server_cpu_fraction(), "0.35");
  const auto one = With(FitKind::kCapacities, {{Resource::kMemory, 1}}, {105});
  EXPECT_EQ(one.sizes(0).capacity().memory(), "16Gi");
  EXPECT_EQ(one.sizes(1).capacity().memory(), "34406Mi");  // 33.6Gi, rounded down
}

}  // namespace
}  // namespace cpsizer::history
