#include "client/cli/history/replay_run.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/history/history_source.h"
#include "client/cli/history/replay_inputs.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/structured.h"
#include "client/history/replay/replay_report.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::cli {

bool ReplayRun::AddConfiguration(const Sources& sources, const objects::Inventory& inventory, history::SizedBy by,
                                 bool with_timeline, int& exit_code) {
  history::TransitionRules rules;
  const Sizing sizing = {
      by, options_.series == history::SeriesKind::kNodes ? history::SizedBy::kNodes : history::SizedBy::kResources};
  std::unique_ptr<history::Decider> decider =
      MakeDecider(DecisionsOf(flags_, sources), sources, client_, environment_.err, rules, exit_code, sizing);
  if (decider == nullptr) return false;
  CompleteRules(flags_, inventory, rules);
  const bool is_repeated = flags_.compare_by != CompareBy::kNone && !sides_.empty();
  if (!is_repeated) ReportConfiguration(sources, *decider, rules, exit_code);
  std::unique_ptr<history::FleetTimeline> timeline;
  std::unique_ptr<history::TransitionList> transitions;
  if (with_timeline) {
    timeline = std::make_unique<history::FleetTimeline>(decider->sizes(), /*with_demand=*/sides_.empty());
  } else if (IsStructured(flags_.output)) {
    transitions = std::make_unique<history::TransitionList>();
  }
  history::FleetObserver* observer = timeline.get();
  if (observer == nullptr) observer = transitions.get();
  replay_.AddConfiguration(*decider, std::move(rules), observer);
  sides_.push_back({sources, std::move(decider), std::move(timeline), std::move(transitions)});
  return true;
}

void ReplayRun::ReportConfiguration(const Sources& sources, const history::Decider& decider,
                                    const history::TransitionRules& rules, int& exit_code) {
  Screen& err = environment_.err;
  WarnIfNeverMoving(rules, sources, err);
  PrintReaderWarnings(sources.configuration, sources, err);
  const bool structured = IsStructured(flags_.output);
  (structured ? ReportLostFields : ReportWarnings)(decider.findings(), sources, sources.configuration.file, err);
  exit_code = std::max(exit_code, ReportInvalid(decider.findings(), sources, err));
}

absl::Status ReplayRun::CheckComparison() const {
  if (!options_.with_nodes) return absl::OkStatus();
  if (counts_.with_nodes == 0) {
    return absl::InvalidArgumentError(
        "the history has no numbers of nodes, which --compare-by needs in addition to memory and CPU; add a CSV file "
        "with the "
        "columns time, namespace, cluster and nodes");
  }
  if (counts_.with_memory + counts_.with_cpu > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "the history has no memory and no CPU, which --compare-by needs in addition to the numbers of nodes; add a "
      "history of "
      "them, "
      "or write --series=nodes in place of --compare-by");
}

int ReplayRun::Read(const objects::Inventory& inventory, absl::Time deadline) {
  const HistorySource source(flags_, inventory, options_);
  ClusterSelection selection(flags_.clusters, names_.clusters);
  bool in_time = true;
  const auto take = [&](const history::Sample& sample) {
    in_time = environment_.now() < deadline;
    return in_time ? replay_.Add(sample) : absl::DeadlineExceededError("the replay takes too long");
  };
  absl::Status status = source.Read(names_, selection, take, counts_, environment_);
  if (!in_time) {
    PrintError("the replay takes too long; give a shorter time with --from and --to, or a longer --step",
               environment_.err);
    return kExitCallFailed;
  }
  if (const absl::Status found = selection.CheckFound(); status.ok() && !found.ok()) {
    return PrintError(found, kExitUsage, environment_.err);
  }
  if (status.ok()) status = CheckComparison();
  if (status.ok()) status = replay_.Finish();
  return status.ok() ? kExitFine : Report(status, source);
}

int ReplayRun::Report(const absl::Status& status, const HistorySource& source) {
  if (replay_.failed_to_decide()) return ReportStatus(status, sides_.front().sources, "", environment_.err);
  return source.Report(status, environment_.err);
}

ReplayResult ReplayRun::Result(const NodePrices& prices) const {
  ReplayResult result = {
      replay_,
      {replay_.used_samples(), replay_.ignored_samples(), counts_, SmallestSizeOf(*sides_.front().decider),
       replay_.oom_kills(), options_.series != history::SeriesKind::kNodes},
      {},
      history::WorstFirst(replay_),
      {}};
  for (const Side& side : sides_) result.transitions.push_back(side.transitions.get());
  for (const auto& fleet : replay_.fleets()) result.figures.push_back(history::FiguresOf(replay_, *fleet, prices));
  return result;
}

std::vector<PageSide> ReplayRun::Sides() const {
  std::vector<PageSide> sides;
  for (size_t i = 0; i < sides_.size(); ++i) {
    sides.push_back({sides_[i].sources.configuration.file, *replay_.fleets()[i], *sides_[i].timeline});
  }
  return sides;
}

}  // namespace cpsizer::cli
