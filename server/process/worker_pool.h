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

// Worker threads with a bounded queue, for work that would block the threads of gRPC. Thread-safe.
//
// Uses std::mutex, not absl::Mutex: the Abseil library of the distribution is not instrumented, so ThreadSanitizer does
// not track absl::Mutex.
class WorkerPool {
 public:
  // `queue_capacity` is the number of tasks that may wait, in addition to the running tasks.
  WorkerPool(int threads, size_t queue_capacity);
  // Runs the queued tasks, then joins the threads. Submit() must not be called after the destructor has begun.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Adds `task` to the queue. Tasks run in the order in which they were added. Returns false and drops the task if the
  // queue is full.
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
