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
    left_.reset();
    return;
  }
  release_();
  const size_t left = std::min(free, free_bytes_());
  if (!left_.has_value()) {
    left_ = left;
    return;
  }
  // The smaller value, because concurrent calls may free memory during one of the releases.
  kept_ = std::min(*left_, left);
  left_.reset();
}

}  // namespace cpsizer::server
