#include "server/process/worker_pool.h"

#include <sys/resource.h>

#include <utility>

namespace cpsizer::server {
namespace {

// The priority of the workers is lower than that of the threads of gRPC, so that the server reads and refuses calls
// promptly while all workers are busy.
constexpr int kNice = 5;

}  // namespace

WorkerPool::WorkerPool(int threads, size_t queue_capacity) : queue_capacity_(queue_capacity) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool WorkerPool::Submit(std::function<void()> task) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (queue_.size() >= queue_capacity_) return false;
    queue_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void WorkerPool::Run() {
  // On Linux, this changes only the calling thread. An error has no effect.
  setpriority(PRIO_PROCESS, 0, kNice);
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace cpsizer::server
