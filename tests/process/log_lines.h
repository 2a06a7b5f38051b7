#ifndef CPSIZER_TESTS_PROCESS_LOG_LINES_H_
#define CPSIZER_TESTS_PROCESS_LOG_LINES_H_

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "server/process/logging.h"

namespace cpsizer::testing {

// Captures the log of this process until this object is destroyed. At most one LogLines may exist at a time.
class LogLines {
 public:
  explicit LogLines(server::LogLevel level = server::LogLevel::kInfo) {
    server::StartLogging({server::LogFormat::kText, level}, [this](absl::string_view line) {
      const absl::MutexLock lock(&mutex_);
      lines_.emplace_back(line);
    });
  }
  // Replaces the target of the log, because threads of gRPC may still log after this object is destroyed.
  ~LogLines() {
    server::StartLogging({server::LogFormat::kText, server::LogLevel::kError}, [](absl::string_view) {});
  }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  std::vector<std::string> With(absl::string_view part) {
    const absl::MutexLock lock(&mutex_);
    return Find(part);
  }

  // Waits for a line that contains `part`, and returns the first such line.
  std::string WaitFor(absl::string_view part) {
    const absl::MutexLock lock(&mutex_);
    const auto there = [&] { return !Find(part).empty(); };
    mutex_.Await(absl::Condition(&there));
    return Find(part).front();
  }

 private:
  std::vector<std::string> Find(absl::string_view part) const {
    std::vector<std::string> found;
    for (const std::string& line : lines_) {
      if (absl::StrContains(line, part)) found.push_back(line);
    }
    return found;
  }

  absl::Mutex mutex_;
  std::vector<std::string> lines_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_PROCESS_LOG_LINES_H_
