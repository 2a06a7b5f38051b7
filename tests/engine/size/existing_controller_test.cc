// Tests that decisions with SIZE_CPU_POLICY_NEVER and without hygiene rules are equal to the decisions of the existing
// controller. This controller is part of the HyperShift operator and uses only memory. The test uses configurations
// that the existing controller accepts, and implements its rule a second time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::SizeText;
using ::cpsizer::testing::VpaRequest;

struct ExistingSize {
  std::string name;
  double memory;
};

// Implements Go's Quantity.AsApproximateFloat64 for the texts of this test: digits, a point, and the suffix Gi, m or
// none.
double AsApproximateFloat64(absl::string_view text) {
  double scale = 1;
  if (absl::ConsumeSuffix(&text, "Gi")) scale = 1073741824;
  int decimals = 0;
  if (absl::ConsumeSuffix(&text, "m")) decimals = 3;
  std::string digits(text);
  const size_t point = digits.find('.');
  if (point != std::string::npos) {
    decimals += static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  uint64_t mantissa = 0;
  EXPECT_TRUE(absl::SimpleAtoi(digits, &mantissa));
  const double value = static_cast<double>(mantissa) * scale;
  return decimals == 0 ? value : value * (1.0 / std::pow(10, decimals));
}

// Returns the first size, in ascending order of memory, whose memory times the fraction is at least the recommendation.
// If no size is large enough, returns the largest size. A missing recommendation is read as zero.
std::string ExistingRule(std::vector<ExistingSize> sizes, double fraction, double recommended) {
  std::sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.memory < b.memory; });
  for (const ExistingSize& size : sizes) {
    if (size.memory * fraction >= recommended) return size.name;
  }
  return sizes.back().name;
}

v1::RecommendSizeRequest AsTheExistingController(v1::RecommendSizeRequest request) {
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
  return request;
}

// A configuration that the existing controller accepts, in the form of each implementation.
struct ExistingControllerFleet {
  v1::ClusterSizingConfiguration config;
  std::vector<ExistingSize> sizes;
  double fraction = 0.65;
};

ExistingControllerFleet FleetOf(const std::vector<SizeText>& texts, absl::string_view fraction) {
  ExistingControllerFleet fleet = {ConfigOf(texts), {}};
  for (const SizeText& text : texts) fleet.sizes.push_back({std::string(text.name), AsApproximateFloat64(text.memory)});
  if (fraction.empty()) return fleet;
  fleet.fraction = AsApproximateFloat64(fraction);
  fleet.config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_memory_fraction(
      std::string(fraction));
  return fleet;
}

TEST(ExistingController, GivesTheSameAnswersOnRandomConfigurations) {
  std::mt19937 random(6102);
  const auto below = [&](uint32_t end) { return random() % end; };
  for (int i = 0; i < 5'000; ++i) {
    std::vector<std::string> texts;
    std::vector<SizeText> sizes;
    const uint32_t count = below(6) + 1;
    for (uint32_t s = 0; s < count; ++s) {
      // The memory of each size is different. Configurations with equal memory are skipped below.
      texts.push_back(absl::StrCat("size", s));
      texts.push_back(absl::StrCat(below(30) * 7 + s + 1, "Gi"));
    }
    for (uint32_t s = 0; s < count; ++s) sizes.push_back({texts[2 * s], texts[2 * s + 1], "8", "", ""});
    const std::string fraction = below(4) == 0 ? "" : absl::StrCat("0.", below(89) + 10);
    const ExistingControllerFleet fleet = FleetOf(sizes, fraction);
    // This number of bytes is a multiple of a prime number plus a constant, so it is never within a few ulps of a
    // product of memory and fraction.
    const std::string memory = absl::StrCat(uint64_t{below(220)} * 1'073'741'789 + 1'000'003);
    const auto response = Recommend(AsTheExistingController(VpaRequest(fleet.config, memory, "100")));
    bool equal_memories = false;
    for (size_t a = 0; a < fleet.sizes.size(); ++a) {
      for (size_t b = 0; b < a; ++b) equal_memories |= fleet.sizes[a].memory == fleet.sizes[b].memory;
    }
    if (equal_memories) continue;
    ASSERT_EQ(response.recommended_size(), ExistingRule(fleet.sizes, fleet.fraction, AsApproximateFloat64(memory)))
        << fleet.config.DebugString() << memory;
  }
}

// Each of these tests shows a difference from the existing controller. See "What is different" in docs/migrating.md.

TEST(ExistingControllerExcluded, MemoryOnSomeSizesOnlyKeepsWhatIsConfigured) {
  const auto config = ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "", "", "", ""}});
  v1::RecommendSizeRequest request = AsTheExistingController(VpaRequest(config, "30Gi", ""));
  // The existing controller would ignore the 32Gi of `a` and use the MachineSets of both sizes.
  *request.add_machine_sets() = testing::MachineSetOf("a", "131072", "8");
  *request.add_machine_sets() = testing::MachineSetOf("b", "65536", "8");
  const std::vector<ExistingSize> introspected = {{"a", 131072 * 1048576.0}, {"b", 65536 * 1048576.0}};
  EXPECT_EQ(ExistingRule(introspected, 0.65, AsApproximateFloat64("50Gi")), "a");
  request.mutable_vpa_status()
      ->mutable_recommendation()
      ->mutable_container_recommendations(0)
      ->mutable_uncapped_target()
      ->set_memory("41Gi");
  EXPECT_EQ(Recommend(request).recommended_size(), "b");
}

