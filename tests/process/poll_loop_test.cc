#include "server/process/poll_loop.h"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <vector>

namespace cpsizer::server {
namespace {

using Clock = PollUser::Clock;

// Waits for an event of its own, or for a time. Fulfils `served` in the first Serve() with an event or at the time.
class FakeUser : public PollUser {
 public:
  explicit FakeUser(Clock::time_point next = Clock::time_point::max()) : next_(next) {}
  ~FakeUser() override { close(fd_); }

  Clock::time_point Prepare(std::vector<pollfd>& descriptors) override {
    descriptors.push_back({fd_, POLLIN, 0});
    return next_;
  }

  void Serve(absl::Span<const pollfd> descriptors) override {
    ++calls;
    EXPECT_EQ(descriptors.size(), 1u);
    EXPECT_EQ(descriptors[0].fd, fd_);
    const bool event = descriptors[0].revents != 0;
    if (event) {
      eventfd_t ignored;
      eventfd_read(fd_, &ignored);
    }
    if (!event && Clock::now() < next_) return;
    next_ = Clock::time_point::max();
    served.set_value(event);
  }

  void Signal() const { eventfd_write(fd_, 1); }

  std::promise<bool> served;  // whether there was an event
  std::atomic<int> calls{0};

 private:
  const int fd_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  Clock::time_point next_;
};

TEST(PollLoopTest, ServesEachUserWithItsOwnDescriptors) {
  FakeUser first;
  FakeUser second;
  PollLoop loop;
  loop.Add(first);
  loop.Add(second);
  second.Signal();
  EXPECT_TRUE(second.served.get_future().get());
  first.Signal();
  EXPECT_TRUE(first.served.get_future().get());
  loop.Remove(first);
  loop.Remove(second);
}

TEST(PollLoopTest, ServesAUserAtItsTime) {
  FakeUser waiting;
  FakeUser timed(Clock::now() + std::chrono::milliseconds(5));
  PollLoop loop;
  loop.Add(waiting);
  loop.Add(timed);
  EXPECT_FALSE(timed.served.get_future().get());
  loop.Remove(timed);
  loop.Remove(waiting);
}

TEST(PollLoopTest, DoesNotCallARemovedUser) {
  FakeUser removed;
  FakeUser other;
  PollLoop loop;
  loop.Add(removed);
  loop.Add(other);
  loop.Remove(removed);
  const int calls = removed.calls;
  removed.Signal();
  other.Signal();
  EXPECT_TRUE(other.served.get_future().get());
  EXPECT_EQ(removed.calls, calls);
  loop.Remove(other);
}

}  // namespace
}  // namespace cpsizer::server
