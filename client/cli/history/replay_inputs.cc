#include "client/cli/history/replay_inputs.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/report_status.h"
#include "client/cli/size/fleet.h"
#include "client/history/transitions/transition_rules.h"

namespace cpsizer::cli {

const objects::FoundConfiguration* ReadConfiguration(const std::vector<std::string>& paths, absl::string_view flag,
                                                     Screen& err, Inputs& inputs) {
  const int unread = ReadFiles(paths, flag, err, inputs);
  if (unread == kExitFine) return TheConfiguration(inputs, err);
  inputs.exit_code = unread;
  return nullptr;
}

v1::BatchRecommendSizeRequest DecisionsOf(const ReplayFlags& flags, const Sources& sources) {
  v1::BatchRecommendSizeRequest decisions;
  *decisions.mutable_cluster_sizing_configuration() = sources.configuration.config;
  *decisions.mutable_machine_sets() = sources.MachineSets();
  *decisions.mutable_options() = flags.decision.Options();
  return decisions;
}

std::unique_ptr<history::Decider> MakeDecider(v1::BatchRecommendSizeRequest decisions, const Sources& sources,
                                              BlockingService& client, Screen& err, history::TransitionRules& rules,
                                              int& exit_code, const Sizing& sizing) {
  auto decider = std::make_unique<history::Decider>(std::move(decisions), client, sizing.by, sizing.measured);
  if (const absl::Status status = decider->ReadSizes(); !status.ok()) {
    exit_code = std::max(exit_code, ReportRefusal(status, sources, client, sources.configuration.file, err));
    return nullptr;
  }
  absl::StatusOr<history::TransitionRules> made = history::MakeTransitionRules(sources.configuration.config);
  if (!made.ok()) {
    PrintError(absl::StrCat(sources.configuration.file, ": ", made.status().message()), err);
    exit_code = std::max(exit_code, kExitFindings);
    return nullptr;
  }
  rules = *std::move(made);
  return decider;
}

void CompleteRules(const ReplayFlags& flags, const objects::Inventory& inventory, history::TransitionRules& rules) {
  rules.immediate = flags.immediate;
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    if (!cluster.scheduled) rules.unscheduled.insert(ClusterName(cluster));
    if (!cluster.current_size.empty()) rules.sizes_before.emplace(ClusterName(cluster), cluster.current_size);
  }
}

void WarnIfNeverMoving(const history::TransitionRules& rules, const Sources& sources, Screen& err) {
  const std::string why = history::WhyNeverMoving(rules);
  if (why.empty()) return;
  PrintWarning(
      absl::StrCat(sources.configuration.file, ": ", why,
                   ": no scheduled cluster gets another size. Write concurrency: {} for 5 transitions per 10m, "
                   "or leave out delays and limit with --transitions=immediate"),
      err);
}

}  // namespace cpsizer::cli
