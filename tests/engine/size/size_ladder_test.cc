#include "cpsizer/size_ladder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::ExampleConfig;

SizeLadder LadderOf(const v1::ClusterSizingConfiguration& config) {
  SizeLadder::FindingList findings;
  absl::optional<SizeLadder> ladder = SizeLadder::Compile(config, {}, findings);
  EXPECT_TRUE(ladder.has_value());
  return *std::move(ladder);
}

TEST(SizeLadder, OutlivesTheMessageItWasMadeFrom) {
  auto config = std::make_unique<v1::ClusterSizingConfiguration>(
      ConfigOf({{"a-size-whose-name-does-not-fit-into-a-short-string", "32Gi", "8", "", ""}}));
  const SizeLadder ladder = LadderOf(*config);
  config.reset();
  EXPECT_EQ(ladder.sizes()[0].name, "a-size-whose-name-does-not-fit-into-a-short-string");
}

TEST(SizeLadder, FindsSizesByNameInAnyOrder) {
  const SizeLadder ladder =
      LadderOf(ConfigOf({{"m", "2Gi", "", "", ""}, {"z", "1Gi", "", "", ""}, {"a", "3Gi", "", "", ""}}));
  EXPECT_EQ(ladder.IndexOf("z"), 0);
  EXPECT_EQ(ladder.IndexOf("m"), 1);
  EXPECT_EQ(ladder.IndexOf("a"), 2);
  EXPECT_EQ(ladder.IndexOf("b"), absl::nullopt);
  EXPECT_EQ(ladder.IndexOf("zz"), absl::nullopt);
  EXPECT_EQ(ladder.IndexOf(""), absl::nullopt);
}

TEST(SizeLadder, OrdersByMemoryThenCpuThenConfiguration) {
  const SizeLadder ladder = LadderOf(ConfigOf(
      {{"e", "2Gi", "1", "", ""}, {"c", "1Gi", "4", "", ""}, {"b", "1Gi", "", "", ""}, {"d", "1Gi", "4", "", ""}}));
  std::vector<std::string> names;
  for (const Size& size : ladder.sizes()) names.push_back(size.name);
  EXPECT_THAT(names, ::testing::ElementsAre("b", "c", "d", "e"));
}

TEST(SizeLadder, AnswersManyDemands) {
  const SizeLadder ladder = LadderOf(ExampleConfig());
  Demand demand;
  demand.memory = WholeUnits(int64_t{20} << 30, QuantityFormat::kBinarySI);
  EXPECT_EQ(ladder.Choose(demand).size, 1);
  demand.cpu = WholeUnits(12, QuantityFormat::kDecimalSI);
  const Choice choice = ladder.Choose(demand);
  EXPECT_EQ(choice.size, 2);
  EXPECT_EQ(choice.alone.memory, 1);
  EXPECT_EQ(choice.alone.cpu, 2);
  EXPECT_EQ(choice.driver, v1::SIZE_DRIVER_CPU);
}

}  // namespace
}  // namespace cpsizer
