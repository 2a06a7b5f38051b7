#ifndef CPSIZER_TESTS_TESTING_AWAIT_H_
#define CPSIZER_TESTS_TESTING_AWAIT_H_

#include <chrono>
#include <future>

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"

// Functions that wait with a limit. If an event never happens, a test fails at the line that waits for it, instead of
// hanging.
namespace cpsizer::testing {

// The timeout of Await(). It is much longer than any event takes, even with a sanitizer on a busy machine.
inline constexpr absl::Duration kAwaitLimit = absl::Seconds(60);

// Waits until the value of `promise` is set. Returns false on timeout. Calls get_future(), so this function can be
// called only once for a promise.
inline bool Await(std::promise<void>& promise) {
  return promise.get_future().wait_for(absl::ToChronoSeconds(kAwaitLimit)) == std::future_status::ready;
}

// Waits until `notification` is notified. Returns false on timeout.
inline bool Await(const absl::Notification& notification) {
  return notification.WaitForNotificationWithTimeout(kAwaitLimit);
}

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_AWAIT_H_
