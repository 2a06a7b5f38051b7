#include "server/rpc/flood/open_calls.h"

#include <algorithm>

namespace cpsizer::server {

size_t AllOpenCalls::AllowedForOne() const {
  const size_t open = count();
  if (open <= limit_) return kNoLimit;
  if (open >= 2 * limit_) return 1;
  return std::max<size_t>(static_cast<size_t>(max_streams_) * (2 * limit_ - open) / limit_, 1);
}

size_t OpenCalls::Open(uint32_t stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // Trailers belong to a stream that is open or over.
  if (stream > last_) {
    last_ = stream;
    streams_.push_back(stream);
    all_.count_.fetch_add(1, std::memory_order_relaxed);
  }
  return streams_.size();
}

void OpenCalls::End(uint32_t stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto it = std::find(streams_.begin(), streams_.end(), stream);
  if (it == streams_.end()) return;
  *it = streams_.back();
  streams_.pop_back();
  all_.count_.fetch_sub(1, std::memory_order_relaxed);
}

void OpenCalls::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  all_.count_.fetch_sub(streams_.size(), std::memory_order_relaxed);
  streams_.clear();
}

}  // namespace cpsizer::server
