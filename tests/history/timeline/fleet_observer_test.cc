#include "client/history/replay/fleet_observer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/history/replay/outcome_kind.h"
#include "tests/history/replay/fixture.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;

// Keeps each call as a text, with times in hours after the start.
class CallLog : public FleetObserver {
 public:
  void Begin(uint32_t cluster, int64_t now) override {
    calls_.push_back(absl::StrCat("begin ", cluster, " at ", Hours(now)));
  }
  void Add(uint32_t cluster, const ClusterPeriod& period) override {
    calls_.push_back(absl::StrCat(
        cluster, ": ", Hours(period.begin), " to ", Hours(period.end), ", size ", period.size,
        period.short_of_memory ? ", short of memory" : "", period.short_of_cpu ? ", short of CPU" : "",
        period.outcome == kBestEffort ? ", best effort" : "", period.absent_from < period.end ? ", absent from " : "",
        period.absent_from < period.end ? Hours(period.absent_from) : ""));
  }
  void AddTransition(uint32_t cluster, int64_t now, int from, int to) override {
    calls_.push_back(absl::StrCat(cluster, " from ", from, " to ", to, " at ", Hours(now)));
  }

  const std::vector<std::string>& calls() const { return calls_; }

 private:
  static std::string Hours(int64_t time) {
    return absl::FormatDuration(absl::FromUnixMillis(time) - At(absl::ZeroDuration()));
  }

  std::vector<std::string> calls_;
};

// Plays a history with the configuration of the fixture, and returns the calls.
std::vector<std::string> CallsOf(const std::vector<Point>& points) {
  CallLog log;
  ReplayRun run({Configuration()}, {}, /*immediate=*/false, {&log});
  run.Play(points);
  return log.calls();
}

TEST(FleetObserverTest, ReportsPeriodsAndTransitions) {
  // The last transition waits for the delay of 30 seconds.
  EXPECT_THAT(
      CallsOf(
          {{absl::Hours(0), 4}, {absl::Hours(2), 12}, {absl::Hours(2) + absl::Seconds(10), 40}, {absl::Hours(5), 40}}),
      ElementsAre("begin 0 at 0", "0: 0 to 2h, size 0", "0 from 0 to 1 at 2h", "0: 2h to 2h10s, size 1",
                  "0: 2h10s to 2h40s, size 1, short of memory, best effort", "0 from 1 to 2 at 2h40s",
                  "0: 2h40s to 5h, size 2, short of memory, best effort"));
}

TEST(FleetObserverTest, ReportsAbsence) {
  EXPECT_THAT(CallsOf({{absl::Hours(0), 4}, {absl::Hours(30), 4}, {absl::Hours(60), 4}, {absl::Hours(60), 4, "a/c"}}),
              ElementsAre("begin 0 at 0", "0: 0 to 30h, size 0, absent from 24h",
                          "0: 30h to 60h, size 0, absent from 54h", "begin 1 at 60h"));
}

}  // namespace
}  // namespace cpsizer::history
