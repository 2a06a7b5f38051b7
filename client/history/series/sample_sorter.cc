#include "client/history/series/sample_sorter.h"

#include <algorithm>
#include <type_traits>

#include "absl/strings/str_cat.h"

namespace cpsizer::history {
namespace {

static_assert(std::is_trivially_copyable_v<Sample> && sizeof(Sample) == 40, "samples are written as they are");

class MemoryRun : public SampleSource {
 public:
  explicit MemoryRun(std::vector<Sample> samples) : samples_(std::move(samples)) {}

  bool Next(Sample& sample) override {
    if (next_ == samples_.size()) return false;
    sample = samples_[next_++];
    return true;
  }
  const absl::Status& status() const override { return status_; }

 private:
  const std::vector<Sample> samples_;
  size_t next_ = 0;
  const absl::Status status_;
};

class FileRun : public SampleSource {
 public:
  // `count` samples that begin at `offset`.
  FileRun(const TemporaryFile& file, uint64_t offset, size_t count) : file_(file), offset_(offset), left_(count) {}

  bool Next(Sample& sample) override {
    if (next_ == buffer_.size() && !Fill()) return false;
    sample = buffer_[next_++];
    return true;
  }
  const absl::Status& status() const override { return status_; }

 private:
  bool Fill() {
    next_ = 0;
    buffer_.resize(std::min(left_, kRunBufferBytes / sizeof(Sample)));
    status_ = file_.ReadAt(offset_, buffer_.data(), buffer_.size() * sizeof(Sample));
    if (!status_.ok()) buffer_.clear();
    left_ -= buffer_.size();
    offset_ += buffer_.size() * sizeof(Sample);
    return !buffer_.empty();
  }

  const TemporaryFile& file_;
  uint64_t offset_;
  size_t left_;
  std::vector<Sample> buffer_;
  size_t next_ = 0;
  absl::Status status_;
};

void SortByTime(std::vector<Sample>& samples) {
  const auto is_earlier = [](const Sample& a, const Sample& b) { return a.milliseconds < b.milliseconds; };
  if (std::is_sorted(samples.begin(), samples.end(), is_earlier)) return;
  std::stable_sort(samples.begin(), samples.end(), is_earlier);
}

}  // namespace

absl::Status SampleSorter::Add(const Sample& sample) {
  samples_.push_back(sample);
  return samples_.size() < capacity_ ? absl::OkStatus() : WriteRun();
}

absl::Status SampleSorter::WriteRun() {
  if (samples_.empty()) return absl::OkStatus();
  if (run_sizes_.size() == kMaxSortedRuns) {
    return absl::ResourceExhaustedError(absl::StrCat("the history has more than ", kMaxSortedRuns * capacity_,
                                                     " samples that are not ordered by time; order its files by time, "
                                                     "or select a shorter time"));
  }
  SortByTime(samples_);
  absl::Status error = file_.Append(samples_.data(), samples_.size() * sizeof(Sample));
  run_sizes_.push_back(samples_.size());
  samples_.clear();
  return error;
}

absl::Status SampleSorter::Flush(std::vector<std::unique_ptr<SampleSource>>& sources) {
  absl::Status error = WriteRun();
  if (!error.ok()) return error;
  for (; runs_with_source_ < run_sizes_.size(); ++runs_with_source_) {
    const size_t count = run_sizes_[runs_with_source_];
    sources.push_back(std::make_unique<FileRun>(file_, bytes_with_source_, count));
    bytes_with_source_ += count * sizeof(Sample);
  }
  return absl::OkStatus();
}

absl::Status SampleSorter::Finish(std::vector<std::unique_ptr<SampleSource>>& sources) {
  if (run_sizes_.empty()) {
    SortByTime(samples_);
    sources.push_back(std::make_unique<MemoryRun>(std::move(samples_)));
    return absl::OkStatus();
  }
  absl::Status error = Flush(sources);
  samples_ = {};  // frees the memory for the buffers of the runs
  return error;
}

}  // namespace cpsizer::history
