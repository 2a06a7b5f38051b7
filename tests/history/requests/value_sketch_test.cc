// Tests the quantiles of many values against sorted values.
#include "client/history/requests/value_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace cpsizer::history {
namespace {

constexpr double kParts[] = {0.001, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1};

// The quantile by its definition: the smallest value with at least `part` of the values at or below it.
double ExactQuantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(part * static_cast<double>(values.size()) - 1e-9);
  return values[static_cast<size_t>(std::max(rank, 1.0)) - 1];
}

ValueSketch SketchOf(const std::vector<double>& values) {
  ValueSketch sketch;
  for (const double value : values) sketch.Add(value);
  return sketch;
}

TEST(ValueSketchTest, FewValuesAreExact) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> value(0, 1e10);
  std::vector<double> values;
  while (values.size() < ValueSketch::kExactValues) {
    values.push_back(value(random));
    if (values.size() % 97 != 1 && values.size() != ValueSketch::kExactValues) continue;
    const ValueSketch sketch = SketchOf(values);
    for (const double part : kParts) EXPECT_EQ(sketch.Quantile(part), ExactQuantile(values, part)) << part;
  }
}

TEST(ValueSketchTest, TheErrorOfManyValuesIsAtMostHalfAPercent) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 60; ++round) {
    std::lognormal_distribution<double> value(round - 10, 0.1 + 0.05 * round);
    std::vector<double> values;
    for (int i = 0; i < 5'000; ++i) values.push_back(std::min(value(random), 9e18));
    const ValueSketch sketch = SketchOf(values);
    EXPECT_EQ(sketch.count(), 5'000);
    EXPECT_EQ(sketch.max(), *std::max_element(values.begin(), values.end()));
    for (const double part : kParts) {
      const double exact = ExactQuantile(values, part);
      if (exact < ValueSketch::kLeastSketchValue) continue;
      EXPECT_NEAR(sketch.Quantile(part), exact, ValueSketch::kSketchError * exact) << round << " " << part;
    }
  }
}

TEST(ValueSketchTest, TheOrderOfTheValuesDoesNotMatter) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> exponent(-5, 10);
  std::vector<double> values;
  for (int i = 0; i < 3'000; ++i) values.push_back(std::pow(10, exponent(random)));
  const ValueSketch sketch = SketchOf(values);
  std::reverse(values.begin(), values.end());
  const ValueSketch reversed = SketchOf(values);
  for (const double part : kParts) EXPECT_EQ(sketch.Quantile(part), reversed.Quantile(part));
}

TEST(ValueSketchTest, ZerosAreValues) {
  ValueSketch sketch;
  EXPECT_EQ(sketch.Quantile(0.5), 0);
  for (int i = 0; i < 3'000; ++i) sketch.Add(i < 2'000 ? 0 : 4);
  EXPECT_EQ(sketch.Quantile(0.5), 0);
  EXPECT_NEAR(sketch.Quantile(0.9), 4, 0.02);
}

TEST(ValueSketchTest, TakesTheWholeRange) {
  ValueSketch sketch;
  for (int i = 0; i < 1'000; ++i) sketch.Add(9.2e18);
  for (int i = 0; i < 1'000; ++i) sketch.Add(ValueSketch::kLeastSketchValue);
  EXPECT_NEAR(sketch.Quantile(0.4), 1e-6, 1e-8);
  EXPECT_NEAR(sketch.Quantile(0.9), 9.2e18, 0.005 * 9.2e18);
}

}  // namespace
}  // namespace cpsizer::history
