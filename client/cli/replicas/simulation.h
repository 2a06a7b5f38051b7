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

// The decision at one time of a series.
struct SimulatedRow {
  std::string time;
  absl::Time at;
  int pods = 0;   // before the decision
  int ready = 0;  // ready ones among them
  // The measured value of each column: as in the series, or each pod's part of a total. Empty if nothing was
  // measured.
  std::vector<std::string> measured;
  absl::optional<int> proposal;  // of the winning metric
  int desired = 0;
  v1::ReplicasOutcome outcome = v1::REPLICAS_OUTCOME_UNSPECIFIED;
  std::vector<v1::ReplicasStep> steps;  // the steps that changed the proposal
  std::string summary;
  std::string shown_summary;  // the summary with human-readable amounts
};

// The summary of all rows.
struct SimulationSummary {
  int changes = 0;
  int turns = 0;  // from up to down or from down to up
  // The longest time with fewer ready pods than the load required, from the first to the last such row or the row
  // that ended it, and its start.
  absl::Duration lag = absl::ZeroDuration();
  std::string lag_since;
  bool lag_ends = true;  // ends within the series
};

// Runs an autoscaler over a series: the decision at one row is applied before the next.
class Simulation {
 public:
  // `base_request` contains the autoscaler and the options, without observations; `metrics` are those of its spec, or
  // the default. All must outlive this.
  Simulation(const Series& series, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
             const v1::RecommendReplicasRequest& base_request, SimulatedTarget target, BlockingService& client)
      : series_(series), metrics_(metrics), base_request_(base_request), target_(std::move(target)), client_(client) {}

  // Returns why a percentage, or an amount, in the series cannot be measured; empty if all can. With `has_manifest`
  // the pods of the target have the requests of its manifest; else the requests are invented.
  std::string WhyNotMeasurable(bool has_manifest) const;

  // Decides at the row. Errors: those of the service; FailedPrecondition if the decision before made more pods than
  // the next one accepts. The previous rows remain.
  absl::Status Step(const SeriesRow& row);

  const std::vector<SimulatedRow>& rows() const { return rows_; }

 private:
  // Returns the measured value of each ready pod in a column; absent if nothing was measured.
  absl::optional<Nanos> AmountOf(size_t column, const SeriesValue& value, int ready) const;
  void AddMetrics(const SeriesRow& row, v1::RecommendReplicasRequest& request, SimulatedRow& result) const;
  void Record(const v1::RecommendReplicasResponse& response, SimulatedRow& result) const;

  const Series& series_;
  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics_;
  const v1::RecommendReplicasRequest& base_request_;
  SimulatedTarget target_;
  absl::Status resized_;  // the status of resizing after the last decision, or by the row
  BlockingService& client_;
  std::vector<SimulatedRow> rows_;
  // Passed from row to row.
  absl::optional<v1::ReplicasHistory> history_;
  absl::optional<v1::ReplicasStatus> status_;
};

SimulationSummary Summarize(const std::vector<SimulatedRow>& rows);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_H_
