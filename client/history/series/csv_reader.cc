#include "client/history/series/csv_reader.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/history/series/history_name.h"
#include "client/history/series/read_error.h"
#include "client/history/series/sample_value.h"
#include "client/objects/escape.h"

namespace cpsizer::history {

bool CsvReader::Fail(absl::string_view part, const absl::Status& error) {
  status_ = lines_.Error(part, error);
  return false;
}

bool CsvReader::AddColumn(absl::string_view name, size_t index) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    return Fail(name, absl::InvalidArgumentError(absl::StrCat(
                          QuotedValue(name), " is not a column of a history; the first line has the names ",
                          "of the columns: ", absl::StrJoin(kNames, ", "))));
  }
  size_t& column = indexes_[static_cast<size_t>(found - kNames.begin())];
  if (column != kMissing) {
    return Fail(name, absl::InvalidArgumentError(absl::StrCat("the column ", name, " is given twice; give it once")));
  }
  column = index;
  return true;
}

bool CsvReader::ReadHeader() {
  has_header_ = true;
  if (!lines_.Next(fields_)) {
    status_ = lines_.status();
    if (status_.ok()) status_ = absl::InvalidArgumentError(absl::StrCat(objects::Escape(name_), ": is empty"));
    return false;
  }
  columns_ = fields_.count;
  for (size_t i = 0; i < columns_; ++i) {
    if (!AddColumn(fields_.values[i], i)) return false;
  }
  for (const Column column : {kTime, kNamespace, kCluster}) {
    if (Has(column)) continue;
    return Fail(fields_.values[0],
                absl::InvalidArgumentError(absl::StrCat("the column ", kNames[column], " is missing")));
  }
  for (const Column column : {kPod, kContainer}) {
    if (!by_container_ || Has(column)) continue;
    return Fail(fields_.values[0],
                absl::InvalidArgumentError(
                    absl::StrCat("the column ", kNames[column], " is missing; the usage of containers needs it")));
  }
  if (Has(kMemory) || Has(kCpu) || (Has(kNodes) && !by_container_)) return true;
  return Fail(fields_.values[0], absl::InvalidArgumentError(
                                     by_container_ ? "the columns memory and cpu are missing; one is required"
                                                   : "the columns memory, cpu and nodes are missing; one is required"));
}

bool CsvReader::NextTime(int64_t& milliseconds) {
  if (!has_header_ && !ReadHeader()) return false;
  if (!lines_.Next(fields_)) {
    status_ = lines_.status();
    return false;
  }
  if (fields_.count != columns_) {
    return Fail(fields_.values[0],
                absl::InvalidArgumentError(absl::StrCat("this line has ", fields_.count, " values, but the header has ",
                                                        columns_, " columns")));
  }
  const absl::string_view time = Value(kTime);
  if (time_reader_.Read(time, milliseconds)) return true;
  return Fail(
      time, absl::InvalidArgumentError(absl::StrCat("time: ", QuotedValue(time),
                                                    " is not a time from 1970 to 9999; write 2026-03-01T12:00:00Z, or ",
                                                    "seconds (not milliseconds) since 1970")));
}

bool CsvReader::IsOtherContainer() const {
  return !by_container_ && Has(kContainer) && Value(kContainer) != "kube-apiserver";
}

bool CsvReader::ReadNames(Sample& sample) {
  absl::string_view pod = Value(kPod);
  if (by_container_) {
    pod_.assign(pod.data(), pod.size());
    pod_.push_back(kContainerSeparator);
    pod_.append(Value(kContainer).data(), Value(kContainer).size());
    pod = pod_;
  }
  if (row_names_.Find(Value(kNamespace), Value(kCluster), pod, sample)) return true;
  for (const Column column : {kNamespace, kCluster, kPod, kContainer}) {
    const bool is_optional = column == kPod || column == kContainer;
    if (is_optional && !by_container_ && Value(column).empty()) continue;
    const absl::Status error = CheckHistoryName(kNames[column], Value(column));
    if (!error.ok()) return Fail(Value(column), error);
  }
  sample.pod = Sample::kNoPod;
  absl::Status error = NumberCluster(absl::StrCat(Value(kNamespace), "/", Value(kCluster)), names_, sample.cluster);
  if (error.ok() && !pod.empty()) error = NumberPod(sample.cluster, pod, names_, sample.pod);
  if (!error.ok()) return Fail(Value(kCluster), error);
  row_names_.Learn(sample);
  return true;
}

bool CsvReader::ReadValue(Column column, double& value) {
  value = Sample::kNoValue;
  if (!Has(column)) return true;
  const absl::string_view text = Value(column);
  if (text.empty()) {
    if (Value(kOom).empty()) ++counts_.gaps;
    return true;
  }
  const absl::Status error = ReadAmount(kNames[column], text, value);
  return error.ok() || Fail(text, error);
}

bool CsvReader::ReadNodeCount(Sample& sample) {
  sample.nodes = Sample::kNoValue;
  if (!Has(kNodes) || by_container_) return true;
  const absl::string_view text = Value(kNodes);
  if (text.empty()) {
    // A row with another amount is not a gap: a cluster can have several pods, but one number of nodes.
    if (!Has(kMemory) && !Has(kCpu)) ++counts_.gaps;
    return true;
  }
  absl::Status error = ReadNodes(text, sample.nodes);
  if (error.ok() && sample.pod != Sample::kNoPod) {
    error = absl::InvalidArgumentError(
        absl::StrCat("nodes: a row about a pod has ", QuotedValue(text),
                     " nodes; write the number of nodes in a row of its own, without a pod"));
  }
  return error.ok() || Fail(text, error);
}

bool CsvReader::ReadOomKill(const Sample& sample) {
  const absl::string_view text = Value(kOom);
  if (text.empty()) return true;
  double request = 0;
  absl::Status error = ReadAmount("oom", text, request);
  if (error.ok()) error = names_.oom_kills.Add(sample.cluster, sample.pod, sample.milliseconds, request);
  return error.ok() || Fail(text, error);
}

bool CsvReader::Next(Sample& sample) {
  while (NextTime(sample.milliseconds)) {
    if (IsOtherContainer()) continue;
    if (!ReadNames(sample) || !ReadValue(kMemory, sample.memory_bytes) || !ReadValue(kCpu, sample.cpu_cores) ||
        !ReadOomKill(sample) || !ReadNodeCount(sample)) {
      return false;
    }
    if (!std::isnan(sample.memory_bytes) || !std::isnan(sample.cpu_cores) || !std::isnan(sample.nodes)) return true;
  }
  return false;
}

}  // namespace cpsizer::history
