#include "client/history/series/sample_source.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>

namespace cpsizer::history {
namespace {

// The next sample of a source: its time, and the number of the source.
using Head = std::pair<int64_t, size_t>;

class Merger {
 public:
  Merger(const std::vector<std::unique_ptr<SampleSource>>& sources, absl::FunctionRef<absl::Status(const Sample&)> take)
      : sources_(sources), next_(sources.size()), take_(take) {}

  absl::Status Run() {
    for (size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i]->Next(next_[i])) heads_.emplace(next_[i].milliseconds, i);
      if (!sources_[i]->status().ok()) return sources_[i]->status();
    }
    while (!heads_.empty()) {
      const size_t source = heads_.top().second;
      heads_.pop();
      absl::Status status = Drain(source);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  // Takes the samples of `source` up to the next sample of another source.
  absl::Status Drain(size_t source) {
    Sample& sample = next_[source];
    while (true) {
      const int64_t time = sample.milliseconds;
      absl::Status status = take_(sample);
      if (!status.ok()) return status;
      if (!sources_[source]->Next(sample)) return sources_[source]->status();
      if (sample.milliseconds < time) {
        return absl::FailedPreconditionError("a file of the history changed while it was read; read it again");
      }
      const Head head(sample.milliseconds, source);
      if (heads_.empty() || head < heads_.top()) continue;
      heads_.push(head);
      return absl::OkStatus();
    }
  }

  const std::vector<std::unique_ptr<SampleSource>>& sources_;
  std::vector<Sample> next_;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
  const absl::FunctionRef<absl::Status(const Sample&)> take_;
};

}  // namespace

absl::Status MergeByTime(const std::vector<std::unique_ptr<SampleSource>>& sources,
                         absl::FunctionRef<absl::Status(const Sample&)> take) {
  return Merger(sources, take).Run();
}

}  // namespace cpsizer::history
