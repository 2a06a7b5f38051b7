#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "client/history/series/csv_reader.h"
#include "client/history/series/range_json_reader.h"
#include "client/history/series/sample_group.h"
#include "client/history/series/sample_sorter.h"
#include "client/objects/escape.h"

namespace cpsizer::history {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// The samples of a file, in the order of the file.
struct History {
  HistoryNames names;
  SeriesCounts counts;
  std::vector<Sample> samples;
  absl::Status status;
};

void Read(absl::string_view bytes, size_t piece_bytes, History& history) {
  Input input("file", bytes, piece_bytes);
  if (absl::StartsWith(bytes, "{")) {
    SeriesOptions options;
    options.nodes = true;
    SeriesSelector selector(options, history.names);
    history.status = ReadRangeJson(input, selector, history.counts, [&history](const Sample& sample) {
      history.samples.push_back(sample);
      return absl::OkStatus();
    });
    return;
  }
  CsvReader reader(input, history.names, history.counts);
  Sample sample = {};
  while (reader.Next(sample)) history.samples.push_back(sample);
  history.status = reader.status();
}

void RequireValue(double value) {
  Require(std::isnan(value) || (value >= 0 && std::isfinite(value)));
}

void RequireSamples(const History& history) {
  for (const Sample& sample : history.samples) {
    Require(sample.milliseconds >= 0 && sample.milliseconds < kEndOfTimes);
    Require(sample.cluster < history.names.clusters.size());
    Require(sample.pod == Sample::kNoPod || sample.pod < history.names.pods.size());
    RequireValue(sample.memory_bytes);
    RequireValue(sample.cpu_cores);
    RequireValue(sample.nodes);
    Require(!std::isnan(sample.memory_bytes) || !std::isnan(sample.cpu_cores) || !std::isnan(sample.nodes));
  }
}

// Requires that the size of the pieces does not change the result.
void RequireSame(const History& a, const History& b) {
  Require(a.status == b.status && a.samples.size() == b.samples.size() && a.counts.gaps == b.counts.gaps);
  for (size_t i = 0; i < a.samples.size(); ++i) {
    Require(a.samples[i].milliseconds == b.samples[i].milliseconds);
    Require(a.samples[i].cluster == b.samples[i].cluster && a.samples[i].pod == b.samples[i].pod);
  }
}

// Requires that the samples are passed on once each, in the order of time and of the names.
void RequireOrder(History& history) {
  SampleSorter sorter("/tmp", 8 * sizeof(Sample));
  for (const Sample& sample : history.samples) Require(sorter.Add(sample).ok());
  std::vector<std::unique_ptr<SampleSource>> sources;
  Require(sorter.Finish(sources).ok());
  std::tuple<int64_t, std::string, std::string> last;
  const auto take = [&](const Sample& sample) {
    std::tuple<int64_t, std::string, std::string> key(
        sample.milliseconds, history.names.clusters.Name(sample.cluster),
        sample.pod == Sample::kNoPod ? "" : history.names.pods.Name(sample.pod));
    Require(key > last);
    last = std::move(key);
    return absl::OkStatus();
  };
  SampleGroup group(history.names, history.counts);
  Require(MergeByTime(sources, [&](const Sample& sample) { return group.Add(sample, take); }).ok());
  Require(group.Finish(take).ok());
  Require(history.counts.samples + history.counts.duplicates <= static_cast<int64_t>(history.samples.size()));
}

}  // namespace
}  // namespace cpsizer::history

// Fuzzes a file of a history: JSON of Prometheus if the first byte is `{`, otherwise CSV.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  cpsizer::history::History history;
  cpsizer::history::Read(bytes, cpsizer::history::kInputPieceBytes, history);
  cpsizer::history::RequireSamples(history);
  const std::string message(history.status.message());
  cpsizer::history::Require(cpsizer::objects::Escape(message) == message);
  cpsizer::history::History in_pieces;
  cpsizer::history::Read(bytes, 7, in_pieces);
  cpsizer::history::RequireSame(history, in_pieces);
  cpsizer::history::RequireOrder(history);
  return 0;
}
