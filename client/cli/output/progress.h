#ifndef CPSIZER_CLIENT_CLI_OUTPUT_PROGRESS_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_PROGRESS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/base/environment.h"

namespace cpsizer::cli {

// Shows on a terminal how far long work has come: one line that is written over, from the second second on, and wiped
// at the end.
class Progress {
 public:
  // Of `total` things that `what` names in the plural.
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
