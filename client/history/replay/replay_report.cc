#include "client/history/replay/replay_report.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace cpsizer::history {
namespace {

constexpr int kNodesOfAPair = 2;

void Count(int64_t milliseconds, ClusterTime& total) {
  if (milliseconds == 0) return;
  ++total.clusters;
  total.time += absl::Milliseconds(milliseconds);
}

void AddCluster(const ClusterTotals& totals, std::vector<SizeFigures>& sizes, FleetFigures& figures) {
  for (size_t i = 0; i < sizes.size(); ++i) sizes[i].cluster_time += absl::Milliseconds(totals.at_size[i]);
  Count(totals.at_size.back(), figures.without_size);
  Count(totals.absent, figures.absent);
  figures.increases += totals.increases;
  figures.decreases += totals.decreases;
  figures.reversals += totals.reversals;
  if (totals.reversals >= kFlappingReversals) ++figures.flapping;
  Count(totals.short_of_memory, figures.short_of_memory);
  Count(totals.short_of_cpu, figures.short_of_cpu);
  Count(totals.short_of_nodes, figures.short_of_nodes);
  Count(totals.short_of_any, figures.short_of_any);
  Count(totals.oversized, figures.oversized);
  Count(totals.with_outcome[kBestEffort], figures.best_effort);
  for (int kind = kFirstHold; kind < kOutcomeKinds; ++kind) {
    const int64_t time = totals.with_outcome[static_cast<size_t>(kind)];
    if (time > 0) Count(time, figures.without_recommendation[kind]);
  }
}

void AddNodes(absl::Span<const ReplaySize> sizes, absl::Duration span, const Prices& prices, FleetFigures& figures) {
  if (!prices.empty()) figures.cost = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    SizeFigures& size = figures.sizes[i];
    size.node_hours = kNodesOfAPair * (absl::ToDoubleHours(size.cluster_time) +
                                       static_cast<double>(sizes[i].placeholders) * absl::ToDoubleHours(span));
    figures.node_hours += size.node_hours;
    const auto price = prices.find(size.name);
    if (price == prices.end()) continue;
    size.cost = size.node_hours * price->second;
    *figures.cost += *size.cost;
  }
}

void AddDays(const FleetReplay& fleet, absl::Duration span, FleetFigures& figures) {
  figures.transitions = figures.increases + figures.decreases;
  if (span > absl::ZeroDuration()) {
    figures.transitions_per_day = static_cast<double>(figures.transitions) / (absl::ToDoubleHours(span) / 24);
  }
  for (const auto& [day, count] : fleet.transitions_by_day()) {
    if (count <= figures.transitions_of_busiest_day) continue;
    figures.busiest_day = day;
    figures.transitions_of_busiest_day = count;
  }
}

// The criteria of WorstFirst(); a smaller key is worse.
using Badness = std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, double>;

Badness BadnessOf(const ClusterTotals& totals) {
  return {
      -totals.short_of_any,  -totals.reversals,    -totals.with_outcome[kBestEffort], -totals.without_recommendation(),
      -totals.transitions(), totals.least_headroom};
}

}  // namespace

FleetFigures FiguresOf(absl::Duration span, const FleetReplay& fleet, const Prices& prices) {
  FleetFigures figures;
  figures.by = fleet.decider().by();
  figures.measured = fleet.decider().measured();
  const absl::Span<const ReplaySize> sizes = fleet.decider().sizes();
  for (const ReplaySize& size : sizes) figures.sizes.push_back({size.name});
  for (const ClusterTrack& track : fleet.tracks()) {
    if (track.begun()) AddCluster(track.totals(), figures.sizes, figures);
  }
  AddNodes(sizes, span, prices, figures);
  AddDays(fleet, span, figures);
  std::vector<SizeFigures> ordered(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) ordered[static_cast<size_t>(sizes[i].rank)] = figures.sizes[i];
  figures.sizes = std::move(ordered);
  return figures;
}

std::vector<uint32_t> WorstFirst(const Replay& replay) {
  std::vector<std::pair<Badness, uint32_t>> keys;
  const absl::Span<const ClusterTrack> tracks = replay.fleets().front()->tracks();
  for (uint32_t cluster = 0; cluster < tracks.size(); ++cluster) {
    if (!tracks[cluster].begun()) continue;
    Badness worst = BadnessOf(tracks[cluster].totals());
    for (const auto& fleet : replay.fleets()) worst = std::min(worst, BadnessOf(fleet->tracks()[cluster].totals()));
    keys.emplace_back(worst, cluster);
  }
  std::sort(keys.begin(), keys.end(), [&replay](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return replay.names().clusters.Name(a.second) < replay.names().clusters.Name(b.second);
  });
  std::vector<uint32_t> clusters;
  clusters.reserve(keys.size());
  for (const auto& [key, cluster] : keys) clusters.push_back(cluster);
  return clusters;
}

}  // namespace cpsizer::history
