#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "client/cli/replicas/replica_input.h"

namespace cpsizer::cli {
absl::optional<objects::Place> ReplicaPlaces::PlaceOf(absl::string_view path) const {
  if (path == "horizontalPodAutoscaler") return objects::Place{autoscaler_->file, autoscaler_->PositionOf("")};
  const bool of_autoscaler = absl::ConsumePrefix(&path, "horizontalPodAutoscaler.");
  if (auto place = ObjectPlaces(*autoscaler_).PlaceOf(path)) return place;
  if (of_autoscaler) return objects::Place{autoscaler_->file, autoscaler_->PositionOf(path)};
  if (const auto index = TakeItem("podMetrics", path)) return PlaceAt(pod_metrics, index);
  if (const auto index = TakeItem("pods", path)) return PlaceAt(pods, index);
  const absl::optional<size_t> reading = TakeItem("readings", path);
  if (!reading.has_value() || *reading >= readings.size()) return absl::nullopt;
  const absl::string_view field = absl::StartsWith(path, "externalValues") ? "externalValues" : "values";
  return PlaceAt(readings[*reading], TakeItem(field, path));
}

}  // namespace cpsizer::cli
