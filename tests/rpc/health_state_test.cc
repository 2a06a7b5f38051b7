#include "server/rpc/health_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::server {
namespace {

using ::testing::ElementsAre;

absl::string_view Word(Health health) {
  constexpr absl::string_view kWords[] = {"serving", "not serving", "unknown"};
  return kWords[static_cast<size_t>(health)];
}

absl::string_view Word(WatchEnd end) {
  constexpr absl::string_view kWords[] = {"left", "too many", "closed"};
  return kWords[static_cast<size_t>(end)];
}

// Records the states that are sent. The test decides when a send finishes.
class FakeWatcher final : public HealthWatcher {
 public:
  void Send(Health health) override { log.emplace_back(Word(health)); }
  void Abandon() override { log.emplace_back("abandoned"); }
  void End(WatchEnd end) override { log.emplace_back(Word(end)); }

  std::vector<std::string> log;
};

TEST(HealthStateTest, SendsTheStateAndThenOnlyChanges) {
  HealthState state(10);
  FakeWatcher known, unknown, late;
  state.Add(known, true);
  state.Add(unknown, false);
  state.FinishSend(known, true);
  state.FinishSend(unknown, true);
  EXPECT_EQ(state.health(), Health::kServing);
  state.SetNotServing();
  state.FinishSend(known, true);
  state.SetNotServing();
  state.Add(late, true);
  EXPECT_EQ(state.health(), Health::kNotServing);
  EXPECT_THAT(known.log, ElementsAre("serving", "not serving"));
  EXPECT_THAT(unknown.log, ElementsAre("unknown"));
  EXPECT_THAT(late.log, ElementsAre("not serving"));
}

TEST(HealthStateTest, AChangeWaitsForThePendingSend) {
  HealthState state(10);
  FakeWatcher watcher;
  state.Add(watcher, true);
  state.SetNotServing();
  EXPECT_THAT(watcher.log, ElementsAre("serving"));
  state.FinishSend(watcher, true);
  EXPECT_THAT(watcher.log, ElementsAre("serving", "not serving"));
}

TEST(HealthStateTest, ACancelledWatcherEndsOnceAndNoLongerCounts) {
  HealthState state(1);
  FakeWatcher idle, refused, pending, unreachable, last;
  state.Add(idle, true);
  state.Add(refused, true);
  EXPECT_THAT(refused.log, ElementsAre("too many"));
  state.FinishSend(idle, true);
  state.Leave(idle);
  state.Leave(idle);

  state.Add(pending, true);
  state.Leave(pending);
  EXPECT_THAT(pending.log, ElementsAre("serving")) << "not while a send is pending";
  state.FinishSend(pending, true);
  state.FinishSend(pending, true);

  state.Add(unreachable, true);
  state.FinishSend(unreachable, false);
  state.Add(last, true);
  state.SetNotServing();
  EXPECT_THAT(idle.log, ElementsAre("serving", "left"));
  EXPECT_THAT(pending.log, ElementsAre("serving", "left"));
  EXPECT_THAT(unreachable.log, ElementsAre("serving", "left"));
  EXPECT_THAT(last.log, ElementsAre("serving"));
}

TEST(HealthStateTest, CloseEndsAllAndAbandonsPendingSends) {
  HealthState state(10);
  FakeWatcher idle, unknown, stuck, late;
  state.Add(idle, true);
  state.FinishSend(idle, true);
  state.Add(unknown, false);
  state.FinishSend(unknown, true);
  state.Add(stuck, true);
  state.Close(std::chrono::seconds(0));
  EXPECT_THAT(idle.log, ElementsAre("serving", "closed"));
  EXPECT_THAT(unknown.log, ElementsAre("unknown", "closed"));
  EXPECT_THAT(stuck.log, ElementsAre("serving", "abandoned"));
  state.FinishSend(stuck, false);
  EXPECT_THAT(stuck.log, ElementsAre("serving", "abandoned", "closed"));
  state.Add(late, true);
  EXPECT_THAT(late.log, ElementsAre("closed"));
}

TEST(HealthStateTest, CloseWaitsForPendingSends) {
  HealthState state(10);
  FakeWatcher watcher;
  state.Add(watcher, true);
  std::thread network([&] { state.FinishSend(watcher, true); });
  state.Close(std::chrono::hours(1));  // blocks for an hour if the end of the watch does not wake it
  network.join();
  EXPECT_THAT(watcher.log, ElementsAre("serving", "closed"));
}

// Completes sends on its own threads, as gRPC does. Counts violations of the contract of HealthWatcher.
class BusyWatcher final : public HealthWatcher {
 public:
  void Send(Health) override {
    if (ended_ || sending_.exchange(true)) ++faults;
  }
  void Abandon() override {}
  void End(WatchEnd) override {
    if (sending_ || ended_.exchange(true)) ++faults;
  }

  // Runs until the watch has ended.
  void Run(HealthState& state, bool leaves) {
    state.Add(*this, true);
    if (leaves) state.Leave(*this);
    while (!ended_) {
      if (sending_.exchange(false)) state.FinishSend(*this, true);
      std::this_thread::yield();
    }
  }

  std::atomic<int> faults = 0;

 private:
  std::atomic<bool> sending_ = false;
  std::atomic<bool> ended_ = false;
};

TEST(HealthStateTest, ManyThreadsWatchWhileItChangesAndCloses) {
  constexpr int kRounds = 50;
  constexpr int kThreads = 4;
  for (int round = 0; round < kRounds; ++round) {
    HealthState state(kThreads - 1);
    std::vector<BusyWatcher> watchers(kThreads);
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] { watchers[static_cast<size_t>(i)].Run(state, i % 2 == 0); });
    }
    state.SetNotServing();
    state.Close(std::chrono::hours(1));
    for (std::thread& thread : threads) thread.join();
    for (const BusyWatcher& watcher : watchers) EXPECT_EQ(watcher.faults, 0);
  }
}

}  // namespace
}  // namespace cpsizer::server
