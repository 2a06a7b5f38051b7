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
  // The standard input of the program.
  std::string input;
  // Entries NAME=value. The program gets the environment of this process and these entries.
  std::vector<std::string> environment;
};

// A program that runs in parallel with the test. All of its output is kept. Tests can wait for the exit of the program.
//
// Thread-safe. The output is read in the background, so that the program never blocks on a full pipe.
class Subprocess {
 public:
  // Starts `command[0]`, which is a path or a name that is searched in PATH. Errors: Internal if it cannot be started.
  static absl::StatusOr<std::unique_ptr<Subprocess>> Start(const std::vector<std::string>& command,
                                                           const SubprocessOptions& options = {});

  // Kills the program if it still runs, and reaps it.
  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  pid_t pid() const { return pid_; }

  // Sends `signal` unless the program has exited.
  void Signal(int signal);

  // Waits until the program blocks SIGTERM in order to handle the signal itself. Before that, SIGTERM would terminate
  // the program. Returns false if the program exits or after `timeout`.
  bool WaitUntilSigtermIsBlocked(absl::Duration timeout);

  // Waits until the program exits. Returns the exit code, or 128 + n if signal n ended the program, or nothing after
  // `timeout`.
  absl::optional<int> Wait(absl::Duration timeout);

  // Waits until `wanted` returns true for a complete line of standard output or standard error, and returns the line
  // without its line feed. Returns nothing if the program exits without such a line, or after `timeout`. `wanted` must
  // be fast, and may get the same line several times.
  absl::optional<std::string> WaitForLine(absl::FunctionRef<bool(absl::string_view)> wanted, absl::Duration timeout);

  // Return the output so far.
  std::string standard_output();
  std::string standard_error();

 private:
  Subprocess(pid_t pid, int pid_fd, int output_fd, int error_fd);

  // Reads until the program has exited and its pipes are empty.
  void Collect(int pid_fd, int output_fd, int error_fd);

  const pid_t pid_;
  absl::Mutex mutex_;
  std::string output_ ABSL_GUARDED_BY(mutex_);
  std::string error_ ABSL_GUARDED_BY(mutex_);
  absl::optional<int> exit_code_ ABSL_GUARDED_BY(mutex_);
  std::thread collector_;
};

// A program that has exited.
struct FinishedProcess {
  int exit_code = 0;
  std::string standard_output;
  std::string standard_error;
};

// Returns a command that runs `command` with `limit` as soft and hard limit of file descriptors.
std::vector<std::string> WithDescriptors(int limit, const std::vector<std::string>& command);

// Runs a program and waits until it exits. Errors: Internal if it cannot be started; DeadlineExceeded if the program
// was killed after a timeout.
absl::StatusOr<FinishedProcess> RunProcess(const std::vector<std::string>& command,
                                           const SubprocessOptions& options = {},
                                           absl::Duration timeout = absl::Seconds(60));

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_SUBPROCESS_H_
