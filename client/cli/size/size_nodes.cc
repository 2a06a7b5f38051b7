#include "client/cli/size/size_nodes.h"

#include <algorithm>

namespace cpsizer::cli {
namespace {

constexpr int64_t kMaxPlaceholders = 1'000'000'000;

}  // namespace

absl::flat_hash_map<std::string, int64_t> PlaceholdersOf(const v1::ClusterSizingConfiguration& config) {
  absl::flat_hash_map<std::string, int64_t> placeholders;
  for (const v1::SizeConfiguration& size : config.spec().sizes()) {
    placeholders[size.name()] = std::clamp<int64_t>(size.management().placeholders(), 0, kMaxPlaceholders);
  }
  return placeholders;
}

}  // namespace cpsizer::cli
