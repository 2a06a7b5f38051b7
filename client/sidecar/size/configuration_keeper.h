#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_KEEPER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_KEEPER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/timers.h"
#include "client/sidecar/control/service_health.h"
#include "client/sidecar/control/slow_retry.h"
#include "client/sidecar/size/configuration_state.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/dependencies.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

// Lets the service validate each new configuration, with its MachineSets, and reports the verdict: by the condition if
// it is ours to write, by an event if the configuration is not valid.
class ConfigurationKeeper {
 public:
  struct Options {
    v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
    bool enforce = true;  // else nothing is written
  };

  // Calls `validated` after each new state other than kUnknown. Must not outlive `health`.
  ConfigurationKeeper(const Dependencies& dependencies, ServiceHealth& health, const Options& options, std::function<void()> validated);
  ~ConfigurationKeeper();
  ConfigurationKeeper(const ConfigurationKeeper&) = delete;
  ConfigurationKeeper& operator=(const ConfigurationKeeper&) = delete;

  // Looks at what the cache holds: nothing happens unless it is another configuration, or its condition another.
  // Until all MachineSets that it needs are known, nothing can be decided from it.
  void Look(bool machine_sets_known);
  // The same once more.
  void Look() { Look(machine_sets_known_); }

  ConfigurationState state() const { return state_; }
  // One sentence about a state that is not kValid.
  const std::string& problem() const { return problem_; }
  // Another number for every other configuration.
  int64_t epoch() const { return epoch_; }
  // Configuration and MachineSets for questions; only while the state is kValid.
  const v1::ValidateConfigRequest& inputs() const { return inputs_; }
  // Whether CPU is missing from all decisions that it should take part in; only while the state is kValid.
  const absl::optional<MissingCpu>& missing_cpu() const { return missing_cpu_; }

 private:
  void SetState(ConfigurationState state, std::string problem);
  void Judge();
  void TakeVerdict(absl::StatusOr<v1::ValidateConfigResponse> response);
  void TendCondition();
  void ConditionWritten(const absl::Status& status);
  // As an event: once, and as soon as this process may write.
  void RecordProblem();
  void TellValid(const v1::ValidateConfigResponse& response);

  const Dependencies dependencies_;
  ServiceHealth& health_;
  const Options options_;
  const std::function<void()> validated_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  ConfigurationState state_ = ConfigurationState::kUnknown;
  std::string problem_;
  bool machine_sets_known_ = true;
  int64_t epoch_ = 0;
  v1::ValidateConfigRequest inputs_;
  std::string fingerprint_;  // of inputs_
  absl::optional<MissingCpu> missing_cpu_;
  v1::Condition verdict_;      // empty until the service has said
  std::string told_valid_;     // what was said last of a valid one; empty where it was not valid since
  bool recorded_ = false;      // the problem
  bool told_failure_ = false;  // of the service, since it answered
  bool writing_ = false;
  kube::Timers::Id retry_ = 0;
  kube::Backoff write_backoff_{kRetryBackoff};  // of the condition
  bool told_write_failure_ = false;             // since the last success
  kube::Timers::Id write_retry_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_KEEPER_H_
