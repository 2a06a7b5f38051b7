#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/simulation/series_reader.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// A column of values. Its header is, for example, `cpu`, `cpu/app` or `total hits`.
struct SeriesColumn {
  std::string header;
  // True if a value is the load of all pods together, which is divided by the number of ready pods. False if a value is
  // the measured value of each pod or, for Object and External metrics, the measured value itself.
  bool total = false;
  // The metrics that use the column, as indexes in the spec.
  std::vector<int> metrics;
};

struct SeriesRow : SeriesPoint {
  std::vector<SeriesValue> values;  // one value for each column
  absl::optional<int> pods;
};

// Metrics of one autoscaler over time.
using Series = SeriesOf<SeriesColumn, SeriesRow>;

// Returns whether the metric measures a resource that pods request.
bool IsResource(const v1::MetricSpec& metric);

// Returns the column name of a metric: the resource, the resource and the container (such as `cpu/app`), or the name of
// the metric.
std::string ColumnName(const v1::MetricSpec& metric);

// Reads the bytes of a CSV file. The first line of the file names the columns: `time`, one column for each metric, and
// optionally `pods`. The series must not be used if this function adds problems.
void ParseSeries(absl::string_view bytes, const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics,
                 objects::ProblemList& problems, Series& series);

// Like ParseSeries(), for a file, or for standard input if `path` is `-`, or for `text` as the bytes of the file.
// Prints errors and returns nothing if the file has problems. Each error shows its place and a hint.
absl::optional<Series> ReadSeries(const std::string& path,
                                  const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics, Screen& err,
                                  const absl::optional<std::string>& text = absl::nullopt);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SERIES_H_
