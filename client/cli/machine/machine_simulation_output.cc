#include "client/cli/machine/machine_simulation_output.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/machine/query_values.h"
#include "client/cli/output/chart.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"

namespace cpsizer::cli {
namespace {

constexpr char kQueryType[] = "prometheus";

std::string OutcomeText(const MachineDecision& decision) {
  const std::string outcome = ShowEnum(v1::MachineOutcome_Name(decision.outcome), "MACHINE_OUTCOME_");
  return decision.target.has_value() ? absl::StrCat(outcome, " to ", decision.target->name()) : outcome;
}

Style OutcomeStyle(const MachineDecision& decision) {
  if (!decision.target.has_value()) return Style::kPlain;
  return decision.outcome == v1::MACHINE_OUTCOME_SCALE_UP ? Style::kGood : Style::kWarning;
}

// Returns a text such as `m6i.xlarge`, or `m6i.xlarge (1 of 3 updated)` during a rollout.
std::string SizeText(const MachineDecision& decision) {
  if (decision.updated == decision.machines) return decision.size.name();
  return absl::StrCat(decision.size.name(), " (", decision.updated, " of ", decision.machines, " updated)");
}

// Returns a utilization with one decimal, or the result of a query unchanged.
std::string ObservedText(const v1::MachineTriggerResult& trigger) {
  double percent = 0;
  if (trigger.type() == kQueryType || !absl::SimpleAtod(trigger.observed(), &percent)) return trigger.observed();
  return absl::StrFormat("%.1f %%", percent);
}

// Returns the values that the triggers of this type observed, without duplicates. There can be several values, because
// the windows of the triggers can differ.
std::string ObservedOf(const std::string& type, const MachineDecision& decision) {
  std::vector<std::string> values;
  for (const v1::MachineTriggerResult& trigger : decision.triggers) {
    if (trigger.type() != type || trigger.observed().empty()) continue;
    std::string value = ObservedText(trigger);
    if (std::count(values.begin(), values.end(), value) == 0) values.push_back(std::move(value));
  }
  return OrDash(absl::StrJoin(values, ", "));
}

// Returns the types of the triggers, which are the same in all decisions.
std::vector<std::string> TypesOf(const MachineDecision& decision) {
  std::vector<std::string> types;
  for (const char* type : {"cpu", "memory", kQueryType}) {
    const auto has_type = [type](const v1::MachineTriggerResult& trigger) { return trigger.type() == type; };
    if (std::any_of(decision.triggers.begin(), decision.triggers.end(), has_type)) types.emplace_back(type);
  }
  return types;
}

bool IsShown(const std::vector<MachineDecision>& decisions, size_t i) {
  return i == 0 || decisions[i].target.has_value() || decisions[i].reason != decisions[i - 1].reason;
}

void PrintDecisions(const std::vector<MachineDecision>& decisions, bool wide, Screen& out) {
  const std::vector<std::string> types = TypesOf(decisions.front());
  std::vector<std::string> header = {"TIME"};
  for (const std::string& type : types) header.push_back(type == kQueryType ? "QUERY" : absl::AsciiStrToUpper(type));
  header.insert(header.end(), {"SIZE", "DECISION", "REASON"});
  if (wide) header.emplace_back("WHY");
  Table table(std::move(header));
  for (size_t i = 0; i < decisions.size(); ++i) {
    if (!wide && !IsShown(decisions, i)) continue;
    const MachineDecision& decision = decisions[i];
    std::vector<Cell> cells = {{decision.time}};
    for (const std::string& type : types) cells.push_back({ObservedOf(type, decision)});
    cells.push_back({SizeText(decision)});
    cells.push_back({OutcomeText(decision), OutcomeStyle(decision)});
    cells.push_back({ShowEnum(v1::MachineReason_Name(decision.reason), "MACHINE_REASON_")});
    if (wide) cells.push_back({decision.summary});
    table.AddRow(std::move(cells));
  }
  table.Print(out);
}

void PrintSizeChart(const SizeCapacities& sizes, const std::vector<MachineDecision>& decisions, const SeriesTime& end,
                    Screen& out) {
  std::vector<std::string> names = sizes.Names();
  std::vector<ChartPoint> points;
  points.reserve(decisions.size() + 1);
  const absl::Time begin = decisions.front().at;
  for (const MachineDecision& decision : decisions) {
    const int rank = sizes.RankOf(decision.SizeAfter());
    const bool is_held = decision.wants_larger && !decision.target.has_value();
    points.push_back({absl::ToDoubleSeconds(decision.at - begin), rank,
                      is_held ? std::min(rank + 1, static_cast<int>(names.size())) : rank});
  }
  points.push_back(points.back());
  points.back().at = absl::ToDoubleSeconds(end.time - begin);
  int top = 1;
  for (const ChartPoint& point : points) top = std::max(top, point.required);
  names.resize(static_cast<size_t>(top));
  for (size_t i = 0; i < names.size(); ++i) names[i] = absl::StrCat(i + 1, ": ", names[i]);
  PrintChart(absl::StrCat("size from ", decisions.front().time, " to ", FormatSeriesTime(end),
                          "; # set, . required by the triggers; ", absl::StrJoin(names, "; ")),
             points, out);
}

nlohmann::ordered_json ValuesJson(const MachineSeries& series, const MachineDecision& decision) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const MachineSeriesRow& row = series.rows[decision.row];
  for (size_t i = 0; i < series.columns.size(); ++i) {
    if (!row.values[i].text.empty()) json[series.columns[i].header] = row.values[i].text;
  }
  return json;
}

nlohmann::ordered_json TriggersJson(const MachineDecision& decision) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const v1::MachineTriggerResult& trigger : decision.triggers) {
    nlohmann::ordered_json item = {{"trigger", TriggerName(trigger.direction(), trigger.index())},
                                   {"type", trigger.type()},
                                   {"state", v1::MachineTriggerState_Name(trigger.state())}};
    if (!trigger.observed().empty()) item["observed"] = trigger.observed();
    list.push_back(std::move(item));
  }
  return list;
}

