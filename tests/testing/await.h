#ifndef CPSIZER_TESTS_TESTING_AWAIT_H_
#define CPSIZER_TESTS_TESTING_AWAIT_H_

#include <chrono>
#include <future>

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"

// Functions that wait with a limit. If an event never happens, a test fails at the line that waits for it, instead of
// hanging.
namespace cpsizer::testing {

// Much longer than any event takes, also with a sanitizer on a busy machine.
inline constexpr absl::Duration kAwaitLimit = absl::Seconds(60);

// Returns whether the value of `promise` is set in time. Takes the future of `promise`.
inline bool Await(std::promise<void>& promise) {
  return promise.get_future().wait_for(absl::ToChronoSeconds(kAwaitLimit)) == std::future_status::ready;
}

// Returns whether `notification` is notified in time.
inline bool Await(const absl::Notification& notification) {
  return notification.WaitForNotificationWithTimeout(kAwaitLimit);
}

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_AWAIT_H_
