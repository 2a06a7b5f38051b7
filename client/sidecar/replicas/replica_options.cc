#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/replicas/feature_gates.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "cpsizer/quantity.h"

namespace cpsizer::sidecar {
namespace {

using server::Choice;
using server::Flag;
using server::SetChoice;

absl::Status SetHpaOption(const replicas::HpaOption& option, absl::string_view text,
                          v1::RecommendReplicasOptions& request_options) {
  if (option.form == replicas::HpaOptionForm::kDuration) {
    absl::Duration duration;
    absl::Status status = server::SetDuration(text, absl::ZeroDuration(), duration);
    option.set(absl::FormatDuration(duration), request_options);
    return status;
  }
  Quantity quantity;
  if (ParseQuantity(text, quantity) != QuantityError::kNone || quantity.nanos < 0) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a number of at least 0, such as 0.1"));
  }
  option.set(std::string(text), request_options);
  return absl::OkStatus();
}

Flag HpaFlag(const replicas::HpaOption& option, v1::RecommendReplicasOptions& request_options) {
  const bool is_duration = option.form == replicas::HpaOptionForm::kDuration;
  return {option.flag, is_duration ? "DURATION" : "NUMBER", option.default_value, option.inherited_description,
          [&option, &request_options](absl::string_view text) { return SetHpaOption(option, text, request_options); }};
}

absl::Status SetZeroReplicasRule(absl::string_view text, v1::RecommendReplicasOptions& request_options) {
  const auto& [condition, min_replicas] = replicas::kZeroReplicasRules;
  v1::ReplicasZeroRule rule = v1::REPLICAS_ZERO_RULE_UNSPECIFIED;
  absl::Status status = SetChoice(text,
                                  {Choice<v1::ReplicasZeroRule>{condition.name, condition.value},
                                   Choice<v1::ReplicasZeroRule>{min_replicas.name, min_replicas.value}},
                                  rule);
  request_options.set_zero_replicas_rule(rule);
  return status;
}

// Returns the description of --feature-gates. A Flag keeps only a view of it.
absl::string_view FeatureGatesDescription() {
  static const auto& text = *new std::string(
      absl::StrCat("as in kube-controller-manager; only the gates that decisions use; the default of each is ",
                   replicas::kDefaultFeatureGates));
  return text;
}

}  // namespace

// Each flag that also exists in kube-controller-manager has the same name and the same default here.
std::vector<Flag> ReplicaOptions::Flags() {
  std::vector<Flag> flags;
  for (const replicas::HpaOption& option : replicas::HpaOptions()) flags.push_back(HpaFlag(option, request_options));
  flags.push_back({"--feature-gates", "NAME=true|false,...", "", FeatureGatesDescription(),
                   [this](absl::string_view text) { return replicas::SetFeatureGates(text, request_options); }});
  flags.push_back({"--zero-replicas-rule", "RULE", "",
                   "what lets an autoscaler scale its target up from zero replicas: scaled-to-zero-condition "
                   "(Kubernetes v1.36 and later) or min-replicas (earlier versions); the default is the rule of the "
                   "version of the API server",
                   [this](absl::string_view text) { return SetZeroReplicasRule(text, request_options); }});
  return flags;
}

}  // namespace cpsizer::sidecar
