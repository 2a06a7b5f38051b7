#include "client/capacity/share.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace cpsizer::capacity {
namespace {

struct Open {
  size_t part;
  double weight;
  double exact;
};

// Gives parts their caps as long as their proportion of the rest is above them. Returns the parts that get less.
std::vector<Open> FillCaps(int64_t& amount, const std::vector<int64_t>& weights, const std::vector<int64_t>& caps,
                           std::vector<int64_t>& shares) {
  std::vector<Open> open;
  double sum = 0;
  for (size_t i = 0; i < caps.size(); ++i) {
    if (caps[i] == 0) continue;
    open.push_back({i, static_cast<double>(weights[i]), 0});
    sum += open.back().weight;
  }
  const auto ratio = [&](const Open& a) { return static_cast<double>(caps[a.part]) / a.weight; };
  std::sort(open.begin(), open.end(), [&](const Open& a, const Open& b) {
    return std::make_pair(ratio(a), a.part) < std::make_pair(ratio(b), b.part);
  });
  auto next = open.begin();
  for (; next != open.end() && ratio(*next) * sum <= static_cast<double>(amount); ++next) {
    const int64_t cap = std::min(caps[next->part], amount);
    shares[next->part] = cap;
    amount -= cap;
    sum -= next->weight;
  }
  open.erase(open.begin(), next);
  for (Open& each : open) each.exact = static_cast<double>(amount) * each.weight / sum;
  return open;
}

}  // namespace

std::vector<int64_t> Share(int64_t amount, const std::vector<int64_t>& weights, const std::vector<int64_t>& caps) {
  if (std::accumulate(caps.begin(), caps.end(), int64_t{0}) < amount) return {};
  std::vector<int64_t> shares(caps.size(), 0);
  std::vector<Open> open = FillCaps(amount, weights, caps, shares);
  for (const Open& each : open) {
    const int64_t share = std::min({static_cast<int64_t>(each.exact), caps[each.part], amount});
    shares[each.part] = share;
    amount -= share;
  }
  // The rest is less than one for each part: the parts with the largest remainders get it.
  std::sort(open.begin(), open.end(), [&](const Open& a, const Open& b) {
    const double rest_a = a.exact - static_cast<double>(shares[a.part]);
    const double rest_b = b.exact - static_cast<double>(shares[b.part]);
    return rest_a != rest_b ? rest_a > rest_b : a.part < b.part;
  });
  while (amount > 0) {
    for (const Open& each : open) {
      if (amount == 0 || shares[each.part] == caps[each.part]) continue;
      ++shares[each.part];
      --amount;
    }
  }
  return shares;
}

}  // namespace cpsizer::capacity
