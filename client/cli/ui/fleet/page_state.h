#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_STATE_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_STATE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"

namespace cpsizer::cli {

// The views that need data. `views` in the status has their names.
inline constexpr char kReplicasView[] = "replicas";
inline constexpr char kHistoryView[] = "history";
inline constexpr char kMachinesView[] = "machines";
inline constexpr char kCpuRequestsView[] = "cpuRequests";
inline constexpr char kClusterAutoscalerView[] = "clusterAutoscaler";

// A view for which there is data.
struct PageView {
  std::string name;
  std::string refusal;  // the error if the user of a live cluster may not list the objects of the view; else empty

  friend bool operator==(const PageView& a, const PageView& b) { return a.name == b.name && a.refusal == b.refusal; }
};

// Where the data of the page is from. A pipe cannot be read again, and is not followed.
enum class PageSource { kCluster, kFollowedFiles, kFiles };

// Why the data of a source that is followed may be outdated.
struct Stale {
  absl::Time since;
  std::string error;

  friend bool operator==(const Stale& a, const Stale& b) { return a.since == b.since && a.error == b.error; }
};

// The state that the thread that follows the source shares with the threads that answer requests. Thread-safe.
// server/process/worker_pool.h explains why std::mutex is used.
class PageState {
 public:
  // `name` is that of the files or of the cluster. `notes` are facts about the source, in sentences.
  PageState(std::string name, PageSource source, std::vector<std::string> notes)
      : name_(std::move(name)), source_(source), notes_(std::move(notes)) {}

  std::shared_ptr<const FleetSnapshot> snapshot() const;
  void SetSnapshot(std::shared_ptr<const FleetSnapshot> snapshot, absl::Time now);

  // The views above for which there is data.
  std::vector<PageView> views() const;
  // Returns whether the pages must get a new status.
  bool SetViews(std::vector<PageView> views);

  absl::optional<Stale> stale() const;
  // Sets the time at which the data was known to be current, and why it may not be current now. Returns whether the
  // pages must get a new status.
  bool SetCurrent(absl::Time observed_at, absl::optional<Stale> stale);

  // Returns the response of `/api/status`.
  std::string StatusText() const;

 private:
  const std::string name_;
  const PageSource source_;
  const std::vector<std::string> notes_;
  mutable std::mutex mutex_;
  std::shared_ptr<const FleetSnapshot> snapshot_;  // guarded by mutex_
  std::vector<PageView> views_;                    // guarded by mutex_
  absl::Time observed_at_;                         // guarded by mutex_
  absl::optional<Stale> stale_;                    // guarded by mutex_
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_STATE_H_
