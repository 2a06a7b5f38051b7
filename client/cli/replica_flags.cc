#include "client/cli/replica_flags.h"

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/complain.h"
#include "client/cli/flags.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"
#include "server/nearest_name.h"

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

using Options = v1::RecommendReplicasOptions;
constexpr std::pair<absl::string_view, void (Options::*)(bool)> kGates[] = {
    {"HPAScaleToZero", &Options::set_scale_to_zero},
    {"HPAConfigurableTolerance", &Options::set_configurable_tolerance},
    {"PodLevelResources", &Options::set_pod_level_resources}};

// Sets the gates of `text`, `NAME=true,NAME=false`. What is wrong with it; empty where nothing is.
std::string SetGates(const std::string& text, Options& options) {
  std::vector<absl::string_view> known;
  for (const auto& [name, set] : kGates) known.push_back(name);
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> gate = absl::StrSplit(part, absl::MaxSplits('=', 1));
    if (gate.second != "true" && gate.second != "false") {
      return absl::StrCat("\"", part, "\" is no feature gate; write NAME=true or NAME=false");
    }
    bool found = false;
    for (const auto& [name, set] : kGates) {
      if (name != gate.first) continue;
      (options.*set)(gate.second == "true");
      found = true;
    }
    if (!found) {
      return absl::StrCat("\"", gate.first, "\" is no feature gate that a decision looks at; there are ",
                          absl::StrJoin(known, ", "), server::DidYouMean(gate.first, known));
    }
  }
  return "";
}

}  // namespace

v1::RecommendReplicasOptions ControllerFlags::Options() const {
  v1::RecommendReplicasOptions options;
  if (downscale_stabilization.has_value()) options.set_downscale_stabilization(*downscale_stabilization);
  if (tolerance.has_value()) options.set_tolerance(*tolerance);
  if (cpu_initialization_period.has_value()) options.set_cpu_initialization_period(*cpu_initialization_period);
  if (initial_readiness_delay.has_value()) options.set_initial_readiness_delay(*initial_readiness_delay);
  options.set_zero_replicas_rule(zero_replicas_rule);
  if (!feature_gates.empty()) SetGates(feature_gates, options);
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
        return SetGates(text, ignored);
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
