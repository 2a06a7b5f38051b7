#ifndef CPSIZER_TESTS_HISTORY_REPLAY_FIXTURE_H_
#define CPSIZER_TESTS_HISTORY_REPLAY_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/fleet_observer.h"
#include "client/history/replay/replay.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::history {

inline constexpr int64_t kGi = int64_t{1} << 30;
// The memory that the recommender of the VPA recommends without data, in Gi.
inline constexpr double kMinimumGi = 250.0 / 1024;

// Returns a configuration with the sizes small, medium and large. With the fraction 0.5, they hold 8Gi, 16Gi and 32Gi
// of memory, and 4, 8 and 16 cores.
v1::BatchRecommendSizeRequest Configuration(absl::string_view fraction = "0.5");

// Returns the decisions of the service in this process.
std::unique_ptr<BlockingService> InProcess();

// Returns a time `after` the start of 2026-02-01 in UTC, which the tests use as the start of a history.
absl::Time At(absl::Duration after);

// A recommendation. NaN means none.
struct Point {
  absl::Duration at;  // after the start
  double gi;          // memory
  std::string cluster = "a/b";
  double cpu = 1;
};

// A replay with its configurations, their observers, and names.
class ReplayRun {
 public:
  explicit ReplayRun(std::vector<v1::BatchRecommendSizeRequest> configurations, const ReplayOptions& options = {},
                     bool immediate = false, const std::vector<FleetObserver*>& observers = {},
                     const absl::flat_hash_map<std::string, std::string>& sizes_before = {},
                     const std::vector<SizedBy>& by = {});

  absl::Status Add(const Point& point);
  // Adds a number of nodes.
  absl::Status AddNodes(absl::Duration at, double nodes, const std::string& cluster = "a/b");
  // Adds usage of a pod.
  absl::Status AddUsage(const Point& point, absl::string_view pod);
  // Adds all points, and finishes. Expects that this succeeds.
  void Play(const std::vector<Point>& points);

  Replay& replay() { return *replay_; }
  const Decider& decider(size_t i) const { return *deciders_[i]; }
  // The totals of a cluster with a configuration.
  const ClusterTotals& TotalsOf(absl::string_view cluster, size_t configuration = 0);

 private:
  HistoryNames names_;
  std::unique_ptr<BlockingService> service_;
  std::vector<std::unique_ptr<Decider>> deciders_;
  std::unique_ptr<Replay> replay_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_REPLAY_FIXTURE_H_
