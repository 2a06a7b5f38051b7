#include "server/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace cpsizer::server {
namespace {

// Letters to insert, drop or replace to make `b` of `a`.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

absl::string_view NearestName(absl::string_view word, absl::Span<const absl::string_view> names) {
  absl::string_view nearest;
  size_t least = word.size();
  for (const absl::string_view name : names) {
    if (word.size() > 2 * name.size()) continue;
    const size_t distance = EditDistance(word, name);
    if (distance * 3 <= name.size() && distance < least) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

}  // namespace cpsizer::server
