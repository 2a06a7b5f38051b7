#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/input/inputs.h"
#include "client/cli/replicas/replica_input.h"

namespace cpsizer::cli {

absl::optional<objects::Place> ReplicaPlaces::PlaceOf(absl::string_view path) const {
  if (path == "horizontalPodAutoscaler") return PlaceIn(autoscaler_, "");
  const bool of_autoscaler = absl::ConsumePrefix(&path, "horizontalPodAutoscaler.");
  if (auto place = ObjectPlaces(*autoscaler_).PlaceOf(path)) return place;
  if (of_autoscaler) return PlaceIn(autoscaler_, path);
  if (const auto index = TakeItem("podMetrics", path)) return PlaceAt(pod_metrics, index);
  if (const auto index = TakeItem("pods", path)) return PlaceAt(pods, index);
  const absl::optional<size_t> reading = TakeItem("readings", path);
  if (!reading.has_value() || *reading >= readings.size()) return absl::nullopt;
  const absl::string_view field = absl::StartsWith(path, "externalValues") ? "externalValues" : "values";
  return PlaceAt(readings[*reading], TakeItem(field, path));
}

NamespacedName NameOf(const objects::FoundAutoscaler& found) {
  const v1::ObjectMeta& metadata = found.autoscaler.metadata();
  return {metadata.namespace_(), metadata.name().empty() ? "-" : metadata.name()};
}

std::string SubjectOf(const objects::FoundAutoscaler& found) {
  return absl::StrCat(kAutoscalerKind, " ", NameOf(found).Full());
}

absl::StatusOr<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::Span<const size_t> places,
                                        absl::string_view wanted) {
  if (IsProbablyAPath(wanted)) {
    return absl::InvalidArgumentError(absl::StrCat("\"", wanted, "\" is not an autoscaler; write -f before each path"));
  }
  std::vector<NamespacedName> names;
  names.reserve(places.size());
  for (const size_t place : places) names.push_back(NameOf(objects.autoscalers[place]));
  const absl::StatusOr<size_t> chosen = ChooseNamed(names, kAutoscalerKind, wanted);
  if (!chosen.ok()) return chosen.status();
  return places[*chosen];
}

bool IsUsable(const objects::FoundAutoscaler& found, const Places& places, Screen& err) {
  PrintUnreadableAnnotations(found, err);
  return IsDecidable(found, places, err);
}

}  // namespace cpsizer::cli
