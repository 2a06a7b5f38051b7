#include "server/process/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>

namespace cpsizer::server {
namespace {

TEST(WorkerPoolTest, RunsTasksInOrderOnAnotherThread) {
  std::vector<int> order;
  std::thread::id thread;
  {
    WorkerPool pool(1, 10);
    for (int i = 0; i < 5; ++i) {
      EXPECT_TRUE(pool.Submit([&, i] {
        order.push_back(i);
        thread = std::this_thread::get_id();
      }));
    }
  }
  EXPECT_THAT(order, ::testing::ElementsAre(0, 1, 2, 3, 4));
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST(WorkerPoolTest, RefusesTasksOnlyWhileTheQueueIsFull) {
  std::promise<void> started, release;
  std::atomic<int> ran{0};
  {
    WorkerPool pool(1, 2);
    EXPECT_TRUE(pool.Submit([&] {
      started.set_value();
      release.get_future().wait();
    }));
    started.get_future().wait();
    std::promise<void> last_ran;
    EXPECT_TRUE(pool.Submit([&] { ++ran; }));
    EXPECT_TRUE(pool.Submit([&] { last_ran.set_value(); }));
    EXPECT_FALSE(pool.Submit([&] { ++ran; }));
    release.set_value();
    last_ran.get_future().wait();
    EXPECT_TRUE(pool.Submit([&] { ++ran; }));
  }
  EXPECT_EQ(ran, 2) << "the refused one must not run, the queued ones must";
}

TEST(WorkerPoolTest, RunsAsManyTasksAtOnceAsItHasThreads) {
  constexpr int kThreads = 3;
  std::atomic<int> running{0};
  std::promise<void> all_running;
  WorkerPool pool(kThreads, kThreads);
  const std::shared_future<void> release = all_running.get_future().share();
  for (int i = 0; i < kThreads; ++i) {
    pool.Submit([&, release] {
      if (++running == kThreads) all_running.set_value();
      release.wait();  // returns only if all tasks run at the same time
    });
  }
  release.wait();
  EXPECT_EQ(running, kThreads);
}

TEST(WorkerPoolTest, RunsAllTasksOfManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kTasks = 2'000;
  std::atomic<int> ran{0};
  {
    WorkerPool pool(2, kThreads * kTasks);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (int task = 0; task < kTasks; ++task) pool.Submit([&] { ++ran; });
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(ran, kThreads * kTasks);
}

}  // namespace
}  // namespace cpsizer::server
