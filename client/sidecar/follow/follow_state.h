#ifndef CPSIZER_CLIENT_SIDECAR_FOLLOW_FOLLOW_STATE_H_
#define CPSIZER_CLIENT_SIDECAR_FOLLOW_FOLLOW_STATE_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// The state of the watches of a Work: whether the lists of all kinds are complete, and whether a failure was logged.
class FollowState {
 public:
  // `failure` is the message of the log line for a failure to watch the API server. `context` must outlive this object.
  FollowState(const Work::Context& context, std::string failure) : context_(context), failure_(std::move(failure)) {}

  // Must be called before the first event.
  void set_callbacks(Work::Callbacks callbacks) { callbacks_ = std::move(callbacks); }

  // Must be called when the lists of all kinds were read to their ends.
  void ListEnded() {
    failed_ = false;
    SetComplete(true);
  }
  // Must be called when a watch has failed for too long. The objects may then no longer be current.
  void Lost() { SetComplete(false); }
  // Logs the failure if it is the first failure since a list was complete.
  void Failed(const absl::Status& status) {
    ++context_.counters.watch_failures;
    if (!std::exchange(failed_, true)) {
      context_.log(LogLevel::kWarn, failure_, {{"error", std::string(status.message())}});
    }
    callbacks_.failed();
  }

 private:
  void SetComplete(bool complete) {
    if (std::exchange(complete_, complete) == complete) return;
    complete ? callbacks_.complete() : callbacks_.incomplete();
  }

  const Work::Context& context_;
  const std::string failure_;
  Work::Callbacks callbacks_;
  bool complete_ = false;
  bool failed_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_FOLLOW_FOLLOW_STATE_H_
