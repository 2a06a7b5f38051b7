#ifndef CPSIZER_SERVER_PROCESS_POLL_LOOP_H_
#define CPSIZER_SERVER_PROCESS_POLL_LOOP_H_

#include <poll.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/types/span.h"

namespace cpsizer::server {

// Returns `wait` as the timeout of poll(), from 0 to a minute. Rounds up, so that poll() does not return before the end
// of `wait`.
int PollTimeoutMs(std::chrono::nanoseconds wait);

// A user of a PollLoop. The loop calls its functions on the thread of the loop. They must not block.
class PollUser {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~PollUser() = default;

  // Appends the descriptors to wait for. Returns the time of the next Serve() if there is no event before this time.
  virtual Clock::time_point Prepare(std::vector<pollfd>& descriptors) = 0;
  // Called after each wait, with the descriptors that Prepare() has appended and their events.
  virtual void Serve(absl::Span<const pollfd> descriptors) = 0;
};

// A thread that waits with poll() for the descriptors of its users. Thread-safe, except for its destruction.
// WorkerPool explains why std::mutex is used.
class PollLoop {
 public:
  PollLoop();
  // All users must have been removed.
  ~PollLoop();
  PollLoop(const PollLoop&) = delete;
  PollLoop& operator=(const PollLoop&) = delete;

  // Adds a user. `user` must be removed before it is destroyed.
  void Add(PollUser& user);
  // After Remove() has returned, no function of `user` is called, and the loop does not wait for its descriptors any
  // more. A socket that is closed during a wait stays open until the end of the wait. Must not be called on the thread
  // of the loop.
  void Remove(PollUser& user);

 private:
  struct Registered {
    PollUser* user;
    size_t first = 0;  // the descriptors of the user in the current wait
    size_t count = 0;
  };

  void Run();
  // Fills `descriptors`. Returns the timeout of the wait in milliseconds, or -1 for no timeout. Requires mutex_.
  int Prepare(std::vector<pollfd>& descriptors);
  void Wake();

  const int wake_fd_;
  std::mutex mutex_;
  std::condition_variable began_waiting_;
  std::vector<Registered> users_;  // guarded by mutex_
  uint64_t changes_ = 0;           // number of changes of users_; guarded by mutex_
  uint64_t waited_ = 0;            // the number of changes before the current wait; guarded by mutex_
  bool stopping_ = false;          // guarded by mutex_
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_POLL_LOOP_H_
