#include "client/replicas/hpa_options.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::replicas {
namespace {

using Options = v1::RecommendReplicasOptions;

std::string Seconds(int seconds) {
  return absl::FormatDuration(absl::Seconds(seconds));
}

std::vector<HpaOption> MakeHpaOptions() {
  return {
      {"--horizontal-pod-autoscaler-downscale-stabilization", "options.downscaleStabilization",
       HpaOptionForm::kDuration, Seconds(kDefaultDownscaleStabilizationSeconds),
       "How long an earlier, higher recommendation limits scaling down",
       "as in kube-controller-manager: how long an earlier, higher recommendation limits scaling down",
       [](const std::string& text, Options& options) { options.set_downscale_stabilization(text); }},
      {"--horizontal-pod-autoscaler-tolerance", "options.tolerance", HpaOptionForm::kNumber,
       absl::StrCat(kDefaultTolerance), "How far a metric may be from its target without causing a rescale",
       "as in kube-controller-manager: how far a metric may be from its target without causing a rescale",
       [](const std::string& text, Options& options) { options.set_tolerance(text); }},
      {"--horizontal-pod-autoscaler-cpu-initialization-period", "options.cpuInitializationPeriod",
       HpaOptionForm::kDuration, Seconds(kDefaultCpuInitializationPeriodSeconds),
       "Time after the start of a pod in which its CPU samples are used only if the pod is ready",
       "as in kube-controller-manager: time after the start of a pod in which its CPU samples are used only if the pod "
       "is ready",
       [](const std::string& text, Options& options) { options.set_cpu_initialization_period(text); }},
      {"--horizontal-pod-autoscaler-initial-readiness-delay", "options.initialReadinessDelay", HpaOptionForm::kDuration,
       Seconds(kDefaultInitialReadinessDelaySeconds),
       "Time after the start of a pod in which the pod, if it becomes unready, is treated as not yet ready",
       "as in kube-controller-manager: time after the start of a pod in which the pod, if it becomes unready, is "
       "treated as not yet ready",
       [](const std::string& text, Options& options) { options.set_initial_readiness_delay(text); }},
  };
}

}  // namespace

absl::Span<const HpaOption> HpaOptions() {
  static const std::vector<HpaOption>& options = *new std::vector<HpaOption>(MakeHpaOptions());  // NOLINT: never freed
  return options;
}

v1::RecommendReplicasOptions DefaultHpaOptions() {
  v1::RecommendReplicasOptions options;
  for (const HpaOption& option : HpaOptions()) option.set(option.default_value, options);
  return options;
}

}  // namespace cpsizer::replicas
