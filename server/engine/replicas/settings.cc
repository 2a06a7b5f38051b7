#include "server/engine/replicas/settings.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/replicas/read_values.h"
#include "server/engine/replicas/validate/check_autoscaler.h"
#include "server/engine/replicas/validate/read_version.h"

namespace cpsizer {
namespace {

// The feature gate HPAConfigurableTolerance cannot be disabled from this version.
constexpr int kToleranceLockedMinor = 37;

double ReadTolerance(absl::string_view text, absl::string_view path, double otherwise, Findings& findings) {
  const absl::optional<Quantity> tolerance =
      ReadQuantityFrom(0, text, {path}, Rule::kValueNegative, "is negative", findings);
  return tolerance.has_value() ? ApproximateDouble(*tolerance) : otherwise;
}

// Sets the feature gates and the rule of the version, and then those of the options.
void ReadVersioned(const v1::RecommendReplicasOptions& options, const v1::HorizontalPodAutoscaler& autoscaler,
                   ReplicasSettings& settings) {
  const ReplicasDefaults defaults = ReplicasDefaultsOf(settings.kubernetes_minor);
  const auto choose = [](bool given, bool value, bool otherwise) { return given ? value : otherwise; };
  settings.scale_to_zero = choose(options.has_scale_to_zero(), options.scale_to_zero(),
                                  defaults.scale_to_zero || ProvesScaleToZero(autoscaler));
  settings.configurable_tolerance =
      settings.kubernetes_minor >= kToleranceLockedMinor ||
      choose(options.has_configurable_tolerance(), options.configurable_tolerance(), defaults.configurable_tolerance);
  settings.pod_level_resources =
      choose(options.has_pod_level_resources(), options.pod_level_resources(), defaults.pod_level_resources);
  settings.zero_rule = defaults.zero_rule;
}

void ReadEnums(const v1::RecommendReplicasOptions& options, ReplicasSettings& settings, Findings& findings) {
  CheckEnum(v1::ReplicasZeroRule_IsValid(options.zero_replicas_rule()), options.zero_replicas_rule(),
            "options.zeroReplicasRule", findings);
  CheckEnum(v1::Detail_IsValid(options.detail()), options.detail(), "options.detail", findings);
  if (options.zero_replicas_rule() != v1::REPLICAS_ZERO_RULE_UNSPECIFIED) {
    settings.zero_rule = options.zero_replicas_rule();
  }
  if (options.detail() != v1::DETAIL_UNSPECIFIED) settings.detail = options.detail();
}

std::vector<ScalingPolicy> DefaultPolicies(bool up) {
  constexpr Nanos kPeriod = 15 * kSecond;
  if (up) return {{PolicyKind::kPods, 4, kPeriod}, {PolicyKind::kPercent, 100, kPeriod}};
  return {{PolicyKind::kPercent, 100, kPeriod}};
}

// Reads one direction. A field that is set takes precedence over its default.
ScalingRules ReadRules(const v1::HPAScalingRules& message, bool up, Nanos default_window) {
  ScalingRules rules;
  rules.window =
      message.has_stabilization_window_seconds() ? message.stabilization_window_seconds() * kSecond : default_window;
  if (message.select_policy() == "Min") rules.select = SelectPolicy::kMin;
  if (message.select_policy() == "Disabled") rules.select = SelectPolicy::kDisabled;
  for (const v1::HPAScalingPolicy& policy : message.policies()) {
    const PolicyKind kind = policy.type() == "Percent" ? PolicyKind::kPercent : PolicyKind::kPods;
    rules.policies.push_back({kind, policy.value(), policy.period_seconds() * kSecond});
  }
  if (rules.policies.empty()) rules.policies = DefaultPolicies(up);
  return rules;
}

}  // namespace

Nanos ScalingRules::LongestPeriod() const {
  Nanos longest = 0;
  for (const ScalingPolicy& policy : policies) longest = std::max(longest, policy.period);
  return longest;
}

ReplicasSettings ReadSettings(const v1::RecommendReplicasOptions& options,
                              const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings) {
  ReplicasSettings settings;
  settings.kubernetes_minor = ReadKubernetesVersion(options, "options.kubernetesVersion", findings);
  ReadVersioned(options, autoscaler, settings);
  const auto duration = [&](bool given, absl::string_view text, absl::string_view path, Nanos& value) {
    if (given) {
      value = ReadDuration(
          text, [&] { return std::string(path); }, findings);
    }
  };
  duration(options.has_downscale_stabilization(), options.downscale_stabilization(), "options.downscaleStabilization",
           settings.downscale_window);
  duration(options.has_cpu_initialization_period(), options.cpu_initialization_period(),
           "options.cpuInitializationPeriod", settings.cpu_initialization_period);
  duration(options.has_initial_readiness_delay(), options.initial_readiness_delay(), "options.initialReadinessDelay",
           settings.initial_readiness_delay);
  if (options.has_tolerance()) {
    settings.tolerance = ReadTolerance(options.tolerance(), "options.tolerance", settings.tolerance, findings);
  }
  ReadEnums(options, settings, findings);
  return settings;
}

ScalingSpec ReadScalingSpec(const v1::HorizontalPodAutoscalerSpec& spec, const ReplicasSettings& settings,
                            Findings& findings) {
  ScalingSpec read;
  read.min = MinReplicas(spec);
  read.max = spec.max_replicas();
  read.tolerances = {settings.tolerance, settings.tolerance};
  if (!spec.has_behavior()) return read;
  const v1::HPAScalingRules& up = spec.behavior().scale_up();
  const v1::HPAScalingRules& down = spec.behavior().scale_down();
  read.behavior = {ReadRules(up, /*up=*/true, 0), ReadRules(down, /*up=*/false, settings.downscale_window)};
  if (!settings.configurable_tolerance) return read;
  if (up.has_tolerance()) {
    read.tolerances.up = ReadTolerance(up.tolerance(), "spec.behavior.scaleUp.tolerance", settings.tolerance, findings);
  }
  if (down.has_tolerance()) {
    read.tolerances.down =
        ReadTolerance(down.tolerance(), "spec.behavior.scaleDown.tolerance", settings.tolerance, findings);
  }
  return read;
}

}  // namespace cpsizer
