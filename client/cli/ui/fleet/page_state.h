#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_STATE_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_STATE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_fleet.h"

namespace cpsizer::cli {

// The view of the history. The other views that need data are in verb_views.h.
inline constexpr char kHistoryView[] = "history";
// The usage of containers. It is a part of the view of the sizes.
inline constexpr char kUsageView[] = "usage";

// A view for which there is data.
struct PageView {
  std::string name;     // in `views` of the status
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

  // The views for which there is data.
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

// Sends an event to all pages.
using Publish = std::function<void(absl::string_view event, absl::string_view data)>;

// Puts what follows from a change of the source into the state of the page, and sends the events of the change. Must be
// used on one thread at a time.
class FleetPublisher {
 public:
  // `state` must outlive this object.
  FleetPublisher(PageState& state, Publish publish) : state_(state), publish_(std::move(publish)) {}

  const PageState& state() const { return state_; }

  // Does nothing if the fleet has not changed.
  void SetFleet(FleetUpdate update, absl::Time now);
  void SetViews(std::vector<PageView> views);
  // Sets the time at which the data was known to be current, and why it may not be current now. While the data is
  // stale, both the time and the beginning of `stale` do not change.
  void SetStale(absl::Time observed_at, absl::optional<Stale> stale);
  // Sets that the views and the fleet were read at `now`. Sends the status also if nothing has changed, because views
  // may have data that is not in the state.
  void SetRead(absl::Time now, std::vector<PageView> views);

 private:
  void PublishStatus() const { publish_("status", state_.StatusText()); }

  PageState& state_;
  const Publish publish_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_STATE_H_
