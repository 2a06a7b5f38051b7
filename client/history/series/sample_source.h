#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_SOURCE_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_SOURCE_H_

#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/history/series/sample.h"

namespace cpsizer::history {

// Samples that are read one after the other. Not thread-safe.
class SampleSource {
 public:
  SampleSource() = default;
  SampleSource(const SampleSource&) = delete;
  SampleSource& operator=(const SampleSource&) = delete;
  virtual ~SampleSource() = default;

  // Reads the next sample. Returns false after the last sample, and on an error.
  virtual bool Next(Sample& sample) = 0;
  // The error of Next().
  virtual const absl::Status& status() const = 0;
};

// Calls `take` for each sample of `sources`, each of which is ordered by time, in the order of time. Samples of the
// same time keep the order of `sources`, and their order in their source. Returns the first error of a source or of
// `take`. Errors: FailedPrecondition if a source is not ordered.
absl::Status MergeByTime(const std::vector<std::unique_ptr<SampleSource>>& sources,
                         absl::FunctionRef<absl::Status(const Sample&)> take);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_SOURCE_H_
