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
  return contentions_.Changed(it->first, kSize, now);
}

bool Rivals::VpaUndone(const std::string& key, absl::Time now) {
  const auto it = written_.find(key);
  if (it == written_.end()) return false;
  return std::exchange(it->second.vpa, false) && contentions_.Changed(key, kVpa, now);
}

}  // namespace cpsizer::sidecar
