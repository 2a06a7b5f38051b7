#include "client/replicas/feature_gates.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cpsizer/replicas_defaults.h"
#include "server/engine/base/text.h"
#include "server/process/nearest_name.h"

namespace cpsizer::replicas {
namespace {

using Options = v1::RecommendReplicasOptions;

struct Gate {
  absl::string_view name;
  bool default_value;
  void (Options::*set)(bool);
};
constexpr Gate kGates[] = {
    {"HPAScaleToZero", kDefaultScaleToZero, &Options::set_scale_to_zero},
    {"HPAConfigurableTolerance", kDefaultConfigurableTolerance, &Options::set_configurable_tolerance},
    {"PodLevelResources", kDefaultPodLevelResources, &Options::set_pod_level_resources}};

absl::Status NoSuchGate(absl::string_view name) {
  std::vector<absl::string_view> known;
  for (const Gate& gate : kGates) known.push_back(gate.name);
  return absl::InvalidArgumentError(absl::StrCat(
      "\"", Quoted(name), "\" is not a supported feature gate; supported gates: ", absl::StrJoin(known, ", "),
      server::DidYouMean(name, known)));
}

}  // namespace

absl::Status SetFeatureGates(absl::string_view text, Options& options) {
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> written = absl::StrSplit(part, absl::MaxSplits('=', 1));
    const absl::string_view value = written.second;
    if (value != "true" && value != "false") {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", Quoted(part), "\" is not a feature gate; write NAME=true or NAME=false"));
    }
    const Gate* const gate =
        std::find_if(std::begin(kGates), std::end(kGates), [&](const Gate& one) { return one.name == written.first; });
    if (gate == std::end(kGates)) return NoSuchGate(written.first);
    (options.*gate->set)(value == "true");
  }
  return absl::OkStatus();
}

void SetDefaultFeatureGates(Options& options) {
  for (const Gate& gate : kGates) (options.*gate.set)(gate.default_value);
}

absl::string_view DefaultFeatureGates() {
  static const std::string& text = *new std::string(  // NOLINT: never freed
      absl::StrJoin(kGates, ",", [](std::string* out, const Gate& gate) {
        absl::StrAppend(out, gate.name, "=", gate.default_value ? "true" : "false");
      }));
  return text;
}

}  // namespace cpsizer::replicas
