#include "client/replicas/feature_gates.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "server/engine/base/text.h"
#include "server/process/nearest_name.h"

namespace cpsizer::replicas {
namespace {

using Options = v1::RecommendReplicasOptions;

struct Gate {
  absl::string_view name;
  void (Options::*set)(bool);
};
constexpr Gate kGates[] = {{"HPAScaleToZero", &Options::set_scale_to_zero},
                           {"HPAConfigurableTolerance", &Options::set_configurable_tolerance},
                           {"PodLevelResources", &Options::set_pod_level_resources}};

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

}  // namespace cpsizer::replicas
