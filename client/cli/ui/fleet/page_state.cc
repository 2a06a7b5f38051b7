#include "client/cli/ui/fleet/page_state.h"

#include <utility>

#include "client/cli/ui/api/api_answer.h"
#include "server/process/version.h"

namespace cpsizer::cli {
namespace {

std::string TimeText(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", time, absl::UTCTimeZone());
}

}  // namespace

std::shared_ptr<const FleetSnapshot> PageState::snapshot() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return snapshot_;
}

void PageState::SetSnapshot(std::shared_ptr<const FleetSnapshot> snapshot, absl::Time now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  snapshot_ = std::move(snapshot);
  observed_at_ = now;
}

std::vector<PageView> PageState::views() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return views_;
}

bool PageState::SetViews(std::vector<PageView> views) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool differs = views != views_;
  views_ = std::move(views);
  return differs;
}

absl::optional<Stale> PageState::stale() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return stale_;
}

bool PageState::SetCurrent(absl::Time observed_at, absl::optional<Stale> stale) {
  const std::lock_guard<std::mutex> lock(mutex_);
  observed_at_ = observed_at;
  const bool differs = stale != stale_;
  stale_ = std::move(stale);
  return differs;
}

std::string PageState::StatusText() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  nlohmann::ordered_json stale;
  if (stale_.has_value()) stale = {{"since", TimeText(stale_->since)}, {"error", stale_->error}};
  nlohmann::ordered_json views = {"fleet"};
  if (snapshot_ != nullptr && snapshot_->configuration_json != "null") {
    views.push_back("whatIf");
    views.push_back("sizes");
  }
  for (const PageView& view : views_) views.push_back(view.name);
  views.push_back("reference");
  nlohmann::ordered_json json = {{"version", std::string(server::Version())},
                                 {"source", name_},
                                 {"isLive", source_ == PageSource::kCluster},
                                 {"isFollowed", source_ != PageSource::kFiles},
                                 {"revision", snapshot_ == nullptr ? 0 : snapshot_->revision},
                                 {"observedAt", TimeText(observed_at_)},
                                 {"stale", std::move(stale)},
                                 {"views", std::move(views)}};
  json["problems"] =
      snapshot_ == nullptr ? nlohmann::ordered_json::array() : nlohmann::ordered_json::parse(snapshot_->problems_json);
  json["notes"] = notes_;
  return CompactText(json);
}

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
