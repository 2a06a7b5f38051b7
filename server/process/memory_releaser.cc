#include "server/process/memory_releaser.h"

#include <algorithm>
#include <utility>

namespace cpsizer::server {

MemoryReleaser::MemoryReleaser(std::function<size_t()> free_bytes, std::function<void()> release)
    : free_bytes_(std::move(free_bytes)), release_(std::move(release)), kept_(free_bytes_()) {}

void MemoryReleaser::Poll() {
  const size_t free = free_bytes_();
  kept_ = std::min(kept_, free);
  if (free - kept_ < kWorthwhileBytes) {
    again_ = false;
    return;
  }
  release_();
  again_ = !again_;
  // kept_ changes only after two consecutive releases, because concurrent calls may free memory during the first
  // release.
  if (again_) return;
  kept_ = std::min(free, free_bytes_());
}

}  // namespace cpsizer::server
