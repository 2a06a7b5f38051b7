#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/simulation/series_reader.h"
#include "client/cli/simulation/series_value.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// A column of values: `cpu`, `cpu/app`, `total hits`.
struct SeriesColumn {
  std::string header;
  // True if the values are the load of all pods together, which the ready ones share; else they are the measured
  // value of each pod or, for Object and External metrics, the value itself.
  bool total = false;
  // The metrics that it is for, by their indexes in the spec.
  std::vector<int> metrics;
};

struct SeriesRow : SeriesPoint {
  std::vector<SeriesValue> values;  // of the columns
  absl::optional<int> pods;
};

// Metrics of an autoscaler over time.
struct Series {
  std::string file;
  std::vector<SeriesColumn> columns;
  std::vector<SeriesRow> rows;
};

// Returns whether the metric is an amount of a resource, which pods request.
bool IsResource(const v1::MetricSpec& metric);

// Returns the column name of a metric: the resource, the resource and its container (`cpu/app`), or the metric.
std::string ColumnName(const v1::MetricSpec& metric);

// Reads the bytes of a CSV file whose first line names the columns: `time`, one for each metric, and optionally
// `pods`. If this adds `problems`, the series must not be used.
void ParseSeries(absl::string_view bytes, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
                 objects::ProblemList& problems, Series& series);

// The same for a file, or standard input for `-`. Absent after printing the error, its place, and a hint.
absl::optional<Series> ReadSeries(const std::string& path,
                                  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_
