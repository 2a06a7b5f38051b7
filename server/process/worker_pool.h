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
// Uses std::mutex, because ThreadSanitizer cannot track absl::Mutex: the Abseil library of the distribution is not
// instrumented.
class WorkerPool {
 public:
  // `queue_capacity` is the maximum number of tasks that wait. Running tasks are not counted.
  WorkerPool(int threads, size_t queue_capacity);
  // Runs the tasks in the queue, and then joins the threads. During the destruction, Submit() must not be called.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Adds `task` to the queue. Tasks start in the order in which they were added. If the queue is full, drops the task
  // and returns false.
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
