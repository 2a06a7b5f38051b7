#ifndef CPSIZER_TESTS_PROCESS_LOG_LINES_H_
#define CPSIZER_TESTS_PROCESS_LOG_LINES_H_

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "server/process/logging.h"

namespace cpsizer::testing {

// Captures the log of this process until this object is destroyed. At most one LogLines may exist at a time.
// server/process/worker_pool.h explains why std::mutex is used.
class LogLines {
 public:
  explicit LogLines(server::LogLevel level = server::LogLevel::kInfo) {
    server::StartLogging({server::LogFormat::kText, level}, [this](absl::string_view line) {
      const std::lock_guard<std::mutex> lock(mutex_);
      lines_.emplace_back(line);
      added_.notify_all();
    });
  }
  // Replaces the target of the log, because threads of gRPC may still log after this object is destroyed.
  ~LogLines() {
    server::StartLogging({server::LogFormat::kText, server::LogLevel::kError}, [](absl::string_view) {});
  }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  std::vector<std::string> With(absl::string_view part) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Find(part);
  }

  // Waits for a line that contains `part`, and returns the first such line.
  std::string WaitFor(absl::string_view part) {
    std::unique_lock<std::mutex> lock(mutex_);
    added_.wait(lock, [&] { return !Find(part).empty(); });
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

  std::mutex mutex_;
  std::condition_variable added_;
  std::vector<std::string> lines_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_PROCESS_LOG_LINES_H_
