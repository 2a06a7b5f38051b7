#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_VALIDATOR_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_VALIDATOR_H_

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
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/plan.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

// Lets the service validate each new configuration with its MachineSets. Reports the verdict in the condition, if the
// sidecar owns it, and with an event if the configuration is not valid.
class ConfigurationValidator {
 public:
  struct Options {
    v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
    bool enforce = true;  // otherwise nothing is written
  };

  // Calls `validated` after each new state other than kUnknown. Must not outlive `health`.
  ConfigurationValidator(const Dependencies& dependencies, ServiceHealth& health, const Options& options,
                         std::function<void()> validated);
  ~ConfigurationValidator();
  ConfigurationValidator(const ConfigurationValidator&) = delete;
  ConfigurationValidator& operator=(const ConfigurationValidator&) = delete;

  // Reads the configuration in the cache. Does nothing unless the configuration or its condition has changed. Until all
  // MachineSets that it needs are known, nothing can be decided from it.
  void Update(bool machine_sets_known);
  // Reads it again with the same `machine_sets_known`.
  void Update() { Update(machine_sets_known_); }

  ConfigurationState state() const { return state_; }
  // Returns one sentence about a state that is not kValid.
  const std::string& problem() const { return problem_; }
  // Returns a number that changes with each new configuration.
  int64_t epoch() const { return epoch_; }
  // Configuration and MachineSets for requests; only while the state is kValid.
  const v1::ValidateConfigRequest& inputs() const { return inputs_; }
  // Returns the missing CPU capacity, if it keeps CPU out of all decisions; only while the state is kValid.
  const absl::optional<MissingCpu>& missing_cpu() const { return missing_cpu_; }

 private:
  void SetState(ConfigurationState state, std::string problem);
  void Validate();
  void TakeVerdict(absl::StatusOr<v1::ValidateConfigResponse> response);
  void UpdateCondition();
  void ConditionWritten(const absl::Status& status);
  // Records the problem as an event: once, as soon as this process may write.
  void RecordProblem();
  void LogValid(const v1::ValidateConfigResponse& response);

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
  v1::Condition verdict_;        // empty until the service has responded
  std::string logged_valid_;     // the last logged verdict "valid"; empty after another one
  bool recorded_ = false;        // whether the problem was recorded
  bool logged_failure_ = false;  // a failure of the service was logged since its last response
  bool writing_ = false;
  kube::Timers::Id retry_ = 0;
  kube::Backoff write_backoff_{kRetryBackoff};  // for writes of the condition
  bool logged_write_failure_ = false;           // since the last success
  kube::Timers::Id write_retry_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_VALIDATOR_H_
