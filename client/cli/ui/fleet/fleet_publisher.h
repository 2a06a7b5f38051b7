#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_FLEET_PUBLISHER_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_FLEET_PUBLISHER_H_

#include <functional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/ui/fleet/page_fleet.h"
#include "client/cli/ui/fleet/page_state.h"

namespace cpsizer::cli {

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

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_FLEET_PUBLISHER_H_
