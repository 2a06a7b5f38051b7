#include "client/sidecar/size/reversals.h"

namespace cpsizer::sidecar {

bool Reversals::Changed(const std::string& key, const std::string& from, const std::string& to, absl::Time now) {
  Change& last = last_[key];
  const bool reversed = !to.empty() && last.from == to && last.to == from && now - last.when <= kWindow;
  last = {from, to, now};
  return reversed;
}

}  // namespace cpsizer::sidecar
