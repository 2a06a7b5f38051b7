#include "server/process/event_loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <future>
#include <utility>

namespace cpsizer::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace

EventLoop::EventLoop()
    : io_(std::make_unique<asio::io_context>(1)), posted_(std::make_unique<ReadWait>(*this, tasks_.fd())) {}
EventLoop::~EventLoop() = default;

void EventLoop::Run() {
  const auto work = asio::make_work_guard(*io_);  // without work, run_one() returns at once
  bool waits = false;
  while (true) {
    tasks_.Run(TaskQueue::Clock::now());
    if (stopped_) return;
    if (!waits) posted_->Start([&waits] { waits = false; });
    waits = true;
    const absl::optional<TaskQueue::Clock::time_point> next = tasks_.next();
    next.has_value() ? io_->run_one_until(*next) : io_->run_one();
  }
}

void EventLoop::Stop() {
  tasks_.Post([this] { stopped_ = true; });
}

struct ReadWait::Descriptor {
  explicit Descriptor(asio::io_context& io) : waiting(io) {}
  ~Descriptor() { waiting.release(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  asio::posix::stream_descriptor waiting;
};

ReadWait::ReadWait(EventLoop& loop, int fd) : descriptor_(std::make_shared<Descriptor>(loop.io())) {
  error_code ignored;  // a wait for a descriptor that cannot be watched never ends
  descriptor_->waiting.assign(fd, ignored);
}

ReadWait::~ReadWait() = default;

void ReadWait::Start(std::function<void()> then) {
  // The wait may have ended before this object is destroyed, and its handler runs later.
  descriptor_->waiting.async_wait(
      asio::posix::stream_descriptor::wait_read,
      [descriptor = std::weak_ptr<Descriptor>(descriptor_), then = std::move(then)](const error_code& error) {
        if (!error && !descriptor.expired()) then();
      });
}

EventThread::EventThread() : thread_([this] { loop_.Run(); }) {}

EventThread::~EventThread() {
  loop_.Stop();
  thread_.join();
}

void EventThread::Call(const std::function<void()>& task) {
  std::promise<void> done;
  loop_.tasks().Post([&task, &done] {
    task();
    done.set_value();
  });
  done.get_future().wait();
}

}  // namespace cpsizer::server
