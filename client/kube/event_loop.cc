#include "client/kube/event_loop.h"

#include <algorithm>

namespace cpsizer::kube {

void EventLoop::RunOnce(absl::Duration at_most) {
  timers_.RunDue(now());
  http_.Run(std::clamp(timers_.NextDue() - now(), absl::ZeroDuration(), at_most));
}

}  // namespace cpsizer::kube
