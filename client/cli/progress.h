#ifndef CPSIZER_CLIENT_CLI_PROGRESS_H_
#define CPSIZER_CLIENT_CLI_PROGRESS_H_

#include <cstddef>

#include "client/cli/environment.h"

namespace cpsizer::cli {

// Shows on a terminal how far long work has come: one line that is written over, from the second second on, and wiped
// at the end.
class Progress {
 public:
  Progress(size_t total, Environment& environment);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Report(size_t done);

 private:
  const size_t total_;
  Environment& environment_;
  const absl::Time start_;
  bool shown_ = false;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_PROGRESS_H_
