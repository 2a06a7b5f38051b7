#ifndef CPSIZER_CLIENT_CLI_OUTPUT_PROGRESS_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_PROGRESS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/base/environment.h"

namespace cpsizer::cli {

// Shows the progress of a long operation on a terminal, in one line that is overwritten. The line is shown after one
// second, and removed at the end.
class Progress {
 public:
  // `total` is the number of items, or 0 if it is unknown. `what` is a name for the items, in the plural.
  Progress(size_t total, absl::string_view what, Environment& environment);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Report(size_t done);

 private:
  const size_t total_;
  const std::string what_;
  Environment& environment_;
  const absl::Time start_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_PROGRESS_H_
