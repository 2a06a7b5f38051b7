#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/machine/machine_series.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// Returns one trigger of each type.
const MachineTriggers& Triggers() {
  static const MachineTriggers& triggers = *[] {
    auto* const list = new MachineTriggers;
    for (const char* type : {"cpu", "memory", "prometheus"}) {
      v1::MachineTriggerResult& trigger = *list->Add();
      trigger.set_direction(v1::MACHINE_DIRECTION_DOWN);
      trigger.set_index(list->size() - 1);
      trigger.set_type(type);
    }
    return list;
  }();
  return triggers;
}

void RequireSafeProblems(const std::vector<objects::FileProblem>& problems) {
  for (const objects::FileProblem& problem : problems) {
    Require(!problem.message.empty() && objects::Escape(problem.message) == problem.message);
    Require(problem.position.line >= 0 && problem.position.column >= 0);
  }
}

// Requires the properties that a simulation relies on.
void RequireSeries(const MachineSeries& series) {
  Require(series.columns.size() == static_cast<size_t>(Triggers().size()));
  Require(!series.rows.empty() && series.rows.size() <= kMaxSeriesRows);
  absl::Time last = absl::InfinitePast();
  for (const MachineSeriesRow& row : series.rows) {
    Require(row.time > last && row.line > 0 && row.values.size() == series.columns.size());
    last = row.time;
    for (size_t i = 0; i < row.values.size(); ++i) {
      const SeriesValue& value = row.values[i];
      Require(value.nanos >= 0 && (!value.percent || !series.columns[i].total));
      Require(series.columns[i].role != MachineColumnRole::kQuery || (value.nanos == 0 && !value.percent));
    }
  }
}

}  // namespace
}  // namespace cpsizer::cli

// Fuzzes a CSV file with the load of machines over time.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<cpsizer::objects::FileProblem> found;
  cpsizer::objects::ProblemList problems("file", found);
  cpsizer::cli::MachineSeries series;
  cpsizer::cli::ParseMachineSeries(absl::string_view(reinterpret_cast<const char*>(data), size),
                                   cpsizer::cli::Triggers(), problems, series);
  cpsizer::cli::RequireSafeProblems(found);
  if (found.empty()) cpsizer::cli::RequireSeries(series);
  return 0;
}
