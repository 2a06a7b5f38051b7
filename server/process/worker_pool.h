#ifndef CPSIZER_SERVER_PROCESS_WORKER_POOL_H_
#define CPSIZER_SERVER_PROCESS_WORKER_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cpsizer::server {

// Threads of our own for work that would hold up gRPC's, with a bounded queue in front. Thread-safe.
//
// The standard mutex, not Abseil's: the distribution's Abseil is not instrumented, and ThreadSanitizer must see this
// one.
class WorkerPool {
 public:
  // `queue_capacity`: tasks that may wait, beside those that run.
  WorkerPool(int threads, size_t queue_capacity);
  // Runs what is queued, then joins. Nothing may be submitted from here on.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Queues `task`, first come first served. False, and the task is dropped, if the queue is full.
  bool Submit(std::function<void()> task);

 private:
  void Run();

  const size_t queue_capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;  // guarded by mutex_
  bool stopping_ = false;                    // guarded by mutex_
  std::vector<std::thread> threads_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WORKER_POOL_H_
