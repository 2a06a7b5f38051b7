#include "client/cli/size/size_counts.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {

SizeCount& SizeCounts::Of(const std::string& size) {
  const auto [place, is_new] = places_.try_emplace(size, counts_.size());
  if (is_new) counts_.push_back({size});
  return counts_[place->second];
}

void SizeCounts::AddLadder(const v1::RecommendSizeResponse& response) {
  for (const v1::SizeRow& row : response.sizes()) Of(row.name());
}

std::string ShowSize(absl::string_view size) {
  return size.empty() ? "(none)" : std::string(size);
}

std::string ShowChange(int64_t change) {
  return change == 0 ? "-" : absl::StrCat(change > 0 ? "+" : "", change);
}

}  // namespace cpsizer::cli
