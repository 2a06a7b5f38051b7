#include "tests/e2e/history/servers/server_programs.h"

#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/history/prometheus/prometheus_endpoint.h"

namespace cpsizer::e2e {

std::string HistoryServerProgram(absl::string_view name) {
  const char* const folder = getenv("CPSIZER_HISTORY_SERVERS_DIR");
  return absl::StrCat(folder == nullptr ? "" : folder, "/", name);
}

absl::StatusOr<std::unique_ptr<testing::Subprocess>> StartProgram(const std::vector<std::string>& command,
                                                                  absl::string_view ready) {
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> process = testing::Subprocess::Start(command);
  if (!process.ok()) return process.status();
  const auto is_ready = [ready](absl::string_view line) { return absl::StrContains(line, ready); };
  if ((*process)->WaitForLine(is_ready, absl::Minutes(2)).has_value()) return process;
  return absl::InternalError(absl::StrCat(command[0], ": ", (*process)->standard_error()));
}

absl::StatusOr<std::string> RunProgram(const std::vector<std::string>& command) {
  absl::StatusOr<testing::FinishedProcess> finished = testing::RunProcess(command, {}, absl::Minutes(10));
  if (!finished.ok()) return finished.status();
  if (finished->exit_code == 0) return std::move(finished->standard_output);
  return absl::InternalError(
      absl::StrCat(command[0], ": exit code ", finished->exit_code, ": ", finished->standard_error));
}

absl::StatusOr<std::string> GetText(const std::string& url, absl::string_view path) {
  const auto endpoint = history::PrometheusEndpoint::Make({.url = url});
  return endpoint.ok() ? (*endpoint)->Get(std::string(path)) : endpoint.status();
}

bool Poll(const std::function<bool()>& is_true, absl::Duration timeout) {
  const absl::Time end = absl::Now() + timeout;
  while (!is_true()) {
    if (absl::Now() > end) return false;
    absl::SleepFor(absl::Milliseconds(50));
  }
  return true;
}

}  // namespace cpsizer::e2e
