#ifndef CPSIZER_TESTS_E2E_HISTORY_SERVERS_SERVER_PROGRAMS_H_
#define CPSIZER_TESTS_E2E_HISTORY_SERVERS_SERVER_PROGRAMS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {

// Returns the path of a program that tests/e2e/history/servers/build.sh builds. Its folder is in
// CPSIZER_HISTORY_SERVERS_DIR.
std::string HistoryServerProgram(absl::string_view name);

// Starts a program, and waits until its output has `ready`. Errors: Internal, with the output, if it exits or takes
// longer than two minutes.
absl::StatusOr<std::unique_ptr<testing::Subprocess>> StartProgram(const std::vector<std::string>& command,
                                                                  absl::string_view ready);

// Runs a program until it exits, for at most 10 minutes, and returns its standard output. Errors: Internal, with its
// standard error, if its exit code is not 0.
absl::StatusOr<std::string> RunProgram(const std::vector<std::string>& command);

// Returns the response of a server on this machine to a GET request. Errors: Internal if it fails.
absl::StatusOr<std::string> GetText(const std::string& url, absl::string_view path);

// Calls `is_true` until it returns true. Returns false after `timeout`.
bool Poll(const std::function<bool()>& is_true, absl::Duration timeout);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HISTORY_SERVERS_SERVER_PROGRAMS_H_
