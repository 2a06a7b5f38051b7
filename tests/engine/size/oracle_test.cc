#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/size_ladder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/base/big_number.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::BigNumber;
using ::cpsizer::testing::BigRational;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::Recommend;

// An amount with its text, known as a ratio without any parsing.
struct Amount {
  std::string text;
  BigRational value;
};

struct OracleSize {
  std::string name;
  std::array<Amount, 2> capacity;
  std::array<Amount, 2> fraction;
};

struct OracleWorld {
  std::vector<OracleSize> sizes;
  std::array<absl::optional<Amount>, 2> demand;
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  OracleWorld Make() {
    OracleWorld world;
    const int count = Below(8) + 1;
    for (int i = 0; i < count; ++i) {
      world.sizes.push_back({absl::StrCat("size", i), {Memory(), Cpu()}, {Fraction(), Fraction()}});
    }
    const int which = Below(3);
    if (which != 0) world.demand[0] = Below(4) == 0 ? EdgeOf(world, 0) : Memory();
    if (which != 1) world.demand[1] = Below(4) == 0 ? EdgeOf(world, 1) : Cpu();
    return world;
  }

  void Shuffle(std::vector<OracleSize>& sizes) { std::shuffle(sizes.begin(), sizes.end(), random_); }
  int Below(int end) { return static_cast<int>(random_() % static_cast<uint32_t>(end)); }

