#include "client/cli/size/fleet_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::StartsWith;

TEST(NodePricesTest, ReadsEachPrice) {
  const absl::StatusOr<NodePrices> prices = ReadPrices({"small=0.42", "medium=0", "x.large_2=1e3"});
  ASSERT_TRUE(prices.ok()) << prices.status();
  EXPECT_THAT(*prices, ElementsAre(Pair("medium", 0), Pair("small", 0.42), Pair("x.large_2", 1000)));
}

TEST(NodePricesTest, RefusesOtherTexts) {
  const struct {
    std::vector<std::string> values;
    std::string error;
  } kCases[] = {
      {{"small"}, "--price: \"small\" is not a price; write the size and the price of one node per hour"},
      {{"=0.42"}, "--price: \"=0.42\" is not a price"},
      {{"small="}, "--price: \"small=\" is not a price"},
      {{"small=cheap"}, "--price: \"small=cheap\": \"cheap\" is not a number; write a price such as 0.42"},
      {{"small=nan"}, "--price: \"small=nan\": \"nan\" is not a number"},
      {{"small=inf"}, "--price: \"small=inf\": \"inf\" is not a number"},
      {{"small=0.42=1"}, "--price: \"small=0.42=1\": \"0.42=1\" is not a number"},
      {{"small=-1"}, "--price: \"small=-1\": the price is negative; write a number of at least 0"},
      {{"small=1e9"}, "--price: \"small=1e9\": the price is above 1000000"},
      {{"small=1", "small=2"}, "--price: \"small=2\": the size \"small\" has two prices; give one"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(std::string(ReadPrices(test.values).status().message()), StartsWith(test.error));
  }
}

v1::ClusterSizingConfiguration Configuration(const std::vector<std::pair<std::string, int64_t>>& placeholders) {
  v1::ClusterSizingConfiguration config;
  for (const auto& [name, count] : placeholders) {
    v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
    size.set_name(name);
    size.mutable_management()->set_placeholders(count);
  }
  return config;
}

TEST(NodePricesTest, PricesAreOfSizesOfEitherConfiguration) {
  const v1::ClusterSizingConfiguration before = Configuration({{"tiny", 0}, {"small", 0}});
  const v1::ClusterSizingConfiguration after = Configuration({{"small", 0}, {"large", 0}});
  EXPECT_EQ(CheckPrices({{"tiny", 1}, {"small", 1}, {"large", 1}}, before, after), absl::OkStatus());
  EXPECT_EQ(CheckPrices({{"smal", 1}}, before, after).message(),
            "--price: \"smal\" is not a size of the configurations; did you mean \"small\"?");
  EXPECT_EQ(CheckPrices({{"xxl", 1}}, before, after).message(),
            "--price: \"xxl\" is not a size of the configurations; the sizes are tiny, small, large");
}

// 2 nodes for 730 hours at a price of 1 cost 1460.
TEST(FleetCostTest, CountsTwoNodesForEachClusterAndEachPlaceholder) {
  const NodePrices prices = {{"small", 1}, {"large", 2}};
  const struct {
    absl::string_view name;
    std::vector<SizeCount> counts;
    int64_t placeholders_before, placeholders_after;
    double before, after;
  } kCases[] = {
      {"no clusters", {}, 0, 0, 0, 0},
      {"one cluster moves", {{"small", 1, 0}, {"large", 0, 1}}, 0, 0, 1460, 2920},
      {"placeholders of both configurations", {}, 1, 3, 1460, 4380},
      {"clusters and placeholders", {{"small", 2, 1}, {"large", 0, 1}}, 1, 1, 4380, 5840},
      {"clusters without a size", {{"", 5, 5}}, 0, 0, 0, 0},
      {"a negative number of placeholders", {}, -5, 0, 0, 0},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.name);
    const FleetCost cost = CostOf(test.counts, prices, Configuration({{"small", test.placeholders_before}}),
                                  Configuration({{"small", test.placeholders_after}}));
    EXPECT_EQ(cost.before, test.before);
    EXPECT_EQ(cost.after, test.after);
    EXPECT_EQ(cost.difference, test.after - test.before);
    EXPECT_THAT(cost.without_price, ElementsAre());
  }
}

TEST(FleetCostTest, NamesSizesWithNodesAndWithoutPrice) {
  const FleetCost cost = CostOf(std::vector<SizeCount>{{"small", 1, 0}, {"large", 0, 1}, {"", 1, 1}}, {{"small", 1}},
                                Configuration({{"small", 0}, {"tiny", 1}}), Configuration({{"large", 0}, {"huge", 0}}));
  EXPECT_THAT(cost.without_price, ElementsAre("large", "tiny"));
  EXPECT_EQ(
      CostLine(cost),
      "Cost per month (730 hours): 1460.00 before, 0.00 after; without the nodes of large, tiny, for which --price "
      "is not set, so the difference is not known");
  EXPECT_FALSE(CostJson(cost).contains("difference"));
  const FleetCost equal = CostOf(std::vector<SizeCount>{{"small", 1, 0}, {"large", 5, 5}}, {{"small", 1}},
                                 Configuration({{"small", 0}}), Configuration({{"large", 0}}));
  EXPECT_EQ(CostLine(equal),
            "Cost per month (730 hours): 1460.00 before, 0.00 after, -1460.00; without the nodes of large, for which "
            "--price is not set")
      << "the nodes of large cost the same before and after";
}

TEST(FleetCostTest, TheDifferenceIsThatOfTheRoundedNumbers) {
  const v1::ClusterSizingConfiguration config = Configuration({{"small", 0}, {"large", 0}});
  const FleetCost cost = CostOf(std::vector<SizeCount>{{"small", 3, 2}, {"large", 0, 1}},
                                {{"small", 0.000'123}, {"large", 0.42}}, config, config);
  EXPECT_EQ(CostLine(cost), "Cost per month (730 hours): 0.54 before, 613.56 after, +613.02");
  EXPECT_EQ(CostJson(cost).dump(),
            R"({"hoursPerMonth":730,"before":0.54,"after":613.56,"difference":613.02,"withoutPrice":[]})");
  EXPECT_EQ(CostLine(CostOf({}, {}, config, config)), "Cost per month (730 hours): 0.00 before, 0.00 after, +0.00");
}

}  // namespace
}  // namespace cpsizer::cli
