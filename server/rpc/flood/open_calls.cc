#include "server/rpc/flood/open_calls.h"

#include <algorithm>

namespace cpsizer::server {

size_t AllOpenCalls::AllowedForOne() const {
  const size_t open = count();
  if (open <= limit_) return kNoLimit;
  if (open >= 2 * limit_) return kFree;
  return std::max(static_cast<size_t>(max_streams_) * (2 * limit_ - open) / limit_, kFree);
}

size_t OpenCalls::Open(uint32_t stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // Opens a call only for a new stream. HEADERS of an earlier stream are trailers.
  if (stream > last_) {
    last_ = stream;
    streams_.push_back(stream);
    if (streams_.size() > AllOpenCalls::kFree) all_.count_.fetch_add(1, std::memory_order_relaxed);
  }
  return streams_.size();
}

void OpenCalls::End(uint32_t stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto it = std::find(streams_.begin(), streams_.end(), stream);
  if (it == streams_.end()) return;
  if (streams_.size() > AllOpenCalls::kFree) all_.count_.fetch_sub(1, std::memory_order_relaxed);
  *it = streams_.back();
  streams_.pop_back();
}

void OpenCalls::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (streams_.size() > AllOpenCalls::kFree) {
    all_.count_.fetch_sub(streams_.size() - AllOpenCalls::kFree, std::memory_order_relaxed);
  }
  streams_.clear();
}

}  // namespace cpsizer::server
