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
  int pods = 0;   // the number of pods before the decision
  int ready = 0;  // the number of these pods that are ready
  // The measured value of each column: for a column of totals, the value of each pod; for other columns, the value in
  // the series. Empty if nothing was measured.
  std::vector<std::string> measured;
  absl::optional<int> proposal;  // the proposal of the winning metric
  int desired = 0;
  v1::ReplicasOutcome outcome = v1::REPLICAS_OUTCOME_UNSPECIFIED;
  std::vector<v1::ReplicasStep> steps;  // the steps that changed the proposal
  std::string summary;
  std::string shown_summary;  // `summary` with amounts in human-readable form
};

// Runs an autoscaler over a series. The decision at one row is applied before the next row.
class Simulation {
 public:
  // `base_request` contains the autoscaler and the options, without observations. `metrics` are the metrics of the
  // spec, or the default metric. With `has_manifest`, the pods have the requests of the manifest of the target. Without
  // a manifest, the simulation sets the requests. `series`, `metrics`, `base_request` and `client` must outlive this.
  Simulation(const Series& series, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
             const v1::RecommendReplicasRequest& base_request, SimulatedTarget target, bool has_manifest,
             BlockingService& client)
      : series_(series),
        metrics_(metrics),
        base_request_(base_request),
        target_(std::move(target)),
        has_manifest_(has_manifest),
        client_(client) {}

  // Returns whether there is a decision for each row of the series.
  bool done() const { return rows_.size() == series_.rows.size(); }

  // If the simulation cannot use a percentage or an amount in the series, because the requests of the pods are not
  // known, returns the reason. If it can use all values, returns an empty text.
  std::string Prepare() const;

  // Returns the index of the row of the next decision.
  size_t row() const { return rows_.size(); }

  // Makes the decision at row(). Errors: the errors of the service; FailedPrecondition if the previous decision set
  // more pods than a decision accepts. After an error, the previous decisions are still available.
  absl::Status Decide();

  const std::vector<SimulatedRow>& decisions() const { return rows_; }

 private:
  std::string WhyNotMeasurable() const;
  // Returns the amount of `value`, a value of `column`. For a column of totals, returns the amount of each ready pod.
  // Returns nothing if nothing was measured.
  absl::optional<Nanos> AmountOf(size_t column, const SeriesValue& value, int ready) const;
  void AddMetrics(const SeriesRow& row, v1::RecommendReplicasRequest& request, SimulatedRow& result) const;
  void Record(const v1::RecommendReplicasResponse& response, SimulatedRow& result) const;

  const Series& series_;
  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics_;
  const v1::RecommendReplicasRequest& base_request_;
  SimulatedTarget target_;
  const bool has_manifest_;
  absl::Status resized_;  // the result of the last Resize(), after a decision or for the pods of a row
  BlockingService& client_;
  std::vector<SimulatedRow> rows_;
  // The history and the status are passed from one row to the next.
  absl::optional<v1::ReplicasHistory> history_;
  absl::optional<v1::ReplicasStatus> status_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_H_
