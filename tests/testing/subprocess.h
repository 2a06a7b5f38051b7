#ifndef CPSIZER_TESTS_TESTING_SUBPROCESS_H_
#define CPSIZER_TESTS_TESTING_SUBPROCESS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::testing {

struct SubprocessOptions {
  // What the program finds on standard input.
  std::string input;
  // NAME=value, on top of the environment of this process.
  std::vector<std::string> environment;
};

// A program that runs beside the test, with all of its output kept. Its end is waited for, never guessed.
//
// Thread-safe. Reading goes on in the background, so the program never blocks on a full pipe.
class Subprocess {
 public:
  // Starts `command[0]`, a path or a name looked up in PATH. Errors: Internal if it cannot be started.
  static absl::StatusOr<std::unique_ptr<Subprocess>> Start(const std::vector<std::string>& command,
                                                           const SubprocessOptions& options = {});

  // Kills the program if it still runs, and reaps it.
  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  pid_t pid() const { return pid_; }

  // Sends `signal`, unless the program has ended.
  void Signal(int signal);

  // Waits until the program holds SIGTERM back, to act on it in its own way; before that the signal just ends it. False
  // when it has ended or `timeout` has passed.
  bool WaitUntilItHoldsSigterm(absl::Duration timeout);

  // Waits for the end. Returns the exit code, 128 + n for an end by signal n, or nothing when `timeout` has passed.
  absl::optional<int> Wait(absl::Duration timeout);

  // Waits until a whole line of either output satisfies `wanted`, and returns it without its line feed. Nothing when
  // the program has ended or `timeout` has passed without one. `wanted` must be cheap and may see a line several times.
  absl::optional<std::string> WaitForLine(absl::FunctionRef<bool(absl::string_view)> wanted, absl::Duration timeout);

  // What it has written so far.
  std::string standard_output();
  std::string standard_error();

 private:
  Subprocess(pid_t pid, int pid_fd, int output_fd, int error_fd);

  // Reads until the program has ended and its pipes are empty.
  void Collect(int pid_fd, int output_fd, int error_fd);

  const pid_t pid_;
  absl::Mutex mutex_;
  std::string output_ ABSL_GUARDED_BY(mutex_);
  std::string error_ ABSL_GUARDED_BY(mutex_);
  absl::optional<int> exit_code_ ABSL_GUARDED_BY(mutex_);
  std::thread collector_;
};

// A program that has ended.
struct FinishedProcess {
  int exit_code = 0;
  std::string standard_output;
  std::string standard_error;
};

// `command` with this limit of descriptors, soft and hard.
std::vector<std::string> WithDescriptors(int limit, const std::vector<std::string>& command);

// Runs a program to its end. Errors: Internal if it cannot be started; DeadlineExceeded if it had to be killed.
absl::StatusOr<FinishedProcess> RunProcess(const std::vector<std::string>& command,
                                           const SubprocessOptions& options = {},
                                           absl::Duration timeout = absl::Seconds(60));

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_SUBPROCESS_H_
