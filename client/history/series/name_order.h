#ifndef CPSIZER_CLIENT_HISTORY_SERIES_NAME_ORDER_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_NAME_ORDER_H_

#include <cstdint>
#include <vector>

#include "client/history/series/sample.h"

namespace cpsizer::history {

// Compares names by their numbers, because to compare the texts of all samples would take most of the time of reading.
// Not thread-safe.
class NameOrder {
 public:
  // `names` must outlive this object.
  explicit NameOrder(const Names& names) : names_(names) {}

  // Takes the names into account that were added since the last call.
  void Update();

  // The rank of a name in the order of the texts, among all names at the last Update().
  uint32_t RankOf(uint32_t number) const { return ranks_[number]; }

 private:
  const Names& names_;
  std::vector<uint32_t> sorted_;  // the numbers in the order of the texts
  std::vector<uint32_t> ranks_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_NAME_ORDER_H_
