#include "server/process/task_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <string>
#include <thread>
#include <vector>

namespace cpsizer::server {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Clock = TaskQueue::Clock;

constexpr Clock::time_point kStart;

bool IsReadable(const TaskQueue& queue) {
  pollfd event = {queue.fd(), POLLIN, 0};
  return poll(&event, 1, 0) == 1;
}

class TaskQueueTest : public ::testing::Test {
 protected:
  TaskQueue::Task Note(const std::string& name) {
    return [this, name] { ran_.push_back(name); };
  }

  TaskQueue queue_;
  std::vector<std::string> ran_;
};

TEST_F(TaskQueueTest, RunsPostedTasksInTheirOrder) {
  queue_.Post(Note("first"));
  queue_.Post(Note("second"));
  EXPECT_THAT(ran_, IsEmpty());
  queue_.Run(kStart);
  EXPECT_THAT(ran_, ElementsAre("first", "second"));
  queue_.Run(kStart);
  EXPECT_THAT(ran_, ElementsAre("first", "second"));
}

TEST_F(TaskQueueTest, ATaskThatATaskPostsRunsAtTheNextRun) {
  queue_.Post([this] { queue_.Post(Note("later")); });
  queue_.Run(kStart);
  EXPECT_THAT(ran_, IsEmpty());
  EXPECT_TRUE(IsReadable(queue_));
  queue_.Run(kStart);
  EXPECT_THAT(ran_, ElementsAre("later"));
}

TEST_F(TaskQueueTest, IsReadableWhileTasksWait) {
  EXPECT_FALSE(IsReadable(queue_));
  std::thread([this] { queue_.Post(Note("posted")); }).join();
  EXPECT_TRUE(IsReadable(queue_));
  queue_.Run(kStart);
  EXPECT_FALSE(IsReadable(queue_));
  EXPECT_THAT(ran_, ElementsAre("posted"));
}

TEST_F(TaskQueueTest, RunsTimersThatAreDueByTimeThenByAge) {
  queue_.At(kStart + std::chrono::seconds(2), Note("late"));
  queue_.At(kStart + std::chrono::seconds(1), Note("early"));
  queue_.At(kStart + std::chrono::seconds(1), Note("early too"));
  EXPECT_EQ(queue_.next(), kStart + std::chrono::seconds(1));
  queue_.Run(kStart);
  EXPECT_THAT(ran_, IsEmpty());
  queue_.Run(kStart + std::chrono::seconds(1));
  EXPECT_THAT(ran_, ElementsAre("early", "early too"));
  queue_.Run(kStart + std::chrono::seconds(5));
  EXPECT_THAT(ran_, ElementsAre("early", "early too", "late"));
  EXPECT_FALSE(queue_.next().has_value());
}

TEST_F(TaskQueueTest, ACancelledTimerDoesNotRun) {
  const TaskQueue::TimerId timer = queue_.At(kStart, Note("cancelled"));
  const TaskQueue::TimerId other = queue_.At(kStart, Note("kept"));
  queue_.Cancel(timer);
  queue_.Run(kStart);
  EXPECT_THAT(ran_, ElementsAre("kept"));
  queue_.Cancel(other);
}

}  // namespace
}  // namespace cpsizer::server
