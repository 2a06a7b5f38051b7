#ifndef CPSIZER_TESTS_TESTING_AWAIT_H_
#define CPSIZER_TESTS_TESTING_AWAIT_H_

#include <chrono>
#include <future>

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"

// Waits that end: a test of something that never happens fails and says where, instead of hanging.
namespace cpsizer::testing {

// Far longer than anything that is awaited takes, under a sanitizer on a busy machine too.
inline constexpr absl::Duration kAwaitLimit = absl::Seconds(60);

// Whether `promise` is fulfilled in time. Takes its future.
inline bool Await(std::promise<void>& promise) {
  return promise.get_future().wait_for(absl::ToChronoSeconds(kAwaitLimit)) == std::future_status::ready;
}

// Whether it is notified in time.
inline bool Await(const absl::Notification& notification) {
  return notification.WaitForNotificationWithTimeout(kAwaitLimit);
}

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_AWAIT_H_
