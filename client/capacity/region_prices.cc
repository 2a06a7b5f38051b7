#include "client/capacity/region_prices.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "client/capacity/resources.h"

namespace cpsizer::capacity {
namespace {

// More than the rounding error of a sum.
constexpr double kSafety = 1e-9;
constexpr double kMaxRatio = 1e15;

Amounts InParts(const Resources& resources, const Amounts& total) {
  Amounts parts = {};
  for (size_t i = 0; i < kResources; ++i) parts[i] = static_cast<double>(resources.amounts[i]) / total[i];
  return parts;
}

double PriceOf(const Amounts& amounts, const Amounts& prices) {
  double sum = 0;
  for (size_t i = 0; i < kResources; ++i) sum += amounts[i] * prices[i];
  return sum;
}

}  // namespace

RegionPrices::RegionPrices(const PackingProblem& problem, const Region& region) {
  Amounts total = {};
  for (const size_t node : region.nodes) {
    for (size_t i = 0; i < kResources; ++i) total[i] += static_cast<double>(problem.free[node].amounts[i]);
  }
  for (double& each : total) each = std::max(each, 1.0);
  std::vector<std::vector<Amounts>> requests(problem.free.size());
  for (size_t i = 0; i < problem.demands.size(); ++i) {
    if (region.required[i] == 0) continue;
    const Amounts parts = InParts(problem.demands[i].requests, total);
    for (size_t j = 0; j < kResources; ++j) required_[j] += parts[j] * static_cast<double>(region.required[i]);
    for (const size_t node : problem.demands[i].nodes) requests[node].push_back(parts);
  }
  for (const size_t node : region.nodes) {
    if (!requests[node].empty()) nodes_.emplace_back(InParts(problem.free[node], total), std::move(requests[node]));
  }
}

int64_t RegionPrices::BoundOf(const Amounts& prices) const {
  double value = 0;
  std::vector<PricedPod> pods;
  for (const auto& [free, requests] : nodes_) {
    pods.clear();
    for (const Amounts& each : requests) pods.push_back({each, PriceOf(each, prices)});
    value += NodeValue(free, pods);
  }
  const double price = PriceOf(required_, prices);
  if (value >= price * kMaxRatio) return INT64_MAX;
  return static_cast<int64_t>(std::floor(value / price * (1 + kSafety) + kSafety));
}

}  // namespace cpsizer::capacity
