#include "client/cli/size/fleet_rows.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/size/resource_output.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

// Sorts rows by their value. Rows without a value come last.
template <typename ValueOf, typename Before>
void SortBy(const ValueOf& value_of, const Before& before, std::vector<FleetRow>& rows) {
  std::vector<std::pair<decltype(value_of(rows.front())), FleetRow>> keyed;
  keyed.reserve(rows.size());
  for (const FleetRow& row : rows) keyed.emplace_back(value_of(row), row);
  std::stable_sort(keyed.begin(), keyed.end(), [&before](const auto& a, const auto& b) {
    if (!a.first.has_value() || !b.first.has_value()) return a.first.has_value() && !b.first.has_value();
    return before(*a.first, *b.first);
  });
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = keyed[i].second;
}

absl::optional<Nanos> DemandOf(const FleetRow& row, Resource resource) {
  const std::string& demand = AssessmentOf(row.result->response(), resource).demand();
  Quantity quantity;
  if (demand.empty() || ParseQuantity(demand, quantity) != QuantityError::kNone) return absl::nullopt;
  return quantity.nanos;
}

absl::optional<double> LeastHeadroom(const FleetRow& row) {
  absl::optional<double> least;
  for (const Resource resource : kResources) {
    const v1::SizeAssessment& assessment = AssessmentOf(row.result->response(), resource);
    if (!assessment.in_play() || !assessment.has_headroom_ratio()) continue;
    least = std::min(least.value_or(assessment.headroom_ratio()), assessment.headroom_ratio());
  }
  return least;
}

// Returns the place of each size in the ladder. All responses of a fleet have the same ladder.
absl::flat_hash_map<std::string, int> PlacesOfSizes(const std::vector<FleetRow>& rows) {
  absl::flat_hash_map<std::string, int> places;
  for (const FleetRow& row : rows) {
    for (const v1::SizeRow& size : row.result->response().sizes()) {
      places.try_emplace(size.name(), static_cast<int>(places.size()));
    }
    if (!places.empty()) break;
  }
  return places;
}

void SortBySize(std::vector<FleetRow>& rows) {
  const absl::flat_hash_map<std::string, int> places = PlacesOfSizes(rows);
  const auto place_of = [&places](const FleetRow& row) -> absl::optional<int> {
    const auto place = places.find(row.size_after);
    return place == places.end() ? absl::nullopt : absl::make_optional(place->second);
  };
  SortBy(place_of, std::less<>(), rows);
}

void Sort(FleetOrder order, std::vector<FleetRow>& rows) {
  const auto by_demand = [&rows](Resource resource) {
    SortBy([resource](const FleetRow& row) { return DemandOf(row, resource); }, std::greater<>(), rows);
  };
  switch (order) {
    case FleetOrder::kNamespace:
      return;
    case FleetOrder::kName:
      std::stable_sort(rows.begin(), rows.end(),
                       [](const FleetRow& a, const FleetRow& b) { return a.cluster->name < b.cluster->name; });
      return;
    case FleetOrder::kSize:
      return SortBySize(rows);
    case FleetOrder::kMemory:
      return by_demand(Resource::kMemory);
    case FleetOrder::kCpu:
      return by_demand(Resource::kCpu);
    case FleetOrder::kHeadroom:
      return SortBy(LeastHeadroom, std::less<>(), rows);
  }
}

}  // namespace

FleetRow MakeRow(const objects::HostedCluster& cluster, const v1::BatchRecommendSizeResult& result,
                 const OperatorRules& rules) {
  return {&cluster, &result, rules.EffectOn(cluster), rules.SizeAfter(cluster, result.response())};
}

bool IsShown(const objects::HostedCluster& cluster, const v1::BatchRecommendSizeResult& result, const FleetView& view) {
  if (view.overrides && cluster.size_override.empty()) return false;
  // Without a response, the view cannot know whether the cluster belongs to it.
  if (view.shows_all() || !result.has_response()) return true;
  const v1::RecommendSizeResponse& response = result.response();
  const bool differs = !response.recommended_size().empty() && response.recommended_size() != SizeNow(cluster);
  return (!view.changed || differs) && (!view.held || response.outcome() == v1::SIZE_OUTCOME_HELD);
}

std::vector<FleetRow> SelectRows(absl::Span<const objects::HostedCluster> clusters,
                                 absl::Span<const v1::BatchRecommendSizeResult> results, const OperatorRules& rules,
                                 const FleetView& view) {
  std::vector<FleetRow> rows;
  rows.reserve(clusters.size());
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (IsShown(clusters[i], results[i], view)) rows.push_back(MakeRow(clusters[i], results[i], rules));
  }
  Sort(view.order, rows);
  return rows;
}

}  // namespace cpsizer::cli
