#include "client/sidecar/control/contention.h"

namespace cpsizer::sidecar {

bool Contention::Undone(absl::Time now) {
  while (!rounds_.empty() && rounds_.front() + kWindow < now) rounds_.erase(rounds_.begin());
  rounds_.push_back(now);
  if (rounds_.size() < kRounds) return false;
  rounds_.clear();
  paused_until_ = now + kPause;
  return true;
}

}  // namespace cpsizer::sidecar