TEST(ExistingControllerExcluded, FractionsPerSizeAreNew) {
  const ExistingControllerFleet fleet = FleetOf({{"a", "32Gi", "", "0.90", ""}, {"b", "64Gi", "", "", ""}}, "");
  EXPECT_EQ(ExistingRule(fleet.sizes, fleet.fraction, AsApproximateFloat64("25Gi")), "b");
  EXPECT_EQ(Recommend(AsTheExistingController(VpaRequest(fleet.config, "25Gi", ""))).recommended_size(), "a");
}

TEST(ExistingControllerExcluded, MissingOrZeroMemoryMeansWithoutARecommendation) {
  const ExistingControllerFleet fleet = FleetOf({{"a", "32Gi", "", "", ""}, {"b", "64Gi", "", "", ""}}, "");
  EXPECT_EQ(ExistingRule(fleet.sizes, fleet.fraction, 0), "a");
  for (const absl::string_view memory : {"", "0"}) {
    EXPECT_EQ(Recommend(AsTheExistingController(VpaRequest(fleet.config, memory, "2"))).outcome(),
              v1::SIZE_OUTCOME_NO_RECOMMENDATION);
  }
}

TEST(ExistingControllerExcluded, MachineSetsThatDisagreeCountWithTheSmallestValue) {
  const auto config = ConfigOf({{"a", "", "", "", ""}, {"b", "", "", "", ""}});
  v1::RecommendSizeRequest request = AsTheExistingController(VpaRequest(config, "40Gi", ""));
  *request.add_machine_sets() = testing::MachineSetOf("a", "65536", "8");
  *request.add_machine_sets() = testing::MachineSetOf("a", "32768", "8");
  *request.add_machine_sets() = testing::MachineSetOf("b", "131072", "8");
  // The existing controller uses the first MachineSet of a size.
  EXPECT_EQ(ExistingRule({{"a", 65536 * 1048576.0}, {"b", 131072 * 1048576.0}}, 0.65, AsApproximateFloat64("40Gi")),
            "a");
  EXPECT_EQ(Recommend(request).recommended_size(), "b");
}

TEST(ExistingControllerExcluded, OneAnnotationIsEnoughForItsResource) {
  const auto config = ConfigOf({{"a", "", "", "", ""}, {"b", "", "", "", ""}});
  v1::RecommendSizeRequest request = AsTheExistingController(VpaRequest(config, "10Gi", ""));
  // The existing controller ignores a MachineSet with only one annotation. It then fails because size `a` has no
  // MachineSet.
  *request.add_machine_sets() = testing::MachineSetOf("a", "32768", "");
  *request.add_machine_sets() = testing::MachineSetOf("b", "65536", "8");
  EXPECT_EQ(Recommend(request).recommended_size(), "a");
}

TEST(ExistingControllerExcluded, EqualMemoriesAreOrderedByCpuThenByTheConfiguration) {
  const auto config = ConfigOf({{"b", "32Gi", "16", "", ""}, {"a", "32Gi", "8", "", ""}, {"c", "32Gi", "8", "", ""}});
  // In the existing controller, the order depends on the iteration order of a map.
  EXPECT_EQ(Recommend(AsTheExistingController(VpaRequest(config, "10Gi", ""))).recommended_size(), "a");
}

TEST(ExistingControllerExcluded, BoundariesWhereDoublesErr) {
  const ExistingControllerFleet fleet = FleetOf({{"a", "3", "", "", ""}, {"b", "64", "", "", ""}}, "0.29");
  EXPECT_EQ(ExistingRule(fleet.sizes, fleet.fraction, AsApproximateFloat64("870m")), "b");
  EXPECT_EQ(Recommend(AsTheExistingController(VpaRequest(fleet.config, "870m", ""))).recommended_size(), "a");
}

}  // namespace
}  // namespace cpsizer
