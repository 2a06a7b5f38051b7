#include "client/sidecar/size/configuration_validator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/sidecar/control/slow_retry.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/plan_condition.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kMissingProblem[] = "there is no ClusterSizingConfiguration with the name cluster";

// Returns a text that is the same for the same content. The text does not depend on the order of labels and annotations
// in memory.
std::string Fingerprint(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::io::StringOutputStream stream(&text);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return text;
}

v1::ValidateConfigRequest InputsOf(ClusterCache& cache, const Configuration& configuration,
                                   absl::string_view lost_fields, v1::SizeCpuPolicy cpu_policy) {
  v1::ValidateConfigRequest inputs;
  v1::ClusterSizingConfiguration& config = *inputs.mutable_cluster_sizing_configuration();
  config = configuration.config;
  // The state of this process, because the condition of the object may be older.
  if (!lost_fields.empty()) *config.mutable_status()->add_conditions() = FieldsCondition(configuration, lost_fields);
  inputs.set_cpu_policy(cpu_policy);
  if (!NeedsMachineSets(configuration.config)) return inputs;
  // Only the first MachineSet of a size is used, so the order is always the same.
  for (const MachineSet* const found : Sorted(cache.machine_sets())) {
    if (found->problem.empty()) *inputs.add_machine_sets() = found->machine_set;
  }
  return inputs;
}

bool IsAboutLostFields(const v1::Finding& finding) {
  return finding.rule() == kFieldsNotStored;
}

// Returns an error if the response has no verdict or is about another configuration, or if the service does not know
// the rule that holds sizes after a loss of fields.
absl::Status CheckVerdict(const absl::StatusOr<v1::ValidateConfigResponse>& response,
                          const v1::ValidateConfigRequest& inputs) {
  if (!response.ok()) return response.status();
  const int64_t generation = inputs.cluster_sizing_configuration().metadata().generation();
  if (response->condition().type().empty() || response->config_generation() != generation) {
    return absl::InternalError("the service returned no result for the configuration");
  }
  const bool lost = inputs.cluster_sizing_configuration().has_status();
  if (lost && std::none_of(response->findings().begin(), response->findings().end(), IsAboutLostFields)) {
    return absl::UnimplementedError(absl::StrCat("the service does not know the rule ", kFieldsNotStored,
                                                 "; upgrade it to the version of this sidecar"));
  }
  return absl::OkStatus();
}

}  // namespace

ConfigurationValidator::ConfigurationValidator(const Dependencies& dependencies, ServiceHealth& health,
                                               const Options& options, std::function<void()> validated)
    : dependencies_(dependencies),
      health_(health),
      options_(options),
      validated_(std::move(validated)),
      writes_(dependencies.send, dependencies.may_write) {}

ConfigurationValidator::~ConfigurationValidator() {
  *alive_ = false;
  dependencies_.loop.timers().Cancel(retry_);
  dependencies_.loop.timers().Cancel(write_retry_);
  dependencies_.loop.timers().Cancel(schema_retry_);
}

void ConfigurationValidator::Update(bool machine_sets_known) {
  machine_sets_known_ = machine_sets_known;
  const Configuration* configuration = dependencies_.cache.configuration();
  if (configuration == nullptr) return SetUnvalidated(ConfigurationState::kMissing, kMissingProblem);
  if (!configuration->problem.empty()) {
    return SetUnvalidated(ConfigurationState::kUnreadable,
                          absl::StrCat("ClusterSizingConfiguration cluster: ", configuration->problem));
  }
  if (!machine_sets_known) return SetUnvalidated(ConfigurationState::kUnknown, "the MachineSets are not known yet");
  if (!ObserveFields(*configuration)) {
    return SetUnvalidated(ConfigurationState::kUnknown, "the schema of the configuration is not known yet");
  }
  v1::ValidateConfigRequest inputs = InputsOf(dependencies_.cache, *configuration, lost_fields(), options_.cpu_policy);
  std::string fingerprint = absl::StrCat(configuration->uid, Fingerprint(inputs));
  if (fingerprint == fingerprint_) {
    RecordProblem();
    return UpdateCondition();
  }
  fingerprint_ = std::move(fingerprint);
  inputs_ = std::move(inputs);
  verdict_.Clear();
  SetState(ConfigurationState::kUnknown, "the service has not validated the configuration yet");
  Validate();
}

