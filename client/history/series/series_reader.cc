#include "client/history/series/series_reader.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/history/series/csv_reader.h"
#include "client/history/series/history_files.h"
#include "client/history/series/input.h"
#include "client/history/series/limits.h"
#include "client/history/series/range_json_reader.h"
#include "client/history/series/read_error.h"
#include "client/history/series/sample_group.h"
#include "client/history/series/sample_sorter.h"
#include "client/history/series/sample_source.h"
#include "client/history/series/series_selector.h"
#include "client/history/series/temporary_file.h"

namespace cpsizer::history {
namespace {

// An ordered CSV file with its input.
class OrderedCsv : public SampleSource {
 public:
  OrderedCsv(Input input, HistoryNames& names, SeriesCounts& counts)
      : input_(std::move(input)), reader_(input_, names, counts) {}

  bool Next(Sample& sample) override { return reader_.Next(sample); }
  const absl::Status& status() const override { return reader_.status(); }

 private:
  Input input_;
  CsvReader reader_;
};

// Sets `is_json`. Removes a byte-order mark from the beginning of JSON.
absl::Status DetectJson(Input& input, bool& is_json) {
  constexpr size_t kMostBlanks = 4'096;
  constexpr absl::string_view kSkipped = "\xEF\xBB\xBF \t\r\n";
  size_t first = absl::string_view::npos;
  while (first == absl::string_view::npos && input.rest().size() < kMostBlanks && input.Fill()) {
    first = input.rest().find_first_not_of(kSkipped);
  }
  is_json = first != absl::string_view::npos && input.rest()[first] == '{';
  if (is_json && absl::StartsWith(input.rest(), "\xEF\xBB\xBF")) input.Consume(3);
  return input.status();
}

class HistoryReader {
 public:
  HistoryReader(const SeriesOptions& options, HistoryNames& names, SeriesCounts& counts)
      : names_(names),
        counts_(counts),
        by_container_(options.by_container),
        nodes_(options.nodes),
        selector_(options, names),
        sorter_(FolderOfTemporaryFiles(options.temporary_folder)) {}

  absl::Status ReadFile(const std::string& path, absl::FunctionRef<absl::Status(const Sample&)> take) {
    absl::StatusOr<Input> input = Input::Open(path);
    if (!input.ok()) return input.status();
    bool is_json = false;
    absl::Status error = DetectJson(*input, is_json);
    if (!error.ok()) return error;
    if (by_container_) return ReadUnordered(*input, is_json, take);
    if (!is_json) return ReadCsv(*std::move(input));
    return ReadRangeJson(*input, selector_, counts_, [this](const Sample& sample) { return sorter_.Add(sample); });
  }

  absl::Status Take(absl::FunctionRef<absl::Status(const Sample&)> take) {
    if (by_container_) return counts_.samples == 0 ? NoSamples() : absl::OkStatus();
    absl::Status error = sorter_.Finish(sources_);
    if (!error.ok()) return error;
    SampleGroup group(names_, counts_);
    error = MergeByTime(sources_, [&](const Sample& sample) { return group.Add(sample, take); });
    if (error.ok()) error = group.Finish(take);
    return error.ok() && counts_.samples == 0 ? NoSamples() : error;
  }

 private:
  // Passes the samples to `take` as they are read.
  absl::Status ReadUnordered(Input& input, bool is_json, absl::FunctionRef<absl::Status(const Sample&)> take) {
    const auto count_and_take = [this, take](const Sample& sample) {
      ++counts_.samples;
      if (!std::isnan(sample.memory_bytes)) {
        ++counts_.with_memory;
        counts_.most_memory = std::max(counts_.most_memory, sample.memory_bytes);
      }
      if (!std::isnan(sample.cpu_cores)) ++counts_.with_cpu;
      return take(sample);
    };
    if (is_json) return ReadRangeJson(input, selector_, counts_, count_and_take);
    CsvReader reader(input, names_, counts_, /*by_container=*/true);
    for (Sample sample; reader.Next(sample);) {
      absl::Status error = count_and_take(sample);
      if (!error.ok()) return error;
    }
    return reader.status();
  }

  absl::Status ReadCsv(Input input) {
    if (input.can_rewind() && ordered_files_ < kMaxOrderedFiles) {
      bool is_ordered = true;
      absl::Status error = CheckOrder(input, is_ordered);
      if (error.ok()) error = input.Rewind();
      if (!error.ok()) return error;
      if (is_ordered) return AddOrderedCsv(std::move(input));
    }
    CsvReader reader(input, names_, counts_);
    Sample sample;
    while (reader.Next(sample)) {
      absl::Status error = sorter_.Add(sample);
      if (!error.ok()) return error;
    }
    return reader.status();
  }

  absl::Status AddOrderedCsv(Input input) {
    ++ordered_files_;
    absl::Status error = sorter_.Flush(sources_);
    if (error.ok()) sources_.push_back(std::make_unique<OrderedCsv>(std::move(input), names_, counts_));
    return error;
  }

  absl::Status CheckOrder(Input& input, bool& is_ordered) {
    CsvReader reader(input, names_, counts_);
    int64_t last = 0;
    int64_t time = 0;
    while (is_ordered && reader.NextTime(time)) {
      is_ordered = time >= last;
      last = time;
    }
    return reader.status();
  }

  absl::Status NoSamples() const {
    const std::string others = counts_.other_series == 0
                                   ? ""
                                   : absl::StrCat(" (", counts_.other_series,
                                                  " series of other metrics, containers or VPAs were left out, the ",
                                                  "first is of ", QuotedValue(selector_.first_other_metric()), ")");
    if (by_container_) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the history has no samples of containers", others,
          "; expected CSV with the columns time, namespace, cluster, pod, container, memory and cpu, or responses of "
          "/api/v1/query_range with the usage of the containers of the control planes of the HostedClusters of -f"));
    }
    if (nodes_) {
      return absl::InvalidArgumentError(
          absl::StrCat("the history has no samples", others,
                       "; expected CSV with the columns time, namespace, cluster and nodes, or responses of "
                       "/api/v1/query_range with the number of nodes of clusters"));
    }
    return absl::InvalidArgumentError(
        absl::StrCat("the history has no samples", others,
                     "; expected CSV with the columns time, namespace, cluster, memory and cpu, ",
                     "or responses of /api/v1/query_range with the recommendations or the usage of kube-apiserver"));
  }

  HistoryNames& names_;
  SeriesCounts& counts_;
  const bool by_container_;
  const bool nodes_;
  SeriesSelector selector_;
  SampleSorter sorter_;
  std::vector<std::unique_ptr<SampleSource>> sources_;  // in the order of the files
  size_t ordered_files_ = 0;
};

}  // namespace

absl::Status ReadSeries(const std::vector<std::string>& paths, const SeriesOptions& options, HistoryNames& names,
                        absl::FunctionRef<absl::Status(const Sample&)> take, SeriesCounts& counts) {
  const absl::StatusOr<std::vector<std::string>> files = ListHistoryFiles(paths);
  if (!files.ok()) return files.status();
  HistoryReader reader(options, names, counts);
  for (const std::string& file : *files) {
    absl::Status error = reader.ReadFile(file, take);
    if (!error.ok()) return error;
  }
  return reader.Take(take);
}

}  // namespace cpsizer::history
