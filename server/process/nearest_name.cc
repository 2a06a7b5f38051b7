#include "server/process/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

size_t MostEdits(absl::string_view known) {
  return std::max<size_t>(1, known.size() / 3);
}

bool Same(char a, char b) {
  return absl::ascii_tolower(a) == absl::ascii_tolower(b);
}

// Returns the optimal string alignment distance of `a` and `b`. Computes the matrix row by row and keeps only three
// rows.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (Same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && Same(a[i - 1], b[j - 2]) && Same(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

absl::optional<absl::string_view> NearestName(absl::string_view name, absl::Span<const absl::string_view> known) {
  absl::optional<absl::string_view> nearest;
  size_t fewest = 0;
  for (const absl::string_view candidate : known) {
    const size_t most = MostEdits(candidate);
    // Skips a candidate whose length differs too much from the length of `name`, because EditDistance() is slower.
    if (name.size() > candidate.size() + most || candidate.size() > name.size() + most) continue;
    const size_t edits = EditDistance(name, candidate);
    // The second condition excludes a candidate of one letter: one edit can replace the whole candidate.
    if (edits > most || edits >= candidate.size()) continue;
    if (!nearest.has_value() || edits < fewest) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known) {
  const absl::optional<absl::string_view> nearest = NearestName(name, known);
  return nearest.has_value() ? absl::StrCat("; did you mean \"", *nearest, "\"?") : "";
}

}  // namespace cpsizer::server