void ConfigurationValidator::SetState(ConfigurationState state, std::string problem) {
  const bool same = state == state_ && problem == problem_ && state != ConfigurationState::kUnknown;
  if (same) return RecordProblem();
  // Cancels the retry of the earlier validation.
  dependencies_.loop.timers().Cancel(retry_);
  ++epoch_;
  state_ = state;
  problem_ = std::move(problem);
  recorded_ = false;
  if (state == ConfigurationState::kUnknown) return;
  if (!CanDecide(state)) {
    logged_usable_.clear();
    dependencies_.log(LogLevel::kError, "holding all sizes", {{"reason", kConfigurationUnusable}, {"note", problem_}});
  }
  RecordProblem();
  validated_();
}

void ConfigurationValidator::SetUnvalidated(ConfigurationState state, std::string problem) {
  fingerprint_.clear();
  verdict_.Clear();
  SetState(state, std::move(problem));
}

void ConfigurationValidator::Validate() {
  dependencies_.loop.timers().Cancel(retry_);
  if (health_.busy_until() > dependencies_.loop.now()) {
    retry_ = dependencies_.loop.timers().At(health_.busy_until(), [this] { Validate(); });
    return;
  }
  ++dependencies_.counters.service_calls;
  dependencies_.service.ValidateConfig(
      inputs_, [this, alive = alive_, epoch = epoch_](absl::StatusOr<v1::ValidateConfigResponse> response) {
        if (*alive && epoch == epoch_) OnResponse(std::move(response));
      });
}

void ConfigurationValidator::OnResponse(absl::StatusOr<v1::ValidateConfigResponse> response) {
  if (const absl::Status status = CheckVerdict(response, inputs_); !status.ok()) {
    const absl::Duration wait = health_.Failed(status);
    dependencies_.log(!std::exchange(logged_failure_, true) ? LogLevel::kWarn : LogLevel::kDebug,
                      "failed to validate the configuration; holding all sizes",
                      {{"reason", kServiceFailed},
                       {"error", std::string(status.message())},
                       {"retryIn", absl::FormatDuration(wait)}});
    retry_ = dependencies_.loop.timers().At(dependencies_.loop.now() + wait, [this] { Validate(); });
    return;
  }
  health_.Answered();
  if (std::exchange(logged_failure_, false)) {
    dependencies_.log(LogLevel::kInfo, "the configuration can be validated again", {});
  }
  verdict_ = response->condition();
  const bool usable = response->valid() || response->decidable();
  if (usable) LogUsable(*response);
  if (response->valid()) {
    SetState(ConfigurationState::kValid, "");
  } else {
    SetState(usable ? ConfigurationState::kDecidable : ConfigurationState::kInvalid, verdict_.message());
    // Another version of the service may accept the configuration later, so the validation is repeated.
    retry_ = dependencies_.loop.timers().At(dependencies_.loop.now() + SlowRetryDelay(dependencies_.loop.random()),
                                            [this] { Validate(); });
  }
  UpdateCondition();
}

// Logs the same result only once, even if changes of MachineSets cause further validations.
void ConfigurationValidator::LogUsable(const v1::ValidateConfigResponse& response) {
  v1::ValidateConfigResponse warnings;
  warnings.set_config_generation(response.config_generation());
  if (!response.valid()) *warnings.mutable_condition() = response.condition();
  for (const v1::Finding& finding : response.findings()) {
    if (finding.severity() == v1::SEVERITY_WARNING && !IsAboutLostFields(finding)) *warnings.add_findings() = finding;
  }
  // The findings of the reader are about fields that a request does not have.
  if (const Configuration* configuration = dependencies_.cache.configuration(); configuration != nullptr) {
    for (const v1::Finding& finding : configuration->unknown_fields) {
      if (finding.severity() == v1::SEVERITY_WARNING) *warnings.add_findings() = finding;
    }
  }
  std::string news = Fingerprint(warnings);
  if (news == logged_usable_) return;
  logged_usable_ = std::move(news);
  dependencies_.log(response.valid() ? LogLevel::kInfo : LogLevel::kWarn,
                    response.valid() ? "the configuration is valid"
                                     : "the configuration has errors that no decision reads; sizes are decided",
                    WithoutEmpty({{"generation", absl::StrCat(warnings.config_generation())},
                                  {"warnings", absl::StrCat(warnings.findings_size())},
                                  {"note", response.valid() ? "" : response.condition().message()}}));
  for (const v1::Finding& warning : warnings.findings()) {
    dependencies_.log(LogLevel::kWarn, "a warning about the configuration",
                      {{"rule", warning.rule()}, {"path", warning.path()}, {"message", warning.message()}});
  }
}

}  // namespace cpsizer::sidecar
