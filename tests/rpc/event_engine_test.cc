#include "server/rpc/event_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <vector>

#include "absl/synchronization/notification.h"
#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::Await;
using ::testing::ElementsAre;

class Closure : public OneThreadEventEngine::Closure {
 public:
  void Run() override { ran_.Notify(); }
  bool Ran() { return Await(ran_); }

 private:
  absl::Notification ran_;
};

TEST(OneThreadEventEngineTest, RunsTasksInTheOrderOfTheirTimes) {
  OneThreadEventEngine engine;
  std::vector<int> order;
  absl::Notification begin, end;
  engine.Run([&] { EXPECT_TRUE(Await(begin)); });
  engine.RunAfter(std::chrono::milliseconds(20), [&] {
    order.push_back(4);
    end.Notify();
  });
  engine.RunAfter(std::chrono::milliseconds(10), [&] { order.push_back(3); });
  engine.Run([&] { order.push_back(1); });
  engine.RunAfter(std::chrono::hours(-1), [&] { order.push_back(2); });
  begin.Notify();
  ASSERT_TRUE(Await(end));
  EXPECT_THAT(order, ElementsAre(1, 2, 3, 4));
}

TEST(OneThreadEventEngineTest, RunsClosures) {
  OneThreadEventEngine engine;
  Closure now, later;
  engine.Run(&now);
  engine.RunAfter(std::chrono::milliseconds(1), &later);
  EXPECT_TRUE(now.Ran());
  EXPECT_TRUE(later.Ran());
}

TEST(OneThreadEventEngineTest, CancelsATaskThatHasNotRun) {
  OneThreadEventEngine engine;
  bool ran = false;
  const auto handle = engine.RunAfter(OneThreadEventEngine::Duration::max(), [&] { ran = true; });
  EXPECT_TRUE(engine.Cancel(handle));
  EXPECT_FALSE(engine.Cancel(handle));
  absl::Notification done;
  const auto run = engine.RunAfter(OneThreadEventEngine::Duration::zero(), [&] { done.Notify(); });
  ASSERT_TRUE(Await(done));
  EXPECT_FALSE(engine.Cancel(run));
  EXPECT_FALSE(ran);
}

TEST(OneThreadEventEngineTest, ATaskCanUseItsEngine) {
  OneThreadEventEngine engine;
  absl::Notification done;
  EXPECT_FALSE(engine.IsWorkerThread());
  engine.Run([&] {
    EXPECT_TRUE(engine.IsWorkerThread());
    engine.Run([&] { done.Notify(); });
  });
  EXPECT_TRUE(Await(done));
}

TEST(OneThreadEventEngineTest, ItsLastOwnerCanBeATask) {
  auto engine = std::make_shared<OneThreadEventEngine>();
  absl::Notification released, done;
  engine->Run([&, owner = engine]() mutable {
    EXPECT_TRUE(Await(released));
    owner = nullptr;
    done.Notify();
  });
  engine = nullptr;
  released.Notify();
  EXPECT_TRUE(Await(done));
}

TEST(OneThreadEventEngineTest, DropsTasksThatHaveNotRun) {
  const auto owned = std::make_shared<int>(1);
  {
    OneThreadEventEngine engine;
    engine.RunAfter(std::chrono::hours(1), [owned] {});
    EXPECT_EQ(owned.use_count(), 2);
  }
  EXPECT_EQ(owned.use_count(), 1);
}

}  // namespace
}  // namespace cpsizer::server
