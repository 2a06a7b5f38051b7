#ifndef CPSIZER_CLIENT_HISTORY_FIT_EVALUATOR_H_
#define CPSIZER_CLIENT_HISTORY_FIT_EVALUATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/history/fit/resource.h"
#include "client/history/fit/setting.h"
#include "client/history/replay/demand_log.h"
#include "client/history/replay/replay_report.h"
#include "client/history/series/sample.h"
#include "client/service/blocking_service.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::history {

// The cost of a configuration in the time of a history, and the figures that have targets.
struct FitFigures {
  double cost = 0;                // in the unit of the prices, rounded to thousandths
  double short_ratio = 0;         // the part of the time of all clusters in which they were short
  double reversals_per_week = 0;  // the mean of the clusters
  int64_t transitions = 0;

  friend bool operator==(const FitFigures&, const FitFigures&) = default;
};

struct EvaluatorOptions {
  // The present configuration, the MachineSets and the options of decisions.
  v1::BatchRecommendSizeRequest present;
  FitKind kind = FitKind::kFractions;
  // The resources that count for the time short.
  std::vector<Resource> resources;
  bool immediate = false;                                      // TransitionRules::immediate
  absl::flat_hash_set<std::string> unscheduled;                // TransitionRules::unscheduled
  absl::flat_hash_map<std::string, std::string> sizes_before;  // TransitionRules::sizes_before
  absl::Duration reversal_window = absl::Hours(24);
  // The price of an hour of a node of each size. Empty: the capacity of a node, relative to the smallest size. The mean
  // of both resources counts.
  Prices prices;
};

// Replays recorded changes of demand with other configurations. Not thread-safe.
//
// A cluster is short while its demand is above the amount that the kube-apiserver can use on its nodes: the capacity,
// multiplied by the usable fraction. This amount does not depend on the fractions of a configuration, because otherwise
// the largest fractions would always be the best. If fractions are changed, a cluster at the largest size is not short:
// no fraction can give it more.
class Evaluator {
 public:
  // All but `options` must outlive this object.
  Evaluator(EvaluatorOptions options, const DemandLog& log, const Names& clusters, BlockingService& service);

  // Reads the present sizes, whose fractions are the usable fractions. Must be called first. Errors: those of
  // Decider::ReadSizes().
  absl::Status ReadSizes();

  // The present sizes.
  absl::Span<const FitSize> sizes() const { return sizes_; }

  // Replaces a usable fraction.
  void SetUsable(Resource resource, int size, int percent);

  // Returns the figures of a configuration with the same sizes as the present one. Errors: those of Decider and
  // MakeTransitionRules().
  absl::StatusOr<FitFigures> Evaluate(const v1::ClusterSizingConfiguration& config) const;

  // Returns the price of an hour of a node of each present size.
  const Prices& prices() const { return prices_; }

 private:
  // Returns the sizes with the amounts that the kube-apiserver can use.
  std::vector<ReplaySize> MeasuredSizes(const Decider& decider, absl::Span<const FitSize> sizes) const;
  // Returns the prices of sizes whose capacities may differ from the present ones.
  Prices PricesOf(absl::Span<const FitSize> sizes) const;

  const EvaluatorOptions options_;
  const DemandLog& log_;
  const Names& clusters_;
  BlockingService& service_;
  std::vector<FitSize> sizes_;
  PerResource<std::vector<Nanos>> usable_;  // by the number of the size
  Prices prices_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_EVALUATOR_H_
