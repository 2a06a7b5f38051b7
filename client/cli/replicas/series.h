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
  // Whether the values are the load on all pods together, which those that are ready share; else it is what each pod
  // is measured at, and of Object and External metrics the value itself.
  bool total = false;
  // The metrics that it is for, by their places in the spec.
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

// Whether the metric is an amount of a resource, which pods request.
bool IsResource(const v1::MetricSpec& metric);

// What the column of a metric is called: the resource, the resource and its container (`cpu/app`), or the metric.
std::string ColumnName(const v1::MetricSpec& metric);

// Reads the bytes of a CSV file whose first line names the columns: `time`, one for each metric, and `pods` if there is
// any. What is wrong with it is in `problems`: then the series must not be used.
void ParseSeries(absl::string_view bytes, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
                 objects::ProblemList& problems, Series& series);

// The same for a file, or standard input for `-`. Absent after saying what is wrong, where, and the way out.
absl::optional<Series> ReadSeries(const std::string& path,
                                  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_
