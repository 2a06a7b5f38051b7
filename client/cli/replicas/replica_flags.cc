#include "client/cli/replicas/replica_flags.h"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/base/complain.h"
#include "client/cli/base/flags.h"
#include "client/replicas/feature_gates.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"

namespace cpsizer::cli {
namespace {

constexpr char kDownscaleStabilization[] = "--horizontal-pod-autoscaler-downscale-stabilization";
constexpr char kTolerance[] = "--horizontal-pod-autoscaler-tolerance";
constexpr char kCpuInitializationPeriod[] = "--horizontal-pod-autoscaler-cpu-initialization-period";
constexpr char kInitialReadinessDelay[] = "--horizontal-pod-autoscaler-initial-readiness-delay";

// The fields of a request that flags alone set.
constexpr std::pair<absl::string_view, absl::string_view> kFlagOfField[] = {
    {"now", "--now"},
    {"options.downscaleStabilization", kDownscaleStabilization},
    {"options.tolerance", kTolerance},
    {"options.cpuInitializationPeriod", kCpuInitializationPeriod},
    {"options.initialReadinessDelay", kInitialReadinessDelay}};

constexpr Choice<v1::ZeroReplicasRule> kZeroRules[] = {
    {"scaled-to-zero-condition", v1::ZERO_REPLICAS_RULE_SCALED_TO_ZERO_CONDITION},
    {"min-replicas", v1::ZERO_REPLICAS_RULE_MIN_REPLICAS}};

}  // namespace

v1::RecommendReplicasOptions ControllerFlags::Options() const {
  v1::RecommendReplicasOptions options;
  if (downscale_stabilization.has_value()) options.set_downscale_stabilization(*downscale_stabilization);
  if (tolerance.has_value()) options.set_tolerance(*tolerance);
  if (cpu_initialization_period.has_value()) options.set_cpu_initialization_period(*cpu_initialization_period);
  if (initial_readiness_delay.has_value()) options.set_initial_readiness_delay(*initial_readiness_delay);
  options.set_zero_replicas_rule(zero_replicas_rule);
  // Checked as it was read.
  if (!feature_gates.empty()) server::SetFeatureGates(feature_gates, options).IgnoreError();
  return options;
}

void AddController(CLI::App& app, ControllerFlags& flags) {
  AddText(app, kDownscaleStabilization, flags.downscale_stabilization, "DURATION",
          "How long the highest recommendation counts on the way down; the default is 5m");
  AddText(app, kTolerance, flags.tolerance, "QUANTITY",
          "How far from its target a metric may be before it counts; the default is 0.1");
  AddText(app, kCpuInitializationPeriod, flags.cpu_initialization_period, "DURATION",
          "How long after its start the CPU samples of a pod are looked at closely; the default is 5m");
  AddText(app, kInitialReadinessDelay, flags.initial_readiness_delay, "DURATION",
          "How long after its start a pod that turned unready is not yet ready; the default is 30s");
  AddText(
      app, "--feature-gates", flags.feature_gates, "NAME=true|false,...",
      "Gates of the controller: HPAScaleToZero (off by default), HPAConfigurableTolerance and PodLevelResources (on)")
      .check([](const std::string& text) {
        v1::RecommendReplicasOptions ignored;
        return std::string(server::SetFeatureGates(text, ignored).message());
      });
  AddChoice(
      app, "--zero-replicas-rule", kZeroRules, flags.zero_replicas_rule,
      "What brings a target back from zero replicas: the condition ScaledToZero (v1.36 and later, the default), or "
      "minReplicas 0 (earlier)");
}

bool ReportFlags(const absl::Status& status, Screen& err) {
  google::rpc::BadRequest bad_request;
  ReadDetail(status, bad_request);
  bool any = false;
  for (const auto& violation : bad_request.field_violations()) {
    for (const auto& [field, flag] : kFlagOfField) {
      if (violation.field() != field) continue;
      ComplainError(absl::StrCat(flag, ": ", violation.description()), err);
      any = true;
    }
  }
  return any;
}

}  // namespace cpsizer::cli
