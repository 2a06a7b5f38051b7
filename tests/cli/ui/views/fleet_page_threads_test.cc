#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ui::ApiWork;

TEST(FleetPageThreadsTest, EachKindOfRequestHasItsThreads) {
  TestedPage page(FlagsForFiles({kFleet}));
  const struct {
    const char* path;
    ApiWork work;
  } kCases[] = {
      {"/api/status", ApiWork::kMemory},
      {"/api/fleet", ApiWork::kMemory},
      {"/api/reference", ApiWork::kMemory},
      {"/api/cluster", ApiWork::kRead},
      {"/api/validate", ApiWork::kRead},
      {"/api/replicas", ApiWork::kRead},
      {"/api/machines", ApiWork::kRead},
      {"/api/cpsizer.v1.SizingService/RecommendSize", ApiWork::kRead},
      {"/api/cpsizer.v1.SizingService/BatchRecommendSize", ApiWork::kCompare},
      {"/api/diff", ApiWork::kCompare},
      {"/api/replicas/simulate", ApiWork::kCompare},
      {"/api/replay", ApiWork::kReplay},
  };
  for (const auto& test : kCases) EXPECT_EQ(page.WorkOf(test.path), test.work) << test.path;
}

TEST(FleetPageThreadsTest, RequestsRunWhileTheFleetChanges) {
  UiFlags flags = FlagsForFiles({kFleet});
  flags.replay.history = {"deploy/examples/history/recommendations.csv"};
  TestedPage page(flags);
  const json body = {{"yaml", ReadSource(kProposed)}};
  const json fleet = page.Get("/api/fleet").json["items"];
  const json diff = page.Post("/api/diff", body).json["diff"];
  const json reference = page.Get("/api/reference").json;
  std::atomic<bool> ended{false};
  std::thread changes([&] {
    while (!ended) {
      auto next = std::make_shared<FleetSnapshot>(*page.state().snapshot());
      ++next->revision;
      page.state().SetSnapshot(std::move(next), page.options().now());
      page.state().SetViews({{kHistoryView, ""}});
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> requests;
  requests.reserve(5);
  for (int i = 0; i < 4; ++i) {
    requests.emplace_back([&] {
      const auto now = page.Get("/api/fleet");
      EXPECT_EQ(now.json["revision"], now.revision);
      EXPECT_EQ(now.json["items"], fleet);
      EXPECT_EQ(page.Post("/api/diff", body).json["diff"], diff);
      EXPECT_EQ(page.Get("/api/reference").json, reference);
      EXPECT_EQ(page.Get("/api/cluster", "namespace=clusters&name=orders-prod").code, 200);
      EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "whatIf", "sizes", "history", "reference"}));
    });
  }
  requests.emplace_back([&] { EXPECT_EQ(page.Post("/api/replay", body).code, 200); });
  for (std::thread& request : requests) request.join();
  ended = true;
  changes.join();
}

}  // namespace
}  // namespace cpsizer::cli
