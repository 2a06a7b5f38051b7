#include "server/process/token_bucket.h"

#include <algorithm>
#include <utility>

namespace cpsizer::server {

TokenBucket::TokenBucket(int burst, absl::Duration interval) : burst_(burst), interval_(interval), tokens_(burst) {}

absl::optional<int64_t> TokenBucket::Take(absl::Time now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (filled_ == absl::InfinitePast()) filled_ = now;
  if (now > filled_) {
    absl::Duration rest;
    const int64_t earned = absl::IDivDuration(now - filled_, interval_, &rest);
    tokens_ = std::min<int64_t>(burst_, tokens_ + std::min<int64_t>(earned, burst_));
    filled_ = now - rest;
  }
  if (tokens_ == 0) {
    ++held_back_;
    return absl::nullopt;
  }
  --tokens_;
  return std::exchange(held_back_, 0);
}

}  // namespace cpsizer::server
