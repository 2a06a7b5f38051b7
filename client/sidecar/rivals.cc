#include "client/sidecar/rivals.h"

#include <utility>

namespace cpsizer::sidecar {

void Rivals::VpaDeleted(const std::string& key) {
  const auto it = records_.find(key);
  if (it != records_.end()) it->second.vpa_written = false;
}

bool Rivals::SizeUndone(const HostedCluster& cluster, absl::Time now) {
  const auto it = records_.find(KeyOf(cluster));
  if (it == records_.end()) return false;
  Record& record = it->second;
  if (record.size.empty() || cluster.recommended_size == record.size) return false;
  record.size.clear();
  return cluster.recommended_by != kFieldManager && record.size_contention.Undone(now);
}

bool Rivals::VpaUndone(const std::string& key, absl::Time now) {
  const auto it = records_.find(key);
  if (it == records_.end()) return false;
  return std::exchange(it->second.vpa_written, false) && it->second.vpa_contention.Undone(now);
}

absl::Time Rivals::SizePausedUntil(const std::string& key) const {
  const auto it = records_.find(key);
  return it == records_.end() ? absl::InfinitePast() : it->second.size_contention.paused_until();
}

absl::Time Rivals::VpaPausedUntil(const std::string& key) const {
  const auto it = records_.find(key);
  return it == records_.end() ? absl::InfinitePast() : it->second.vpa_contention.paused_until();
}

}  // namespace cpsizer::sidecar
