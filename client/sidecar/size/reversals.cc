#include "client/sidecar/size/reversals.h"

#include <utility>

namespace cpsizer::sidecar {

bool Reversals::Changed(const HostedCluster& before, const std::string& to, absl::Time now) {
  Change change{before.uid, before.recommended_size, to, now};
  Change& last = last_[KeyOf(before)];
  const bool reversed =
      !to.empty() && last.uid == change.uid && last.from == to && last.to == change.from && now - last.when <= kWindow;
  last = std::move(change);
  return reversed;
}

}  // namespace cpsizer::sidecar
