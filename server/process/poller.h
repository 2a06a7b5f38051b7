#ifndef CPSIZER_SERVER_PROCESS_POLLER_H_
#define CPSIZER_SERVER_PROCESS_POLLER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace cpsizer::server {

// Calls `poll` periodically on a thread of its own. Waits for `period` after each call. Thread-safe. WorkerPool
// explains why std::mutex is used.
class Poller {
 public:
  Poller(std::chrono::nanoseconds period, std::function<void()> poll);
  // If `poll` is running, waits until it has returned.
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

 private:
  void Run();

  const std::chrono::nanoseconds period_;
  const std::function<void()> poll_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_POLLER_H_