nlohmann::ordered_json DecisionJson(const MachineSeries& series, const MachineDecision& decision) {
  nlohmann::ordered_json json = {{"time", decision.time}, {"values", ValuesJson(series, decision)}};
  json["size"] = decision.size.name();
  json["machines"] = decision.machines;
  json["updatedMachines"] = decision.updated;
  json["triggers"] = TriggersJson(decision);
  json["outcome"] = v1::MachineOutcome_Name(decision.outcome);
  json["reason"] = v1::MachineReason_Name(decision.reason);
  if (decision.target.has_value()) json["target"] = decision.target->name();
  json["summary"] = decision.summary;
  return json;
}

// A summary of all decisions.
struct MachineSummary {
  int changes = 0;
  int turns = 0;  // how often the direction changed between larger and smaller
  // The total time in which the machines should have each size. The smallest size is first.
  std::vector<std::pair<v1::MachineLadderSize, absl::Duration>> sizes;
};

MachineSummary Summarize(const std::vector<MachineDecision>& decisions, absl::Time end) {
  MachineSummary summary;
  v1::MachineOutcome last = v1::MACHINE_OUTCOME_UNSPECIFIED;
  for (size_t i = 0; i < decisions.size(); ++i) {
    const MachineDecision& decision = decisions[i];
    if (decision.target.has_value()) {
      ++summary.changes;
      summary.turns += last != v1::MACHINE_OUTCOME_UNSPECIFIED && last != decision.outcome ? 1 : 0;
      last = decision.outcome;
    }
    const absl::Duration held = (i + 1 < decisions.size() ? decisions[i + 1].at : end) - decision.at;
    const v1::MachineLadderSize& size = decision.SizeAfter();
    const auto is_same = [&size](const auto& other) { return other.first.index() == size.index(); };
    const auto found = std::find_if(summary.sizes.begin(), summary.sizes.end(), is_same);
    if (found == summary.sizes.end()) {
      summary.sizes.emplace_back(size, held);
    } else {
      found->second += held;
    }
  }
  const auto by_weight = [](const auto& a, const auto& b) { return a.first.weight() < b.first.weight(); };
  std::sort(summary.sizes.begin(), summary.sizes.end(), by_weight);
  return summary;
}

// Returns a sentence such as `the size changed 2 times in 40 decisions and reversed direction once; 1h at m6i.xlarge;
// 5h at m6i.2xlarge.`
std::string MachineSimulationSentence(const MachineSummary& summary, size_t decisions) {
  std::vector<std::string> sizes;
  for (const auto& [size, held] : summary.sizes) {
    sizes.push_back(absl::StrCat(absl::FormatDuration(held), " at ", size.name()));
  }
  return absl::StrCat("the size changed ", Times(summary.changes), " in ", Counted(decisions, "decision"),
                      " and reversed direction ", Times(summary.turns), "; ", absl::StrJoin(sizes, "; "), ".");
}

}  // namespace

void PrintMachineSimulation(const MachineSeries& series, const SizeCapacities& sizes,
                            const std::vector<MachineDecision>& decisions, absl::Time end, bool wide, Screen& out) {
  const MachineSummary summary = Summarize(decisions, end);
  PrintDecisions(decisions, wide, out);
  PrintSizeChart(sizes, decisions, {end, series.rows.front().form}, out);
  out.EndLine();
  out.Paragraph(MachineSimulationSentence(summary, decisions.size()));
}

void PrintMachineSimulationNames(const std::vector<MachineDecision>& decisions, Screen& out) {
  for (const MachineDecision& decision : decisions) {
    if (decision.target.has_value()) out.Line(absl::StrCat(decision.time, " ", decision.target->name()));
  }
}

nlohmann::ordered_json MachineSimulationJson(const MachineSeries& series, const std::vector<MachineDecision>& decisions,
                                             absl::Time end) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MachineDecision& decision : decisions) list.push_back(DecisionJson(series, decision));
  const MachineSummary summary = Summarize(decisions, end);
  nlohmann::ordered_json json = {
      {"decisions", std::move(list)}, {"changes", summary.changes}, {"turns", summary.turns}};
  json["timeAtSizes"] = nlohmann::ordered_json::array();
  for (const auto& [size, held] : summary.sizes) {
    json["timeAtSizes"].push_back({{"size", size.name()}, {"duration", absl::FormatDuration(held)}});
  }
  json["summary"] = MachineSimulationSentence(summary, decisions.size());
  return json;
}

}  // namespace cpsizer::cli
