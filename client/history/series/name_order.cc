#include "client/history/series/name_order.h"

#include <algorithm>
#include <cstddef>

namespace cpsizer::history {

void NameOrder::Update() {
  const auto known = static_cast<std::ptrdiff_t>(sorted_.size());
  if (sorted_.size() == names_.size()) return;
  while (sorted_.size() < names_.size()) sorted_.push_back(static_cast<uint32_t>(sorted_.size()));
  const auto is_before = [this](uint32_t a, uint32_t b) { return names_.Name(a) < names_.Name(b); };
  std::sort(sorted_.begin() + known, sorted_.end(), is_before);
  std::inplace_merge(sorted_.begin(), sorted_.begin() + known, sorted_.end(), is_before);
  ranks_.resize(sorted_.size());
  for (size_t i = 0; i < sorted_.size(); ++i) ranks_[sorted_[i]] = static_cast<uint32_t>(i);
}

}  // namespace cpsizer::history
