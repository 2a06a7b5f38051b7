#include "client/sidecar/machine/usage_sampler.h"

#include <algorithm>
#include <utility>

namespace cpsizer::sidecar {

void UsageSampler::Start() {
  if (started_ != nullptr) return;
  started_ = std::make_shared<bool>(true);
  Sample();
}

void UsageSampler::Stop() {
  if (started_ == nullptr) return;
  *std::exchange(started_, nullptr) = false;
  loop_.timers().Cancel(next_);
}

void UsageSampler::Sample() {
  const absl::Time due = loop_.now() + interval_;
  read_([this, started = started_, due](const Usage& usage) {
    if (!*started) return;
    take_(usage);
    next_ = loop_.timers().At(std::max(due, loop_.now()), [this] { Sample(); });
  });
}

}  // namespace cpsizer::sidecar
