#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/replicas/series.h"
#include "client/cli/replicas/simulated_target.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// What happened at one time of a series.
struct SimulatedRow {
  std::string time;
  absl::Time at;
  int pods = 0;   // before the decision
  int ready = 0;  // of those
  // What each column measured: as the series says it, or each pod's part of a total. Empty where nothing was measured.
  std::vector<std::string> measured;
  absl::optional<int> proposal;  // of the metric that wins
  int desired = 0;
  v1::ReplicasOutcome outcome = v1::REPLICAS_OUTCOME_UNSPECIFIED;
  std::vector<v1::ReplicasStep> steps;  // what changed the proposal
  std::string summary;
  std::string shown_summary;  // the same with amounts as people read them
};

// What the rows say together.
struct SimulationSummary {
  int changes = 0;
  int turns = 0;  // from up to down or from down to up
  // The longest time with fewer ready pods than the load asked for, from the first to the last such row or the row that
  // ended it, and where it began.
  absl::Duration lag = absl::ZeroDuration();
  std::string lag_since;
  bool lag_ends = true;  // within the series
};

// An autoscaler carried through a series: what it decides at one row is there at the next.
class Simulation {
 public:
  // `question` holds the autoscaler, the options and nothing of what is observed; `metrics` are those of its spec, or
  // the default. All must outlive this.
  Simulation(const Series& series, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
             const v1::RecommendReplicasRequest& question, SimulatedTarget target, BlockingService& client)
      : series_(series), metrics_(metrics), question_(question), target_(std::move(target)), client_(client) {}

  // Why a percentage, or an amount, in the series says nothing about the pods; empty where all do. `has_manifest` says
  // that the pods of the target request what its manifest does; else they are made up.
  std::string WhyNotMeasurable(bool has_manifest) const;

  // Decides at the row. Errors: those of the service; FailedPrecondition where the decision before made more pods than
  // the next one may look at. The rows before stay.
  absl::Status Step(const SeriesRow& row);

  const std::vector<SimulatedRow>& rows() const { return rows_; }

 private:
  // What each ready pod is measured at in a column; absent where nothing was measured.
  absl::optional<Nanos> AmountOf(size_t column, const SeriesValue& value, int ready) const;
  void AddMetrics(const SeriesRow& row, v1::RecommendReplicasRequest& request, SimulatedRow& result) const;
  void Record(const v1::RecommendReplicasResponse& response, SimulatedRow& result) const;

  const Series& series_;
  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics_;
  const v1::RecommendReplicasRequest& question_;
  SimulatedTarget target_;
  absl::Status resized_;  // by the decision before, or by the row
  BlockingService& client_;
  std::vector<SimulatedRow> rows_;
  // Handed on from row to row.
  absl::optional<v1::ReplicasHistory> history_;
  absl::optional<v1::ReplicasStatus> status_;
};

SimulationSummary Summarize(const std::vector<SimulatedRow>& rows);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_H_
