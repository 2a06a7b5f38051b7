#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/replicas/series.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

using MetricSpecs = google::protobuf::RepeatedPtrField<v1::MetricSpec>;

void Require(bool holds) {
  if (!holds) std::abort();
}

// Returns three metrics: one of pods, one of a container, and one that no pod has.
const MetricSpecs& Metrics() {
  static const MetricSpecs& specs = *[] {
    auto* const list = new MetricSpecs;
    v1::MetricSpec& cpu = *list->Add();
    cpu.set_type("Resource");
    cpu.mutable_resource()->set_name("cpu");
    v1::MetricSpec& container = *list->Add();
    container.set_type("ContainerResource");
    container.mutable_container_resource()->set_name("cpu");
    container.mutable_container_resource()->set_container("app");
    v1::MetricSpec& queue = *list->Add();
    queue.set_type("External");
    queue.mutable_external()->mutable_metric()->set_name("depth, all");
    return list;
  }();
  return specs;
}

void RequireSafeProblems(const std::vector<objects::FileProblem>& problems) {
  for (const objects::FileProblem& problem : problems) {
    Require(!problem.message.empty() && objects::Escape(problem.message) == problem.message);
    Require(problem.position.line >= 0 && problem.position.column >= 0);
  }
}

void RequireValue(const SeriesValue& value, const SeriesColumn& column) {
  Require(!value.text.empty() || (!value.percent && value.nanos == 0));
  Require(!value.percent || (column.metrics.front() < 2 && value.nanos >= 0));
}

// Requires the properties that a simulation relies on.
void RequireSeries(const Series& series) {
  std::vector<bool> bound(static_cast<size_t>(Metrics().size()), false);
  for (const SeriesColumn& column : series.columns) {
    Require(!column.metrics.empty());
    for (const int metric : column.metrics) bound.at(static_cast<size_t>(metric)) = true;
  }
  for (const bool is_bound : bound) Require(is_bound);
  Require(!series.rows.empty() && series.rows.size() <= kMaxSeriesRows);
  absl::Time last = absl::InfinitePast();
  for (const SeriesRow& row : series.rows) {
    Require(row.time > last && row.line > 0 && !row.time_text.empty() && row.values.size() == series.columns.size());
    Require(row.pods.value_or(0) >= 0);
    for (size_t i = 0; i < row.values.size(); ++i) RequireValue(row.values[i], series.columns[i]);
    last = row.time;
  }
}

}  // namespace
}  // namespace cpsizer::cli

// Fuzzes a CSV file with metrics over time.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<cpsizer::objects::FileProblem> file_problems;
  cpsizer::objects::ProblemList problems("file", file_problems);
  cpsizer::cli::Series series;
  cpsizer::cli::ParseSeries(absl::string_view(reinterpret_cast<const char*>(data), size), cpsizer::cli::Metrics(),
                            problems, series);
  cpsizer::cli::RequireSafeProblems(file_problems);
  if (file_problems.empty()) cpsizer::cli::RequireSeries(series);
  return 0;
}
