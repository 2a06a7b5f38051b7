#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLER_STATE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLER_STATE_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/sidecar/control/contention_tracker.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/control/status_board.h"

namespace cpsizer::sidecar {

// Counts, in observe mode, how the decisions of one controller agree with the cluster. An agreement is a string literal
// that describes the result of one comparison, such as `agree` or `disagree`. Must be used only on the thread of the
// event loop.
class Agreements {
 public:
  // Counts a decision about the object. An empty agreement means that the decision was not compared, so the decision is
  // not counted.
  void Note(const std::string& key, absl::string_view agreement) {
    if (agreement.empty()) return Delete(key);
    ++decisions_[std::string(agreement)];
    last_[key] = agreement;
  }
  void Delete(const std::string& key) { last_.erase(key); }

  // Returns the number of decisions since the start, by agreement.
  const std::map<std::string, int64_t>& decisions() const { return decisions_; }
  // Returns the number of objects for each agreement. Each object is counted with the agreement of its last decision.
  std::map<std::string, int64_t> Objects() const {
    std::map<std::string, int64_t> objects;
    for (const auto& [key, agreement] : last_) ++objects[std::string(agreement)];
    return objects;
  }

 private:
  std::map<std::string, int64_t> decisions_;
  absl::flat_hash_map<std::string, absl::string_view> last_;
};

// The state that one controller keeps for its objects, by key, in addition to the objects. Must be used only on the
// thread of the event loop.
struct ControllerState {
  Holds holds;
  Agreements agreements;
  ContentionTracker contentions;

  // Must be called when the object no longer exists.
  void Delete(const std::string& key);
  void Describe(absl::Time now, SidecarStatus& status) const;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLER_STATE_H_