 private:
  Amount Memory() {
    if (Below(2) == 0) return Tenths("Gi", uint64_t{1} << 30);
    return Tenths("G", 1'000'000'000);
  }
  Amount Cpu() {
    if (Below(2) == 0) return Tenths("", 1);
    const auto milli = static_cast<uint64_t>(Below(64'000) + 1);
    return {absl::StrCat(milli, "m"), {milli, 1'000}};
  }
  // A number with one digit behind the point, small enough that equal ones are common.
  Amount Tenths(const std::string& suffix, uint64_t scale) {
    const auto tenths = static_cast<uint64_t>(Below(640) + 1);
    return {absl::StrCat(tenths / 10, ".", tenths % 10, suffix), {BigNumber(tenths) * BigNumber(scale), 10}};
  }
  Amount Fraction() {
    const auto percent = static_cast<uint64_t>(Below(100) + 1);
    if (percent == 100) return {"1", {1, 1}};
    return {absl::StrCat("0.", percent < 10 ? "0" : "", percent), {percent, 100}};
  }
  // A demand exactly at the effective capacity of some size, or one nano-unit past it.
  Amount EdgeOf(const OracleWorld& world, size_t resource) {
    const auto size = static_cast<size_t>(Below(static_cast<int>(world.sizes.size())));
    cpsizer::Quantity capacity;
    cpsizer::Quantity fraction;
    EXPECT_EQ(ParseQuantity(world.sizes[size].capacity[resource].text, capacity), QuantityError::kNone);
    EXPECT_EQ(ParseQuantity(world.sizes[size].fraction[resource].text, fraction), QuantityError::kNone);
    cpsizer::Quantity edge = FloorProduct(capacity, fraction);
    edge.nanos += Below(2);
    const auto whole = static_cast<uint64_t>(edge.nanos / kNanosPerUnit);
    const auto nanos = static_cast<uint64_t>(edge.nanos % kNanosPerUnit);
    const std::string digits = absl::StrCat(kNanosPerUnit + static_cast<int64_t>(nanos)).substr(1);
    return {absl::StrCat(whole, ".", digits), {BigNumber(whole) * BigNumber(kNanosPerUnit) + nanos, kNanosPerUnit}};
  }

  std::mt19937 random_;
};

bool Holds(const OracleSize& size, const OracleWorld& world, size_t resource) {
  if (!world.demand[resource].has_value()) return true;
  return !(size.capacity[resource].value * size.fraction[resource].value < world.demand[resource]->value);
}

// The rule as a person would say it: in order, the first size that holds everything, or else the last.
const OracleSize& Expected(const OracleWorld& world, std::vector<OracleSize>& order, bool& fits) {
  order = world.sizes;
  std::stable_sort(order.begin(), order.end(), [](const OracleSize& a, const OracleSize& b) {
    if (a.capacity[0].value < b.capacity[0].value) return true;
    if (b.capacity[0].value < a.capacity[0].value) return false;
    return a.capacity[1].value < b.capacity[1].value;
  });
  for (const OracleSize& size : order) {
    fits = Holds(size, world, 0) && Holds(size, world, 1);
    if (fits) return size;
  }
  return order.back();
}

v1::RecommendSizeRequest RequestOf(const OracleWorld& world) {
  std::vector<testing::SizeText> sizes;
  for (const OracleSize& size : world.sizes) {
    sizes.push_back(
        {size.name, size.capacity[0].text, size.capacity[1].text, size.fraction[0].text, size.fraction[1].text});
  }
  return DemandRequest(testing::ConfigOf(sizes), world.demand[0].has_value() ? world.demand[0]->text : "",
                       world.demand[1].has_value() ? world.demand[1]->text : "");
}

constexpr int kWorlds = 4'000;

TEST(Oracle, ChoosesTheFirstSizeInOrderThatHoldsEverythingOrTheLast) {
  Generator generator(20260223);
  int best_efforts = 0;
  int by_order = 0;
  for (int i = 0; i < kWorlds; ++i) {
    const OracleWorld world = generator.Make();
    std::vector<OracleSize> order;
    bool fits = false;
    const OracleSize& expected = Expected(world, order, fits);
    const v1::RecommendSizeRequest request = RequestOf(world);
    const v1::RecommendSizeResponse response = Recommend(request);
    ASSERT_EQ(response.recommended_size(), expected.name) << request.DebugString();
    ASSERT_EQ(response.outcome(), fits ? v1::SIZE_OUTCOME_RECOMMENDED : v1::SIZE_OUTCOME_BEST_EFFORT)
        << request.DebugString();
    for (size_t row = 0; row < order.size(); ++row) {
      ASSERT_EQ(response.sizes(static_cast<int>(row)).name(), order[row].name);
    }
    best_efforts += fits ? 0 : 1;
    by_order += response.driver() == v1::SIZE_DRIVER_ORDER ? 1 : 0;
  }
  // The worlds must be worth looking at.
  EXPECT_GT(best_efforts, kWorlds / 20);
  EXPECT_LT(best_efforts, kWorlds * 19 / 20);
  EXPECT_GT(by_order, kWorlds / 100);
}

bool HasEqualCapacities(const std::vector<OracleSize>& sizes) {
  const auto equal = [](const BigRational& a, const BigRational& b) { return !(a < b) && !(b < a); };
  for (size_t i = 0; i < sizes.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (equal(sizes[i].capacity[0].value, sizes[j].capacity[0].value) &&
          equal(sizes[i].capacity[1].value, sizes[j].capacity[1].value)) {
        return true;
      }
    }
  }
  return false;
}

TEST(Oracle, OrderOfInputDoesNotMatterUnlessCapacitiesAreEqual) {
  Generator generator(7);
  for (int i = 0; i < kWorlds; ++i) {
    OracleWorld world = generator.Make();
    const std::string before = Recommend(RequestOf(world)).recommended_size();
    if (HasEqualCapacities(world.sizes)) continue;
    generator.Shuffle(world.sizes);
    ASSERT_EQ(Recommend(RequestOf(world)).recommended_size(), before) << RequestOf(world).DebugString();
  }
}

int PlaceOf(const v1::RecommendSizeResponse& response) {
  for (int i = 0; i < response.sizes_size(); ++i) {
    if (response.sizes(i).name() == response.recommended_size()) return i;
  }
  return -1;
}

TEST(Oracle, MoreDemandNeverGivesASmallerSize) {
  Generator generator(11);
  for (int i = 0; i < kWorlds; ++i) {
    const OracleWorld world = generator.Make();
    OracleWorld more = world;
    for (size_t resource = 0; resource < 2; ++resource) {
      if (!more.demand[resource].has_value()) continue;
      const OracleWorld other = generator.Make();
      if (!other.demand[resource].has_value()) continue;
      if (more.demand[resource]->value < other.demand[resource]->value) more.demand[resource] = other.demand[resource];
    }
    ASSERT_LE(PlaceOf(Recommend(RequestOf(world))), PlaceOf(Recommend(RequestOf(more))))
        << RequestOf(more).DebugString();
  }
}

TEST(Oracle, FlipsAreTheVeryDemandsAtWhichTheAnswerChanges) {
  Generator generator(13);
  const auto with = [](v1::RecommendSizeRequest request, bool memory, const Quantity& amount) {
    (memory ? *request.mutable_demand()->mutable_memory() : *request.mutable_demand()->mutable_cpu()) =
        CanonicalText(amount);
    return PlaceOf(Recommend(request));
  };
  int flips_seen = 0;
  for (int i = 0; i < kWorlds / 4; ++i) {
    const v1::RecommendSizeRequest request = RequestOf(generator.Make());
    const v1::RecommendSizeResponse response = Recommend(request);
    for (const bool memory : {true, false}) {
      if (!(memory ? response.flips().has_memory() : response.flips().has_cpu())) continue;
      const v1::SizeResourceFlips& flips = memory ? response.flips().memory() : response.flips().cpu();
      const int place = PlaceOf(response);
      Quantity edge;
      if (!flips.grows_above().empty()) {
        ASSERT_EQ(ParseQuantity(flips.grows_above(), edge), QuantityError::kNone);
        ASSERT_EQ(with(request, memory, edge), place) << request.DebugString();
        ASSERT_GT(with(request, memory, {edge.nanos + 1, edge.format}), place) << request.DebugString();
        ++flips_seen;
      } else {
        ASSERT_EQ(with(request, memory, {kMaxQuantityNanos, edge.format}), place) << request.DebugString();
      }
      if (!flips.shrinks_at().empty()) {
        ASSERT_EQ(ParseQuantity(flips.shrinks_at(), edge), QuantityError::kNone);
        ASSERT_LT(with(request, memory, edge), place) << request.DebugString();
        ASSERT_EQ(with(request, memory, {edge.nanos + 1, edge.format}), place) << request.DebugString();
        ++flips_seen;
      } else {
        ASSERT_EQ(with(request, memory, {}), place) << request.DebugString();
      }
    }
  }
  EXPECT_GT(flips_seen, kWorlds / 8);
}

TEST(Oracle, TheSameRequestGivesTheSameBytes) {
  Generator generator(17);
  for (int i = 0; i < 500; ++i) {
    const v1::RecommendSizeRequest request = RequestOf(generator.Make());
    ASSERT_EQ(Recommend(request).SerializeAsString(), Recommend(request).SerializeAsString());
  }
}

}  // namespace
}  // namespace cpsizer
