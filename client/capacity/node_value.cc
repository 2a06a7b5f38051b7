#include "client/capacity/node_value.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace cpsizer::capacity {
namespace {

constexpr double kTolerance = 1e-12;
constexpr size_t kPodsRow = static_cast<size_t>(Resource::kPods);
// The search ends after a few steps. A limit is necessary because steps without progress can repeat.
constexpr int kMaxPivots = 60;
constexpr int64_t kSlack = -1;

double Dot(const Amounts& a, const Amounts& b) {
  double sum = 0;
  for (size_t i = 0; i < kResources; ++i) sum += a[i] * b[i];
  return sum;
}

// The simplex method with three rows: the inverse of the basis, the pods of the basis, and their numbers.
class Simplex {
 public:
  Simplex(const Amounts& free, const std::vector<PricedPod>& pods) : pods_(pods), numbers_(free) {
    for (size_t i = 0; i < kResources; ++i) inverse_[i][i] = 1;
    basis_.fill(kSlack);
  }

  void Run() {
    for (int step = 0; step < kMaxPivots && Step(); ++step) {
    }
  }

  // The weight of each resource: prices of the basis times the inverse.
  Amounts Weights() const {
    Amounts weights = {};
    for (size_t row = 0; row < kResources; ++row) {
      if (basis_[row] == kSlack) continue;
      const double price = pods_[static_cast<size_t>(basis_[row])].price;
      for (size_t i = 0; i < kResources; ++i) weights[i] += price * inverse_[row][i];
    }
    return weights;
  }

 private:
  // Returns false if no column improves the sum.
  bool Step() {
    const Amounts weights = Weights();
    int64_t best = kSlack;
    Amounts column = {};
    double best_gain = kTolerance;
    for (size_t i = 0; i < pods_.size(); ++i) {
      const double gain = pods_[i].price - Dot(weights, pods_[i].requests);
      if (gain <= best_gain) continue;
      best_gain = gain;
      best = static_cast<int64_t>(i);
      column = pods_[i].requests;
    }
    for (size_t i = 0; i < kResources; ++i) {
      if (-weights[i] <= best_gain) continue;
      best_gain = -weights[i];
      best = kSlack;
      column = {};
      column[i] = 1;
    }
    return best_gain > kTolerance && Enter(best, column);
  }

  bool Enter(int64_t entering, const Amounts& column) {
    Amounts direction = {};
    size_t leaving = kResources;
    double least = std::numeric_limits<double>::infinity();
    for (size_t row = 0; row < kResources; ++row) {
      direction[row] = Dot(inverse_[row], column);
      if (direction[row] <= kTolerance || numbers_[row] / direction[row] >= least) continue;
      least = numbers_[row] / direction[row];
      leaving = row;
    }
    if (leaving == kResources) return false;
    const double pivot = direction[leaving];
    for (double& each : inverse_[leaving]) each /= pivot;
    numbers_[leaving] /= pivot;
    for (size_t row = 0; row < kResources; ++row) {
      if (row == leaving) continue;
      for (size_t i = 0; i < kResources; ++i) inverse_[row][i] -= direction[row] * inverse_[leaving][i];
      numbers_[row] -= direction[row] * numbers_[leaving];
    }
    basis_[leaving] = entering;
    return true;
  }

  const std::vector<PricedPod>& pods_;
  std::array<Amounts, kResources> inverse_ = {};
  std::array<int64_t, kResources> basis_ = {};  // indexes of pods_, or kSlack
  Amounts numbers_;
};

}  // namespace

double NodeValue(const Amounts& free, const std::vector<PricedPod>& pods) {
  Simplex simplex(free, pods);
  simplex.Run();
  Amounts weights = simplex.Weights();
  for (double& weight : weights) weight = std::max(weight, 0.0);
  for (const PricedPod& pod : pods) {
    const double missing = pod.price - Dot(weights, pod.requests);
    if (missing > 0) weights[kPodsRow] += missing / pod.requests[kPodsRow];
  }
  return Dot(weights, free);
}

}  // namespace cpsizer::capacity
