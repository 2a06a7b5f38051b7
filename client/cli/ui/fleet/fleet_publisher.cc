#include "client/cli/ui/fleet/fleet_publisher.h"

namespace cpsizer::cli {

void FleetPublisher::SetFleet(FleetUpdate update, absl::Time now) {
  if (update.snapshot == nullptr) return;
  state_.SetSnapshot(std::move(update.snapshot), now);
  publish_("fleet", update.event);
}

void FleetPublisher::SetViews(std::vector<PageView> views) {
  if (state_.SetViews(std::move(views))) PublishStatus();
}

void FleetPublisher::SetStale(absl::Time observed_at, absl::optional<Stale> stale) {
  const absl::optional<Stale> before = state_.stale();
  if (before.has_value() && stale.has_value()) observed_at = stale->since = before->since;
  if (state_.SetCurrent(observed_at, std::move(stale))) PublishStatus();
}

void FleetPublisher::SetRead(absl::Time now, std::vector<PageView> views) {
  state_.SetViews(std::move(views));
  state_.SetCurrent(now, absl::nullopt);
  PublishStatus();
}

}  // namespace cpsizer::cli
