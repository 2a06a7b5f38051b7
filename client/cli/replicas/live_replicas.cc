#include "client/cli/replicas/live_replicas.h"

#include <utility>

#include "absl/types/optional.h"
#include "client/cli/input/live_autoscalers.h"

namespace cpsizer::cli {
namespace {

replicas::Observer::Options HowToObserve() {
  replicas::Observer::Options how;
  how.read_manifest = true;
  return how;
}

}  // namespace

absl::StatusOr<std::unique_ptr<LiveReplicas>> LiveReplicas::Read(const ClusterFlags& flags) {
  absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return connection.status();
  std::unique_ptr<LiveReplicas> live(new LiveReplicas(*std::move(connection)));
  const absl::Status status =
      ListAutoscalers(*live->connection_, flags.name_space, live->autoscalers_, live->problems_);
  if (!status.ok()) return status;
  live->version_ = ReadServerVersion(*live->connection_);
  return live;
}

LiveReplicas::LiveReplicas(std::unique_ptr<ClusterConnection> connection)
    : connection_(std::move(connection)), observer_(connection_->loop(), connection_->client(), HowToObserve()) {}

void LiveReplicas::ReadSelectors(const std::string& name_space) {
  if (!learned_.insert(name_space).second) return;
  size_t missing = 0;
  for (const objects::FoundAutoscaler& found : autoscalers_) {
    if (found.autoscaler.metadata().namespace_() != name_space) continue;
    ++missing;
    observer_.LearnSelector(found.autoscaler, [&missing](const absl::Status&) { --missing; });
  }
  connection_->RunUntil([&missing] { return missing == 0; });
}

absl::StatusOr<v1::RecommendReplicasRequest> LiveReplicas::Observe(size_t place) {
  const v1::HorizontalPodAutoscaler& autoscaler = autoscalers_[place].autoscaler;
  ReadSelectors(autoscaler.metadata().namespace_());
  absl::optional<absl::StatusOr<replicas::Observation>> observation;
  observer_.Observe(autoscaler, [&](absl::StatusOr<replicas::Observation> got) { observation = std::move(got); });
  connection_->RunUntil([&] { return observation.has_value(); });
  if (!observation->ok()) return observation->status();
  return std::move((*observation)->request);
}

}  // namespace cpsizer::cli
