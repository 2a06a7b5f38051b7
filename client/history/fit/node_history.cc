#include "client/history/fit/node_history.h"

#include "absl/strings/str_cat.h"
#include "client/history/series/series_reader.h"
#include "client/history/series/temporary_file.h"

namespace cpsizer::history {

NodeHistory::NodeHistory(const std::string& folder) : sorter_(FolderOfTemporaryFiles(folder)) {}

absl::Status NodeHistory::Read(const std::vector<std::string>& paths, const SeriesOptions& options, HistoryNames& names,
                               SeriesCounts& counts) {
  const auto take = [&](const Sample& sample) {
    if (sample.pod == Sample::kNoPod) return sorter_.Add(sample);
    return absl::InvalidArgumentError(
        absl::StrCat("there is a sample of the pod ", names.pods.Name(sample.pod),
                     "; write one sample for each cluster and time, with the total of its nodes"));
  };
  absl::Status status = ReadSeries(paths, options, names, take, counts);
  if (status.ok()) status = sorter_.Finish(sources_);
  if (!status.ok()) return status;
  has_next_ = Advance();
  return StatusOfNext();
}

absl::Status NodeHistory::StatusOfNext() const {
  return has_next_ || source_ == sources_.size() ? absl::OkStatus() : sources_[source_]->status();
}

bool NodeHistory::Advance() {
  // The samples were added in the order of time, so each run begins after the end of the run before it.
  for (; source_ < sources_.size(); ++source_) {
    if (sources_[source_]->Next(next_)) return true;
    if (!sources_[source_]->status().ok()) return false;
  }
  return false;
}

absl::Status NodeHistory::TakeBefore(int64_t milliseconds, absl::FunctionRef<void(const Sample&)> take) {
  while (has_next_ && next_.milliseconds < milliseconds) {
    take(next_);
    has_next_ = Advance();
  }
  return StatusOfNext();
}

}  // namespace cpsizer::history
