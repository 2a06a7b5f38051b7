#ifndef CPSIZER_CLIENT_HISTORY_SERIES_CSV_READER_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_CSV_READER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/history/series/csv_lines.h"
#include "client/history/series/input.h"
#include "client/history/series/row_names.h"
#include "client/history/series/sample_source.h"
#include "client/history/series/sample_time.h"
#include "client/history/series/series_options.h"

namespace cpsizer::history {

// Reads the samples of a CSV file in the order of its rows.
//
// The first line has the names of the columns, in any order: `time`, `namespace`, `cluster`, `pod`, `container`,
// `memory`, `cpu`, `oom`, `nodes`. The columns `pod`, `container` and `oom` may be missing, and all but one of
// `memory`, `cpu` and `nodes`. A time is RFC 3339 or Unix seconds (TimeReader). A value is a plain number of bytes or
// cores, or a quantity (ReadAmount), or a whole number of nodes (ReadNodes), which only a row about a cluster can have.
// An empty value is a gap, which is counted; a row with gaps only is not a sample. An empty pod means that the row is
// about the cluster. A value in the column `oom` is the memory request of a pod that was OOM-killed at this time; such
// a row has no gaps.
//
// With `by_container`, each row is about a container of a pod, the columns `pod` and `container` are required, and
// nodes are not read. Otherwise, rows of other containers than kube-apiserver are left out.
//
// Not thread-safe.
class CsvReader : public SampleSource {
 public:
  // Reads `input`. Adds to `names` and to the gaps of `counts`. All three must outlive this object.
  CsvReader(Input& input, HistoryNames& names, SeriesCounts& counts, bool by_container = false)
      : lines_(input),
        name_(input.name()),
        names_(names),
        counts_(counts),
        by_container_(by_container),
        row_names_(names) {
    indexes_.fill(kMissing);
  }

  bool Next(Sample& sample) override;

  // Reads the next row, but only its time. Use either Next() or NextTime().
  bool NextTime(int64_t& milliseconds);

  // InvalidArgument for a malformed line, ResourceExhausted for a limit, or an error of Input. The message names the
  // file, the line, the column and the value.
  const absl::Status& status() const override { return status_; }

 private:
  enum Column : uint8_t { kTime, kNamespace, kCluster, kPod, kContainer, kMemory, kCpu, kOom, kNodes };
  static constexpr std::array<absl::string_view, CsvFields::kMax> kNames = {
      "time", "namespace", "cluster", "pod", "container", "memory", "cpu", "oom", "nodes"};

  bool ReadHeader();
  bool AddColumn(absl::string_view name, size_t index);
  // Returns whether the current row is about a container that the history does not have.
  bool IsOtherContainer() const;
  // Read parts of the current row.
  bool ReadNames(Sample& sample);
  bool ReadValue(Column column, double& value);
  bool ReadNodeCount(Sample& sample);
  bool ReadOomKill(const Sample& sample);

  bool Has(Column column) const { return indexes_[column] != kMissing; }
  // The value of the current row in a column. Empty if the file does not have the column.
  absl::string_view Value(Column column) const { return Has(column) ? fields_.values[indexes_[column]] : ""; }
  bool Fail(absl::string_view part, const absl::Status& error);

  static constexpr size_t kMissing = CsvFields::kMax;

  CsvLines lines_;
  const std::string& name_;
  HistoryNames& names_;
  SeriesCounts& counts_;
  const bool by_container_;
  RowNames row_names_;
  TimeReader time_reader_;
  bool has_header_ = false;
  size_t columns_ = 0;
  std::array<size_t, CsvFields::kMax> indexes_;
  std::string pod_;  // the pod of the current row, with its container
  CsvFields fields_;
  absl::Status status_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_CSV_READER_H_
