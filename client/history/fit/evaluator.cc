#include "client/history/fit/evaluator.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "client/history/replay/logged_replay.h"
#include "client/history/transitions/transition_rules.h"

namespace cpsizer::history {
namespace {

constexpr double kHoursOfWeek = 7 * 24;

// Returns the mean of the capacities of `size`, each divided by that of `unit`. Resources without a capacity do not
// count.
double RelativeCapacity(const FitSize& size, const FitSize& unit) {
  double sum = 0;
  int count = 0;
  for (const Resource resource : kResources) {
    const auto& capacity = size.resources[Index(resource)];
    const auto& one = unit.resources[Index(resource)];
    if (!capacity.has_value() || !one.has_value() || one->capacity == 0) continue;
    sum += static_cast<double>(capacity->capacity) / static_cast<double>(one->capacity);
    ++count;
  }
  return count == 0 ? 1 : sum / count;
}

FitFigures Summarize(const FleetFigures& fleet) {
  absl::Duration time = fleet.without_size.time;
  for (const SizeFigures& size : fleet.sizes) time += size.cluster_time;
  FitFigures figures;
  figures.cost = std::round(fleet.cost.value_or(0) * 1000) / 1000;
  figures.transitions = fleet.transitions;
  if (time == absl::ZeroDuration()) return figures;
  figures.short_ratio = absl::FDivDuration(fleet.short_of_any.time, time);
  figures.reversals_per_week = static_cast<double>(fleet.reversals) / (absl::ToDoubleHours(time) / kHoursOfWeek);
  return figures;
}

}  // namespace

Evaluator::Evaluator(EvaluatorOptions options, const DemandLog& log, const Names& clusters, BlockingService& service)
    : options_(std::move(options)), log_(log), clusters_(clusters), service_(service) {}

absl::Status Evaluator::ReadSizes() {
  Decider decider(options_.present, service_);
  if (absl::Status status = decider.ReadSizes(); !status.ok()) return status;
  sizes_ = FitSizesOf(decider);
  for (const Resource resource : kResources) {
    for (const FitSize& size : sizes_) {
      const auto& capacity = size.resources[Index(resource)];
      usable_[Index(resource)].push_back(capacity.has_value() ? capacity->fraction : 0);
    }
  }
  prices_ = options_.prices;
  if (!prices_.empty()) return absl::OkStatus();
  for (const FitSize& size : sizes_) prices_[size.name] = RelativeCapacity(size, SmallestOf(sizes_));
  return absl::OkStatus();
}

void Evaluator::SetUsable(Resource resource, int size, int percent) {
  usable_[Index(resource)][static_cast<size_t>(size)] = Nanos{kNanosPerUnit} / 100 * percent;
}

absl::StatusOr<FitFigures> Evaluator::Evaluate(const v1::ClusterSizingConfiguration& config) const {
  v1::BatchRecommendSizeRequest request = options_.present;
  *request.mutable_cluster_sizing_configuration() = config;
  // A proposal is for a configuration whose fields the API server stores.
  request.mutable_cluster_sizing_configuration()->clear_status();
  Decider decider(std::move(request), service_);
  if (absl::Status status = decider.ReadSizes(); !status.ok()) return status;
  absl::StatusOr<TransitionRules> rules = MakeTransitionRules(config);
  if (!rules.ok()) return rules.status();
  rules->immediate = options_.immediate;
  rules->unscheduled = options_.unscheduled;
  rules->sizes_before = options_.sizes_before;
  LoggedReplay replay(log_, clusters_, decider, *std::move(rules), options_.reversal_window);
  const std::vector<FitSize> sizes = FitSizesOf(decider);
  replay.fleet().MeasureAgainst(MeasuredSizes(decider, sizes));
  if (absl::Status status = replay.Run(); !status.ok()) return status;
  const absl::Duration span = absl::Milliseconds(log_.end() - log_.begin());
  return Summarize(FiguresOf(span, replay.fleet(), PricesOf(sizes)));
}

std::vector<ReplaySize> Evaluator::MeasuredSizes(const Decider& decider, absl::Span<const FitSize> sizes) const {
  std::vector<ReplaySize> measured(decider.sizes().begin(), decider.sizes().end());
  const int last_rank = static_cast<int>(sizes.size()) - 1;
  for (size_t i = 0; i < measured.size(); ++i) {
    const bool never_short = options_.kind == FitKind::kFractions && sizes[i].rank == last_rank;
    PerResource<absl::optional<Nanos>> usable;
    for (const Resource resource : options_.resources) {
      const auto& capacity = sizes[i].resources[Index(resource)];
      if (never_short || !capacity.has_value()) continue;
      usable[Index(resource)] = capacity->capacity * usable_[Index(resource)][i] / kNanosPerUnit;
    }
    measured[i].memory = usable[Index(Resource::kMemory)];
    measured[i].cpu = usable[Index(Resource::kCpu)];
  }
  return measured;
}

Prices Evaluator::PricesOf(absl::Span<const FitSize> sizes) const {
  Prices prices = prices_;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto price = prices.find(sizes[i].name);
    if (price != prices.end()) price->second *= RelativeCapacity(sizes[i], sizes_[i]);
  }
  return prices;
}

}  // namespace cpsizer::history
