#include "client/cli/size/size_counts.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

constexpr int64_t kMaxPlaceholders = 1'000'000'000;
constexpr int64_t kHoursPerDay = 24;

}  // namespace

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

absl::flat_hash_map<std::string, int64_t> PlaceholdersOf(const v1::ClusterSizingConfiguration& config) {
  absl::flat_hash_map<std::string, int64_t> placeholders;
  const int i = objects::SizeWithPlaceholders(config.spec());
  if (i == config.spec().sizes_size()) return placeholders;
  const v1::SizeConfiguration& size = config.spec().sizes(i);
  placeholders[size.name()] = std::clamp<int64_t>(size.management().placeholders(), 0, kMaxPlaceholders);
  return placeholders;
}

std::vector<SizeNodeHours> NodeHoursPerDay(std::vector<SizeCount> counts,
                                           const v1::ClusterSizingConfiguration& config) {
  const absl::flat_hash_map<std::string, int64_t> placeholders = PlaceholdersOf(config);
  std::vector<SizeNodeHours> sizes;
  for (SizeCount& count : counts) {
    SizeNodeHours& size = sizes.emplace_back();
    size.count = std::move(count);
    if (size.count.size.empty()) continue;
    const auto found = placeholders.find(size.count.size);
    const int64_t kept = found == placeholders.end() ? 0 : found->second;
    size.hours_before = (size.count.before + kept) * kNodesPerCluster * kHoursPerDay;
    size.hours = (size.count.after + kept) * kNodesPerCluster * kHoursPerDay;
  }
  return sizes;
}

}  // namespace cpsizer::cli
