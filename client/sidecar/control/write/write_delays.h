#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITE_DELAYS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITE_DELAYS_H_

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/kube/http/backoff.h"
#include "client/sidecar/control/slow_retry.h"

namespace cpsizer::sidecar {

// The objects whose last write failed, by key, with the error and the time of the next attempt. kRetryBackoff defines
// the delays. Each object has its own delay, so that a change of one object does not repeat the failing write of
// another object.
//
// Must be used only on the thread of the event loop. The current time is a parameter.
class WriteDelays {
 public:
  // Must be called when the write of the object has failed. `random` is in [0, 1).
  void Failed(const std::string& key, absl::Time now, double random) {
    Delay& delay = delays_[key];
    delay.until = now + delay.backoff.Next(now, random);
  }
  // Delays the next attempt of a failed write at least until `until`.
  void Postpone(const std::string& key, absl::Time until) {
    const auto found = delays_.find(key);
    if (found != delays_.end()) found->second.until = std::max(found->second.until, until);
  }
  // Sets the error of a failed write. Returns whether the error differs from the previous error of the object.
  bool SetError(const std::string& key, const std::string& error) {
    return std::exchange(delays_[key].error, error) != error;
  }
  void ClearError(const std::string& key) {
    const auto found = delays_.find(key);
    if (found != delays_.end()) found->second.error.clear();
  }
  // Returns the error of the last failed write; empty if there is none.
  std::string ErrorOf(const std::string& key) const {
    const auto found = delays_.find(key);
    return found == delays_.end() ? "" : found->second.error;
  }
  // Ends the delay of an object, and keeps its error. Must be called when another write of the object is planned.
  void ResetDelay(const std::string& key) {
    const auto found = delays_.find(key);
    if (found != delays_.end()) found->second = {.error = std::move(found->second.error)};
  }
  // Must be called when the write succeeded, or when the object needs no write or no longer exists.
  void Forget(const std::string& key) { delays_.erase(key); }
  // Forgets all objects except `keys`.
  void ForgetAllBut(const std::set<std::string>& keys) {
    absl::erase_if(delays_, [&keys](const auto& entry) { return keys.count(entry.first) == 0; });
  }

  bool MayWrite(const std::string& key, absl::Time now) const {
    const auto found = delays_.find(key);
    return found == delays_.end() || found->second.until <= now;
  }
  // Returns the next time after `now` at which a delayed write may be attempted; InfiniteFuture if there is none.
  absl::Time Next(absl::Time now) const {
    absl::Time next = absl::InfiniteFuture();
    for (const auto& [key, delay] : delays_) {
      if (delay.until > now) next = std::min(next, delay.until);
    }
    return next;
  }

 private:
  struct Delay {
    kube::Backoff backoff{kRetryBackoff};
    absl::Time until = absl::InfinitePast();
    std::string error = "";
  };

  absl::flat_hash_map<std::string, Delay> delays_;  // few entries
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITE_DELAYS_H_
