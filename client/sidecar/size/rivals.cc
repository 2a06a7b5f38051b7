#include "client/sidecar/size/rivals.h"

#include <utility>

namespace cpsizer::sidecar {

void Rivals::VpaDeleted(const std::string& key) {
  const auto it = written_.find(key);
  if (it != written_.end()) it->second.vpa = false;
}

bool Rivals::SizeUndone(const HostedCluster& cluster, absl::Time now) {
  const auto it = written_.find(KeyOf(cluster));
  if (it == written_.end()) return false;
  Written& written = it->second;
  if (cluster.recommended_size == written.sent) written.size = written.sent;
  if (written.size.empty() || cluster.recommended_size == written.size) return false;
  written.size.clear();
  return size_contentions_[it->first].Undone(now);
}

bool Rivals::VpaUndone(const std::string& key, absl::Time now) {
  const auto it = written_.find(key);
  if (it == written_.end()) return false;
  return std::exchange(it->second.vpa, false) && vpa_contentions_[key].Undone(now);
}

absl::Time Rivals::PausedUntil(const Contentions& contentions, const std::string& key) {
  const auto it = contentions.find(key);
  return it == contentions.end() ? absl::InfinitePast() : it->second.paused_until();
}

size_t Rivals::CountPaused(absl::Time now) const {
  size_t paused = 0;
  for (const auto& [key, contention] : size_contentions_) paused += contention.paused_until() > now ? 1 : 0;
  for (const auto& [key, contention] : vpa_contentions_) {
    if (contention.paused_until() > now && SizePausedUntil(key) <= now) ++paused;
  }
  return paused;
}

void Rivals::Forget(const std::string& key) {
  written_.erase(key);
  size_contentions_.erase(key);
  vpa_contentions_.erase(key);
}

}  // namespace cpsizer::sidecar
