#include "client/cli/replicas/simulation_output.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/output/chart.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"

namespace cpsizer::cli {
namespace {

// Returns the limits of the decision such as `stabilization, rate`, or the reason why there was no decision.
Cell Limits(const SimulatedRow& row) {
  if (row.outcome != v1::REPLICAS_OUTCOME_RESCALE && row.outcome != v1::REPLICAS_OUTCOME_KEEP) {
    return {ShowEnum(v1::ReplicasOutcome_Name(row.outcome), "REPLICAS_OUTCOME_"), Style::kBad};
  }
  std::vector<std::string> parts;
  for (const v1::ReplicasStep& step : row.steps) {
    parts.push_back(ShowEnum(v1::ReplicasStepKind_Name(step.kind()), "REPLICAS_STEP_KIND_"));
  }
  return {OrDash(absl::StrJoin(parts, ", ")), Style::kWarning};
}

// Rounds up to thousandths, as the controller does for all amounts.
std::string Rounded(const std::string& amount) {
  constexpr Nanos kMilli = kNanosPerUnit / 1000;
  Quantity quantity;
  if (ParseQuantity(amount, quantity) != QuantityError::kNone || quantity.nanos <= 0) return amount;
  quantity.nanos = (quantity.nanos + kMilli - 1) / kMilli * kMilli;
  return CanonicalText(quantity);
}

// Returns `amount`, a value of `column`, as text. Bytes are shown in human-readable form.
std::string Shown(const SeriesColumn& column, const std::string& amount) {
  const absl::string_view name = absl::StripPrefix(column.header, "total ");
  return ShowMetricAmount(name.substr(0, name.find('/')), amount);
}

// Returns a measured value such as `1200m`. For a total, also shows the value of each pod, such as `1200m (300m each)`.
std::string Measured(const SeriesColumn& column, const SeriesValue& value, const std::string& measured) {
  std::string text = Shown(column, value.text);
  if (!column.total || value.text.empty()) return text;
  return measured.empty() ? absl::StrCat(text, " (no pod is ready)")
                          : absl::StrCat(text, " (", Shown(column, Rounded(measured)), " each)");
}

std::string PodsText(const SimulatedRow& row) {
  return row.ready == row.pods ? absl::StrCat(row.pods) : absl::StrCat(row.pods, " (", row.ready, " ready)");
}

Cell Desired(const SimulatedRow& row) {
  if (row.desired == row.pods) return {absl::StrCat(row.desired)};
  return {absl::StrCat(row.desired), row.desired > row.pods ? Style::kGood : Style::kWarning};
}

void PrintRows(const Series& series, const std::vector<SimulatedRow>& rows, bool wide, Screen& out) {
  std::vector<std::string> header = {"TIME"};
  for (const SeriesColumn& column : series.columns) header.push_back(column.header);
  header.insert(header.end(), {"PODS", "PROPOSAL", "DESIRED", "LIMITED BY"});
  if (wide) header.emplace_back("WHY");
  Table table(std::move(header));
  for (size_t i = 0; i < rows.size(); ++i) {
    const SimulatedRow& row = rows[i];
    std::vector<Cell> cells = {{row.time}};
    for (size_t j = 0; j < series.columns.size(); ++j) {
      cells.push_back({Measured(series.columns[j], series.rows[i].values[j], row.measured[j])});
    }
    cells.push_back({PodsText(row)});
    cells.push_back({row.proposal.has_value() ? absl::StrCat(*row.proposal) : "-"});
    cells.push_back(Desired(row));
    cells.push_back(Limits(row));
    if (wide) cells.push_back({row.shown_summary});
    table.AddRow(std::move(cells));
  }
  table.Print(out);
}

void PrintReplicaChart(const std::vector<SimulatedRow>& rows, Screen& out) {
  std::vector<ChartPoint> points;
  points.reserve(rows.size());
  for (const SimulatedRow& row : rows) {
    points.push_back({absl::ToDoubleSeconds(row.at - rows.front().at), row.desired, row.proposal.value_or(0)});
  }
  PrintChart("replicas from " + rows.front().time + " to " + rows.back().time + "; # set, . required by the metrics",
             points, out);
}

// The summary of all rows.
struct SimulationSummary {
  int changes = 0;
  int turns = 0;  // how often the direction changed between up and down
  // `lag` is the longest time in which fewer pods were ready than the load required. This time begins at the first row
  // with too few ready pods, `lag_since`. It ends at the first later row with enough ready pods, or at the last row of
  // the series.
  absl::Duration lag = absl::ZeroDuration();
  std::string lag_since;
  bool lag_ends = true;  // whether `lag` ends within the series
};

SimulationSummary Summarize(const std::vector<SimulatedRow>& rows) {
  SimulationSummary summary;
  int direction = 0;
  absl::optional<size_t> since;
  const auto end_lag = [&](size_t row, bool ends) {
    const absl::Duration lag = rows[row].at - rows[*since].at;
    if (lag > summary.lag || summary.lag_since.empty()) {
      summary.lag = lag;
      summary.lag_since = rows[*since].time;
      summary.lag_ends = ends;
    }
    since.reset();
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    const SimulatedRow& row = rows[i];
    if (row.desired != row.pods) {
      const int turned = row.desired > row.pods ? 1 : -1;
      ++summary.changes;
      summary.turns += direction == -turned ? 1 : 0;
      direction = turned;
    }
    const bool short_of = row.proposal.has_value() && *row.proposal > row.ready;
    if (short_of && !since.has_value()) since = i;
    if (!short_of && since.has_value()) end_lag(i, /*ends=*/true);
  }
  if (since.has_value()) end_lag(rows.size() - 1, /*ends=*/false);
  return summary;
}

// Returns a sentence such as `replicas changed 4 times and reversed direction once; the longest time with fewer ready
// pods than the load required was 45s ...`
std::string SimulationSentence(const SimulationSummary& summary) {
  std::string text = absl::StrCat("the number of replicas changed ", Times(summary.changes), " and reversed direction ",
                                  Times(summary.turns), "; ");
  if (summary.lag_since.empty()) {
    return absl::StrCat(text, "there were always as many ready pods as the load required.");
  }
  absl::StrAppend(&text, "the longest time with fewer ready pods than the load required began at ", summary.lag_since);
  return summary.lag_ends ? absl::StrCat(text, " and took ", absl::FormatDuration(summary.lag), ".")
                          : absl::StrCat(text, " and had not ended ", absl::FormatDuration(summary.lag), " later.");
}

}  // namespace

void PrintSimulation(const Series& series, const std::vector<SimulatedRow>& rows, bool wide, Screen& out) {
  PrintRows(series, rows, wide, out);
  PrintReplicaChart(rows, out);
  out.EndLine();
  out.Paragraph(SimulationSentence(Summarize(rows)));
}

void PrintSimulationNames(const std::vector<SimulatedRow>& rows, Screen& out) {
  for (const SimulatedRow& row : rows) out.Line(absl::StrCat(row.time, " ", row.desired));
}

nlohmann::ordered_json SimulationJson(const Series& series, const std::vector<SimulatedRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (size_t i = 0; i < rows.size(); ++i) {
    const SimulatedRow& row = rows[i];
    nlohmann::ordered_json item = {{"time", row.time}};
    item["values"] = nlohmann::ordered_json::object();
    item["measured"] = nlohmann::ordered_json::object();
    for (size_t j = 0; j < series.columns.size(); ++j) {
      if (!series.rows[i].values[j].text.empty()) {
        item["values"][series.columns[j].header] = series.rows[i].values[j].text;
      }
      if (!row.measured[j].empty()) item["measured"][series.columns[j].header] = row.measured[j];
    }
    item["pods"] = row.pods;
    item["readyPods"] = row.ready;
    if (row.proposal.has_value()) item["proposal"] = *row.proposal;
    item["desiredReplicas"] = row.desired;
    item["outcome"] = v1::ReplicasOutcome_Name(row.outcome);
    item["steps"] = nlohmann::ordered_json::array();
    for (const v1::ReplicasStep& step : row.steps) item["steps"].push_back(ToJson(step));
    item["summary"] = row.summary;
    list.push_back(std::move(item));
  }
  const SimulationSummary summary = Summarize(rows);
  nlohmann::ordered_json json = {{"rows", std::move(list)}, {"changes", summary.changes}, {"turns", summary.turns}};
  json["longestLag"] = absl::FormatDuration(summary.lag);
  if (!summary.lag_since.empty()) json["longestLagSince"] = summary.lag_since;
  json["summary"] = SimulationSentence(summary);
  return json;
}

}  // namespace cpsizer::cli
