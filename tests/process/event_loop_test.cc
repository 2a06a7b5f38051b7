#include "server/process/event_loop.h"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <thread>

#include "absl/types/optional.h"

namespace cpsizer::server {
namespace {

class EventLoopTest : public ::testing::Test {
 protected:
  ~EventLoopTest() override { close(fd_); }

  void Signal() const { eventfd_write(fd_, 1); }

  const int fd_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
};

TEST_F(EventLoopTest, RunsTasksTimersAndWaitsOnItsThread) {
  EventThread thread;
  std::thread::id posted;
  thread.Call([&posted] { posted = std::this_thread::get_id(); });
  EXPECT_NE(posted, std::this_thread::get_id());
  std::promise<std::thread::id> timer;
  std::promise<std::thread::id> waited;
  absl::optional<ReadWait> wait;
  thread.Call([&] {
    thread.loop().tasks().At(TaskQueue::Clock::now() + std::chrono::milliseconds(1),
                             [&timer] { timer.set_value(std::this_thread::get_id()); });
    wait.emplace(thread.loop(), fd_);
    wait->Start([&waited] { waited.set_value(std::this_thread::get_id()); });
  });
  EXPECT_EQ(timer.get_future().get(), posted);
  Signal();
  EXPECT_EQ(waited.get_future().get(), posted);
  thread.Call([&wait] { wait.reset(); });
}

TEST_F(EventLoopTest, AWaitCanBeStartedAgainAndEndsWithItsDescriptorOpen) {
  EventThread thread;
  absl::optional<ReadWait> wait;
  std::promise<void> second;
  Signal();
  thread.Call([&] {
    wait.emplace(thread.loop(), fd_);
    wait->Start([&] {
      wait->Start([&] {
        wait.reset();
        second.set_value();
      });
    });
  });
  second.get_future().get();
  eventfd_t value = 0;
  EXPECT_EQ(eventfd_read(fd_, &value), 0);
  EXPECT_EQ(value, 1u);
}

TEST_F(EventLoopTest, ADestroyedWaitIsNotCalled) {
  EventThread thread;
  std::atomic<int> calls{0};
  for (const bool is_ready : {false, true}) {
    absl::optional<ReadWait> wait;
    if (is_ready) Signal();
    thread.Call([&] {
      wait.emplace(thread.loop(), fd_);
      wait->Start([&calls] { ++calls; });
      wait.reset();
    });
    thread.Call([] {});
    thread.Call([] {});
  }
  EXPECT_EQ(calls, 0);
}

TEST_F(EventLoopTest, AStopBeforeRunEndsRun) {
  EventLoop loop;
  loop.Stop();
  loop.Run();
}

}  // namespace
}  // namespace cpsizer::server
