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

// An amount and its text. The value is a ratio that the test computes without parsing the text.
struct Amount {
  std::string text;
  BigRational value;
};

struct OracleSize {
  std::string name;
  std::array<Amount, 2> capacity;
  std::array<Amount, 2> fraction;
};

struct OracleFleet {
  std::vector<OracleSize> sizes;
  std::array<absl::optional<Amount>, 2> demand;
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  OracleFleet Make() {
    OracleFleet fleet;
    const int count = Below(8) + 1;
    for (int i = 0; i < count; ++i) {
      fleet.sizes.push_back({absl::StrCat("size", i), {Memory(), Cpu()}, {Fraction(), Fraction()}});
    }
    const int which = Below(3);
    if (which != 0) fleet.demand[0] = Below(4) == 0 ? EdgeOf(fleet, 0) : Memory();
    if (which != 1) fleet.demand[1] = Below(4) == 0 ? EdgeOf(fleet, 1) : Cpu();
    return fleet;
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
  // Returns a small number with one digit after the point. Small numbers are often equal, so equal amounts are tested
  // too.
  Amount Tenths(const std::string& suffix, uint64_t scale) {
    const auto tenths = static_cast<uint64_t>(Below(640) + 1);
    return {absl::StrCat(tenths / 10, ".", tenths % 10, suffix), {BigNumber(tenths) * BigNumber(scale), 10}};
  }
  Amount Fraction() {
    const auto percent = static_cast<uint64_t>(Below(100) + 1);
    if (percent == 100) return {"1", {1, 1}};
    return {absl::StrCat("0.", percent < 10 ? "0" : "", percent), {percent, 100}};
  }
  // Returns a demand exactly at the effective capacity of some size, or one nano-unit above it.
  Amount EdgeOf(const OracleFleet& fleet, size_t resource) {
    const auto size = static_cast<size_t>(Below(static_cast<int>(fleet.sizes.size())));
    cpsizer::Quantity capacity;
    cpsizer::Quantity fraction;
    EXPECT_EQ(ParseQuantity(fleet.sizes[size].capacity[resource].text, capacity), QuantityError::kNone);
    EXPECT_EQ(ParseQuantity(fleet.sizes[size].fraction[resource].text, fraction), QuantityError::kNone);
    cpsizer::Quantity edge = FloorProduct(capacity, fraction);
    edge.nanos += Below(2);
    const auto whole = static_cast<uint64_t>(edge.nanos / kNanosPerUnit);
    const auto nanos = static_cast<uint64_t>(edge.nanos % kNanosPerUnit);
    const std::string digits = absl::StrCat(kNanosPerUnit + static_cast<int64_t>(nanos)).substr(1);
    return {absl::StrCat(whole, ".", digits), {BigNumber(whole) * BigNumber(kNanosPerUnit) + nanos, kNanosPerUnit}};
  }

  std::mt19937 random_;
};

bool Holds(const OracleSize& size, const OracleFleet& fleet, size_t resource) {
  if (!fleet.demand[resource].has_value()) return true;
  return !(size.capacity[resource].value * size.fraction[resource].value < fleet.demand[resource]->value);
}

// Implements the rule a second time. Returns the first size in `order` that holds all demands. If no size holds them,
// returns the last size.
const OracleSize& Expected(const OracleFleet& fleet, std::vector<OracleSize>& order, bool& fits) {
  order = fleet.sizes;
  std::stable_sort(order.begin(), order.end(), [](const OracleSize& a, const OracleSize& b) {
    if (a.capacity[0].value < b.capacity[0].value) return true;
    if (b.capacity[0].value < a.capacity[0].value) return false;
    return a.capacity[1].value < b.capacity[1].value;
  });
  for (const OracleSize& size : order) {
    fits = Holds(size, fleet, 0) && Holds(size, fleet, 1);
    if (fits) return size;
  }
  return order.back();
}

v1::RecommendSizeRequest RequestOf(const OracleFleet& fleet) {
  std::vector<testing::SizeText> sizes;
  for (const OracleSize& size : fleet.sizes) {
    sizes.push_back(
        {size.name, size.capacity[0].text, size.capacity[1].text, size.fraction[0].text, size.fraction[1].text});
  }
  return DemandRequest(testing::ConfigOf(sizes), fleet.demand[0].has_value() ? fleet.demand[0]->text : "",
                       fleet.demand[1].has_value() ? fleet.demand[1]->text : "");
}

constexpr int kFleets = 4'000;

TEST(Oracle, ChoosesTheFirstSizeInOrderThatHoldsEverythingOrTheLast) {
  Generator generator(20260223);
  int best_efforts = 0;
  int by_order = 0;
  for (int i = 0; i < kFleets; ++i) {
    const OracleFleet fleet = generator.Make();
    std::vector<OracleSize> order;
    bool fits = false;
    const OracleSize& expected = Expected(fleet, order, fits);
    const v1::RecommendSizeRequest request = RequestOf(fleet);
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
  // The random fleets must contain enough cases of each kind.
  EXPECT_GT(best_efforts, kFleets / 20);
  EXPECT_LT(best_efforts, kFleets * 19 / 20);
  EXPECT_GT(by_order, kFleets / 100);
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
  for (int i = 0; i < kFleets; ++i) {
    OracleFleet fleet = generator.Make();
    const std::string before = Recommend(RequestOf(fleet)).recommended_size();
    if (HasEqualCapacities(fleet.sizes)) continue;
    generator.Shuffle(fleet.sizes);
    ASSERT_EQ(Recommend(RequestOf(fleet)).recommended_size(), before) << RequestOf(fleet).DebugString();
  }
}

int IndexOf(const v1::RecommendSizeResponse& response) {
  for (int i = 0; i < response.sizes_size(); ++i) {
    if (response.sizes(i).name() == response.recommended_size()) return i;
  }
  return -1;
}

TEST(Oracle, MoreDemandNeverGivesASmallerSize) {
  Generator generator(11);
  for (int i = 0; i < kFleets; ++i) {
    const OracleFleet fleet = generator.Make();
    OracleFleet more = fleet;
    for (size_t resource = 0; resource < 2; ++resource) {
      if (!more.demand[resource].has_value()) continue;
      const OracleFleet other = generator.Make();
      if (!other.demand[resource].has_value()) continue;
      if (more.demand[resource]->value < other.demand[resource]->value) more.demand[resource] = other.demand[resource];
    }
    ASSERT_LE(IndexOf(Recommend(RequestOf(fleet))), IndexOf(Recommend(RequestOf(more))))
        << RequestOf(more).DebugString();
  }
}

TEST(Oracle, FlipsAreTheExactDemandsAtWhichTheResultChanges) {
  Generator generator(13);
  const auto with = [](v1::RecommendSizeRequest request, bool memory, const Quantity& amount) {
    (memory ? *request.mutable_demand()->mutable_memory() : *request.mutable_demand()->mutable_cpu()) =
        CanonicalText(amount);
    return IndexOf(Recommend(request));
  };
  int flips_seen = 0;
  for (int i = 0; i < kFleets / 4; ++i) {
    const v1::RecommendSizeRequest request = RequestOf(generator.Make());
    const v1::RecommendSizeResponse response = Recommend(request);
    for (const bool memory : {true, false}) {
      if (!(memory ? response.flips().has_memory() : response.flips().has_cpu())) continue;
      const v1::SizeResourceFlips& flips = memory ? response.flips().memory() : response.flips().cpu();
      const int index = IndexOf(response);
      Quantity edge;
      if (!flips.grows_above().empty()) {
        ASSERT_EQ(ParseQuantity(flips.grows_above(), edge), QuantityError::kNone);
        ASSERT_EQ(with(request, memory, edge), index) << request.DebugString();
        ASSERT_GT(with(request, memory, {edge.nanos + 1, edge.format}), index) << request.DebugString();
        ++flips_seen;
      } else {
        ASSERT_EQ(with(request, memory, {kMaxQuantityNanos, edge.format}), index) << request.DebugString();
      }
      if (!flips.shrinks_at().empty()) {
        ASSERT_EQ(ParseQuantity(flips.shrinks_at(), edge), QuantityError::kNone);
        ASSERT_LT(with(request, memory, edge), index) << request.DebugString();
        ASSERT_EQ(with(request, memory, {edge.nanos + 1, edge.format}), index) << request.DebugString();
        ++flips_seen;
      } else {
        ASSERT_EQ(with(request, memory, {}), index) << request.DebugString();
      }
    }
  }
  EXPECT_GT(flips_seen, kFleets / 8);
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
