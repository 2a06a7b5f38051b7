#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "client/cli/replicas/replica_question.h"

namespace cpsizer::cli {
namespace {

// Takes `field[7]` and a following dot off the front of `path`; absent where it does not begin so.
absl::optional<size_t> TakeItem(absl::string_view field, absl::string_view& path) {
  absl::string_view rest = path;
  if (!absl::ConsumePrefix(&rest, field) || !absl::ConsumePrefix(&rest, "[")) return absl::nullopt;
  const size_t end = rest.find(']');
  size_t index = 0;
  if (end == absl::string_view::npos || !absl::SimpleAtoi(rest.substr(0, end), &index)) return absl::nullopt;
  path = absl::StripPrefix(rest.substr(end + 1), ".");
  return index;
}

absl::optional<objects::Place> At(const std::vector<objects::Place>& places, absl::optional<size_t> index) {
  if (!index.has_value() || *index >= places.size()) return absl::nullopt;
  return places[*index];
}

}  // namespace

absl::optional<objects::Place> ReplicaPlaces::PlaceOf(absl::string_view path) const {
  if (path == "horizontalPodAutoscaler") return objects::Place{autoscaler_->file, autoscaler_->PositionOf("")};
  const bool of_autoscaler = absl::ConsumePrefix(&path, "horizontalPodAutoscaler.");
  if (auto place = ObjectPlaces(*autoscaler_).PlaceOf(path)) return place;
  if (of_autoscaler) return objects::Place{autoscaler_->file, autoscaler_->PositionOf(path)};
  if (const auto index = TakeItem("podMetrics", path)) return At(pod_metrics, index);
  if (const auto index = TakeItem("pods", path)) return At(pods, index);
  const absl::optional<size_t> reading = TakeItem("readings", path);
  if (!reading.has_value() || *reading >= readings.size()) return absl::nullopt;
  const absl::string_view field = absl::StartsWith(path, "externalValues") ? "externalValues" : "values";
  return At(readings[*reading], TakeItem(field, path));
}

}  // namespace cpsizer::cli
