#include "tests/engine/cluster_autoscaler/autoscaler_flags.h"

#include <cstdint>
#include <map>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"

namespace cpsizer::testing {
namespace {

enum class FlagType { kString, kBool, kInt, kDuration, kPart, kRange, kGpuRange, kExpanders };

struct AutoscalerFlag {
  FlagType type;
  bool repeats = false;
};

// Source: cluster-autoscaler/config/flags/flags.go of kubernetes/autoscaler. Contains only the flags that a plan can
// contain, and flags that must not be used together with one of them.
const std::map<absl::string_view, AutoscalerFlag>& Flags() {
  static const auto& flags = *new std::map<absl::string_view, AutoscalerFlag>{
      {"logtostderr", {FlagType::kBool}},
      {"record-duplicated-events", {FlagType::kBool}},
      {"cloud-provider", {FlagType::kString}},
      {"namespace", {FlagType::kString}},
      {"leader-elect-lease-duration", {FlagType::kDuration}},
      {"leader-elect-renew-deadline", {FlagType::kDuration}},
      {"leader-elect-retry-period", {FlagType::kDuration}},
      {"scale-up-from-zero-default-arch", {FlagType::kString}},
      {"max-bulk-soft-taint-count", {FlagType::kInt}},
      {"kube-api-content-type", {FlagType::kString}},
      {"node-group-auto-discovery", {FlagType::kString, true}},
      {"enable-provisioning-requests", {FlagType::kBool}},
      {"startup-taint", {FlagType::kString, true}},
      {"max-graceful-termination-sec", {FlagType::kInt}},
      {"drain-priority-config", {FlagType::kString}},
      {"max-node-provision-time", {FlagType::kDuration}},
      {"expendable-pods-priority-cutoff", {FlagType::kInt}},
      {"max-nodes-total", {FlagType::kInt}},
      {"cores-total", {FlagType::kRange}},
      {"memory-total", {FlagType::kRange}},
      {"gpu-total", {FlagType::kGpuRange, true}},
      {"scale-down-enabled", {FlagType::kBool}},
      {"scale-down-delay-after-add", {FlagType::kDuration}},
      {"scale-down-delay-after-delete", {FlagType::kDuration}},
      {"scale-down-delay-after-failure", {FlagType::kDuration}},
      {"scale-down-unneeded-time", {FlagType::kDuration}},
      {"scale-down-utilization-threshold", {FlagType::kPart}},
      {"cordon-node-before-terminating", {FlagType::kBool}},
      {"new-pod-scale-up-delay", {FlagType::kDuration}},
      {"balance-similar-node-groups", {FlagType::kBool}},
      {"balancing-ignore-label", {FlagType::kString, true}},
      {"balancing-label", {FlagType::kString, true}},
      {"ignore-daemonsets-utilization", {FlagType::kBool}},
      {"skip-nodes-with-local-storage", {FlagType::kBool}},
      {"v", {FlagType::kInt}},
      {"expander", {FlagType::kExpanders}},
      {"enforce-node-group-min-size", {FlagType::kBool}},
  };
  return flags;
}

bool IsInt(absl::string_view text) {
  int32_t number = 0;
  return absl::SimpleAtoi(text, &number);
}

bool IsRange(absl::string_view text) {
  const std::vector<std::string> parts = absl::StrSplit(text, ':');
  int64_t min = 0, max = 0;
  return parts.size() == 2 && absl::SimpleAtoi(parts[0], &min) && absl::SimpleAtoi(parts[1], &max) && min >= 0 &&
         min <= max;
}

bool AreExpanders(absl::string_view text) {
  const std::set<absl::string_view> known = {"random",   "most-pods",   "least-waste", "price",
                                             "priority", "least-nodes", "grpc"};
  // The expander random always chooses one node group, so no expander may come after it.
  bool is_after_random = false;
  for (const absl::string_view name : absl::StrSplit(text, ',')) {
    if (known.count(name) == 0 || is_after_random) return false;
    is_after_random = name == "random";
  }
  return true;
}

bool Parses(FlagType type, absl::string_view value) {
  absl::Duration duration;
  double part = 0;
  switch (type) {
    case FlagType::kString:
      return !value.empty();
    case FlagType::kBool:
      return value == "true" || value == "false";
    case FlagType::kInt:
      return IsInt(value);
    case FlagType::kDuration:
      return absl::ParseDuration(value, &duration) && duration >= absl::ZeroDuration();
    case FlagType::kPart:
      return absl::SimpleAtod(value, &part) && part > 0 && part < 1;
    case FlagType::kRange:
      return IsRange(value);
    case FlagType::kGpuRange: {
      const size_t colon = value.find(':');
      return colon != 0 && colon != absl::string_view::npos && IsRange(value.substr(colon + 1));
    }
    case FlagType::kExpanders:
      return AreExpanders(value);
  }
  return false;
}

}  // namespace

std::string CommandLineError(const std::vector<std::string>& arguments) {
  std::set<absl::string_view> seen;
  for (const std::string& argument : arguments) {
    absl::string_view rest = argument;
    if (!absl::ConsumePrefix(&rest, "--")) return absl::StrCat(argument, " is not a flag");
    const size_t equals = rest.find('=');
    const absl::string_view name = rest.substr(0, equals);
    const auto flag = Flags().find(name);
    if (flag == Flags().end()) return absl::StrCat("there is no flag ", name);
    const absl::string_view value = equals == absl::string_view::npos ? "true" : rest.substr(equals + 1);
    if (!Parses(flag->second.type, value)) return absl::StrCat(argument, " does not parse");
    if (!seen.insert(name).second && !flag->second.repeats) return absl::StrCat(name, " is repeated");
  }
  if (seen.count("balancing-label") > 0 && seen.count("balancing-ignore-label") > 0) {
    return "balancing-label excludes balancing-ignore-label";
  }
  if (seen.count("drain-priority-config") > 0 && seen.count("max-graceful-termination-sec") > 0) {
    return "drain-priority-config excludes max-graceful-termination-sec";
  }
  return "";
}

}  // namespace cpsizer::testing
