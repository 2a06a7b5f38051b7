#ifndef CPSIZER_TESTS_TESTING_AWAIT_H_
#define CPSIZER_TESTS_TESTING_AWAIT_H_

#include <chrono>
#include <future>

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"

// Waits with a limit: a test of an event that never happens fails with its place instead of hanging.
namespace cpsizer::testing {

// Far longer than any awaited event takes, also with a sanitizer on a busy machine.
inline constexpr absl::Duration kAwaitLimit = absl::Seconds(60);

// Returns whether `promise` is fulfilled in time. Takes its future.
inline bool Await(std::promise<void>& promise) {
  return promise.get_future().wait_for(absl::ToChronoSeconds(kAwaitLimit)) == std::future_status::ready;
}

// Returns whether it is notified in time.
inline bool Await(const absl::Notification& notification) {
  return notification.WaitForNotificationWithTimeout(kAwaitLimit);
}

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_AWAIT_H_
