#ifndef CPSIZER_CLIENT_CAPACITY_SHARE_H_
#define CPSIZER_CLIENT_CAPACITY_SHARE_H_

#include <cstdint>
#include <vector>

namespace cpsizer::capacity {

// Divides `amount` in proportion to `weights`, with at most `caps[i]` for each part i. Returns whole numbers with the
// sum `amount`; an empty vector if the sum of the caps is less than `amount`. Amounts, weights and caps are not
// negative, and a part with a cap above 0 has a weight above 0.
std::vector<int64_t> Share(int64_t amount, const std::vector<int64_t>& weights, const std::vector<int64_t>& caps);

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_SHARE_H_
