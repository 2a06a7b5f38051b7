#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATION_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/machine/machine_series.h"
#include "client/cli/machine/simulated_machines.h"
#include "client/cli/machine/size_capacities.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// The limits of one simulation.
inline constexpr size_t kMaxSimulatedDecisions = 10'000;
inline constexpr int64_t kMaxSimulatedSamples = 2'000'000;

struct MachineDecision {
  absl::Time at;
  std::string time;            // the time in the format of the series
  size_t row = 0;              // the row that applies at this time
  v1::MachineLadderSize size;  // the size before the decision
  int machines = 0;
  int updated = 0;  // the number of machines that already have `size`
  v1::MachineOutcome outcome = v1::MACHINE_OUTCOME_UNSPECIFIED;
  v1::MachineReason reason = v1::MACHINE_REASON_UNSPECIFIED;
  absl::optional<v1::MachineLadderSize> target;  // absent if the size does not change
  bool wants_larger = false;                     // the triggers of scaleUp are met
  MachineTriggers triggers;                      // the results of the triggers, without their nodes
  std::string summary;

  // Returns the size that the machines must have after the decision.
  const v1::MachineLadderSize& SizeAfter() const { return target.has_value() ? *target : size; }
};

// Runs an autoscaler over a series: samples the nodes, makes the decisions, and replaces the machines when a decision
// changes the size.
class MachineSimulation {
 public:
  // `base_request` has the autoscaler and the options. `sample_interval` must be above 0, and the same as in the
  // options. All arguments except `machines` must outlive this.
  MachineSimulation(const MachineSeries& series, const SizeCapacities& capacities,
                    const v1::RecommendMachineRequest& base_request, absl::Duration sample_interval,
                    SimulatedMachines machines, BlockingService& client);

  // Returns whether the end of the series was reached.
  bool done() const { return next_decision_ > series_.rows.back().time; }

  // Samples the nodes up to the time of the next decision. If this decision cannot be made, returns the reason and what
  // to do. If it can be made, returns an empty text. Requires that done() is false.
  std::string Prepare();

  // Makes the decision that Prepare() prepared. Errors: the errors of the service; Internal if the response cannot be
  // used. After an error the previous decisions are still available.
  absl::Status Decide();

  const std::vector<MachineDecision>& decisions() const { return decisions_; }

  // Returns the end of the series, or the time of the last decision if a later decision could not be made.
  absl::Time end() const { return done() ? series_.rows.back().time : decisions_.back().at; }

  // Returns the index of the row of the series that applies now.
  size_t row() const { return row_; }

 private:
  std::string WhyNotMeasurable() const;
  std::string WhyTooManySamples() const;
  void EnterRowAt(absl::Time time);
  void SampleNodes(absl::Time time);
  v1::RecommendMachineRequest MakeRequest();
  absl::Status Take(v1::RecommendMachineResponse response);
  void Record(const v1::RecommendMachineResponse& response);

  const MachineSeries& series_;
  const bool has_amounts_;
  const SizeCapacities& capacities_;
  const v1::RecommendMachineRequest& base_request_;
  const absl::Duration interval_;
  SimulatedMachines machines_;
  BlockingService& client_;
  size_t row_ = 0;
  absl::Time next_sample_;
  absl::Time next_decision_;
  std::string last_scale_up_time_;
  std::string last_scale_down_time_;
  std::vector<MachineDecision> decisions_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATION_H_
