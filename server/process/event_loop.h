#ifndef CPSIZER_SERVER_PROCESS_EVENT_LOOP_H_
#define CPSIZER_SERVER_PROCESS_EVENT_LOOP_H_

#include <functional>
#include <memory>
#include <thread>

#include "server/process/task_queue.h"

namespace boost::asio {
class io_context;
}

namespace cpsizer::server {

class ReadWait;

// Waits for sockets with Boost.Asio, and runs tasks and timers, all on the thread that calls Run(). Must be used on
// this thread, or while Run() is not running, except for Stop() and TaskQueue::Post().
class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  boost::asio::io_context& io() { return *io_; }
  TaskQueue& tasks() { return tasks_; }

  // Returns after Stop(). Must be called at most once.
  void Run();
  // Makes Run() return. Thread-safe. May be called before Run().
  void Stop();

 private:
  const std::unique_ptr<boost::asio::io_context> io_;
  TaskQueue tasks_;
  const std::unique_ptr<ReadWait> posted_;  // waits for tasks_
  bool stopped_ = false;
};

// A wait for the bytes of a descriptor, or for the connections of a listening socket.
class ReadWait {
 public:
  // Does not own `fd`, a non-blocking descriptor, which must stay open. `loop` must outlive the wait.
  ReadWait(EventLoop& loop, int fd);
  // After the destructor, `then` is not called.
  ~ReadWait();
  ReadWait(const ReadWait&) = delete;
  ReadWait& operator=(const ReadWait&) = delete;

  // Calls `then` once, when the descriptor is readable. `then` may start the next wait or destroy this object. At most
  // one wait may be pending.
  void Start(std::function<void()> then);

 private:
  struct Descriptor;

  const std::shared_ptr<Descriptor> descriptor_;
};

// An EventLoop on a thread of its own.
class EventThread {
 public:
  EventThread();
  // Ends the thread.
  ~EventThread();
  EventThread(const EventThread&) = delete;
  EventThread& operator=(const EventThread&) = delete;

  EventLoop& loop() { return loop_; }
  // Calls `task` on the thread, and waits until it has returned. Must not be called on this thread.
  void Call(const std::function<void()>& task);

 private:
  EventLoop loop_;
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_EVENT_LOOP_H_
