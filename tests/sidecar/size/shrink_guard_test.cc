#include "client/sidecar/size/shrink_guard.h"

#include "client/sidecar/control/hold_reasons.h"
#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Validates a configuration with the real engine, and returns its guard.
absl::optional<ShrinkGuard> GuardOf(const v1::ClusterSizingConfiguration& config) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = config;
  v1::ValidateConfigResponse response;
  EXPECT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_TRUE(response.valid());
  return ShrinkGuardOf(config, response);
}

v1::ClusterSizingConfiguration WithMemory(int size, const std::string& memory) {
  v1::ClusterSizingConfiguration config = ConfigurationMessage();
  config.mutable_spec()->mutable_sizes(size)->mutable_capacity()->set_memory(memory);
  return config;
}

v1::ClusterSizingConfiguration WithCpu(int size, const std::string& cpu) {
  v1::ClusterSizingConfiguration config = ConfigurationMessage();
  config.mutable_spec()->mutable_sizes(size)->mutable_capacity()->set_cpu(cpu);
  return config;
}

bool Writes(const ShrinkGuard& guard, absl::string_view from, absl::string_view to) {
  const HostedCluster cluster = ReadHostedCluster(ClusterJson("hc1", std::string(from)));
  return !KeepFromShrinking({SizeState::kSized, std::string(to)}, cluster, guard).write.empty();
}

TEST(ShrinkGuardTest, IsAbsentIfAllCapacitiesArePlausible) {
  EXPECT_FALSE(GuardOf(ConfigurationMessage()).has_value());
}

TEST(ShrinkGuardTest, AcceptsSizesThatAreCertainlyLarger) {
  const ShrinkGuard missing = {{{"small", "32Gi"}, {"medium", "64Gi"}, {"medium-cpu", "64Gi"}, {"large", "128Gi"}}};
  ShrinkGuard odd = missing;
  odd.more_memory_less_cpu = true;
  struct Case {
    absl::string_view name, from, to;
    bool written, written_in_odd_ladder;
  };
  constexpr Case kCases[] = {
      {"more memory", "small", "medium", true, false},
      {"less memory", "large", "medium", false, false},
      {"as much memory", "medium", "medium-cpu", false, false},
      {"as much memory, the other way", "medium-cpu", "medium", false, false},
      {"a size of another configuration", "gigantic", "medium-cpu", false, false},
      {"the largest for one", "gigantic", "large", true, false},
      {"the first one", "", "small", true, true},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(Writes(missing, c.from, c.to), c.written);
    EXPECT_EQ(Writes(odd, c.from, c.to), c.written_in_odd_ladder);
  }
}

TEST(ShrinkGuardTest, TreatsNoSizeWithASuspectMemoryCapacityAsLargerOrSmaller) {
  const absl::optional<ShrinkGuard> guard = GuardOf(WithMemory(2, "128"));
  ASSERT_TRUE(guard.has_value());
  EXPECT_EQ(guard->reason, kCapacitySuspect);
  EXPECT_THAT(guard->problem, StartsWith("spec.sizes[2].capacity.memory: 128 is less than 1Mi"));
  struct Case {
    absl::string_view name, from, to;
    bool written;
  };
  constexpr Case kCases[] = {
      {"both are plausible", "small", "medium", true},
      {"both are plausible, less memory", "medium", "small", false},
      {"the present size is suspect", "large", "medium", false},
      {"the new size is suspect", "small", "large", false},
      {"the last size may be smaller than an unknown one", "gigantic", "medium", false},
      {"a first size", "", "medium", true},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(Writes(*guard, c.from, c.to), c.written);
  }
}

TEST(ShrinkGuardTest, FindsTheSuspectMemoryCapacityOfTheFirstSize) {
  const absl::optional<ShrinkGuard> guard = GuardOf(WithMemory(0, "32"));
  ASSERT_TRUE(guard.has_value());
  EXPECT_FALSE(Writes(*guard, "small", "medium"));
  EXPECT_TRUE(Writes(*guard, "medium", "large"));
}

TEST(ShrinkGuardTest, AllowsOnlyMoreMemoryIfACpuCapacityIsSuspect) {
  const absl::optional<ShrinkGuard> guard = GuardOf(WithCpu(0, "8Gi"));
  ASSERT_TRUE(guard.has_value());
  EXPECT_EQ(guard->reason, kCapacitySuspect);
  EXPECT_THAT(guard->problem, StartsWith("spec.sizes[0].capacity.cpu: 8Gi is more than 10,000 CPUs"));
  EXPECT_FALSE(Writes(*guard, "large", "small"));
  EXPECT_FALSE(Writes(*guard, "gigantic", "small"));
  EXPECT_TRUE(Writes(*guard, "small", "medium"));
  EXPECT_TRUE(Writes(*guard, "gigantic", "large"));
}

TEST(ShrinkGuardTest, NamesTheSizeWithoutCpuCapacity) {
  v1::ClusterSizingConfiguration config = ConfigurationMessage();
  config.mutable_spec()->mutable_sizes(1)->mutable_capacity()->clear_cpu();
  const absl::optional<ShrinkGuard> guard = GuardOf(config);
  ASSERT_TRUE(guard.has_value());
  EXPECT_EQ(guard->reason, kCpuCapacityMissing);
  EXPECT_THAT(guard->problem, StartsWith("no CPU capacity is known for the size medium,"));
}

TEST(ShrinkGuardTest, ReportsASuspectCapacityBeforeAMissingOne) {
  v1::ClusterSizingConfiguration config = WithMemory(2, "128");
  config.mutable_spec()->mutable_sizes(1)->mutable_capacity()->clear_cpu();
  EXPECT_EQ(GuardOf(config)->reason, kCapacitySuspect);
}

TEST(ShrinkGuardTest, HoldsWithTheReasonAndDoesNotAskAgain) {
  const HostedCluster cluster = ReadHostedCluster(ClusterJson("hc1", "large"));
  const SizePlan plan = KeepFromShrinking({SizeState::kSized, "medium"}, cluster, *GuardOf(WithMemory(2, "128")));
  EXPECT_EQ(plan.state, SizeState::kHeld);
  EXPECT_EQ(plan.reason, kCapacitySuspect);
  EXPECT_THAT(plan.note,
              HasSubstr("the decision would change the size to medium, but spec.sizes[2].capacity.memory: "));
  EXPECT_FALSE(plan.ask_again);
}

}  // namespace
}  // namespace cpsizer::sidecar
