#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_VALIDATOR_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_VALIDATOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/timers.h"
#include "client/sidecar/control/service_health.h"
#include "client/sidecar/control/slow_retry.h"
#include "client/sidecar/control/write/writes.h"
#include "client/sidecar/size/configuration_state.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/stored_fields.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::sidecar {

// Sends each new configuration with its MachineSets to the service for validation. If no other field manager owns the
// condition of the configuration, the validator writes the result to the condition. If the configuration is not valid,
// the validator also records an event. Errors in fields that no decision reads do not hold sizes.
class ConfigurationValidator {
 public:
  struct Options {
    v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
    bool enforce = true;  // if false, nothing is written
  };

  // Calls `validated` after each new state other than kUnknown. `health` must outlive this object.
  ConfigurationValidator(const Dependencies& dependencies, ServiceHealth& health, const Options& options,
                         std::function<void()> validated);
  ~ConfigurationValidator();
  ConfigurationValidator(const ConfigurationValidator&) = delete;
  ConfigurationValidator& operator=(const ConfigurationValidator&) = delete;

  // Reads the configuration from the cache. Does nothing if the configuration and its condition have not changed. If
  // `machine_sets_known` is false, no decision can be made until the MachineSets that the configuration needs are
  // known.
  void Update(bool machine_sets_known);
  // Adds the fields that the previous leader stored. Must be called when this process leads, before the first decision.
  // Update() must be called afterwards.
  void RestoreFields();
  // Reads the configuration again with the same `machine_sets_known`.
  void Update() { Update(machine_sets_known_); }

  ConfigurationState state() const { return state_; }
  // Returns one sentence that explains why the state is not kValid.
  const std::string& problem() const { return problem_; }
  // Returns a number that changes with each new configuration.
  int64_t epoch() const { return epoch_; }
  // Returns the configuration and the MachineSets for requests. Must be called only while CanDecide(state()).
  const v1::ValidateConfigRequest& inputs() const { return inputs_; }
  // Returns the reason why no cluster may get a smaller size: the configuration has lost fields. Empty if it has not.
  const std::string& lost_fields() const { return fields_.problem(); }

 private:
  // Compares the fields of the configuration with its earlier fields. Returns false if the result depends on the schema
  // of the CRD, which is then being read.
  bool ObserveFields(const Configuration& configuration);
  // Reads the schema again later: soon after a failure that can pass, and once a minute after a refusal.
  void RetrySchema(const absl::Status& status);
  void RefreshSchemaAfter(absl::Duration wait);
  void OnSchema(const std::string& version, const absl::StatusOr<StoredSchema>& schema);
  // Reports that fields were lost, or that they are no longer lost.
  void ReportFields();
  void SetState(ConfigurationState state, std::string problem);
  // Sets the state of a configuration that is not sent to the service.
  void SetUnvalidated(ConfigurationState state, std::string problem);
  void Validate();
  void OnResponse(absl::StatusOr<v1::ValidateConfigResponse> response);
  void UpdateCondition();
  // `version` is the resource version of the configuration from which the write was planned.
  void ConditionWritten(const std::string& version, const WriteResponse& response);
  // Records the problem as one event, as soon as this process may write.
  void RecordProblem();
  // Records an event about the configuration, which must exist. Returns false if this process may not write now.
  bool Warn(absl::string_view reason, std::string note);
  void LogUsable(const v1::ValidateConfigResponse& response);

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
  std::string fingerprint_;  // fingerprint of `inputs_`
  StoredFields fields_;
  bool restored_ = false;    // true if `fields_` has the fields of the previous leader
  std::string stored_text_;  // the text that was last stored on the lease
  bool reading_schema_ = false;
  std::string schema_version_;    // resource version of the configuration for which the schema could not be read
  std::string reported_fields_;   // the last problem of `fields_` in the log
  bool recorded_fields_ = false;  // true if `reported_fields_` was recorded as an event
  kube::Timers::Id schema_retry_ = 0;
  kube::Backoff schema_backoff_{kRetryBackoff};
  v1::Condition verdict_;  // empty until the service has responded
  // The last logged verdict with which sizes are decided; empty after a different verdict.
  std::string logged_usable_;
  bool recorded_ = false;  // true if the problem was recorded
  // True if a failure of the service was logged after its last response.
  bool logged_failure_ = false;
  Writes writes_;                // of the condition; one at a time
  std::string written_version_;  // resource version from which the last successful write was planned
  kube::Timers::Id retry_ = 0;
  kube::Backoff write_backoff_{kRetryBackoff};  // for writes of the condition
  bool logged_write_failure_ = false;           // true if a failure was logged since the last success
  kube::Timers::Id write_retry_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_VALIDATOR_H_
