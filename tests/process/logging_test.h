#ifndef CPSIZER_TESTS_PROCESS_LOGGING_TEST_H_
#define CPSIZER_TESTS_PROCESS_LOGGING_TEST_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/synchronization/mutex.h"
#include "server/process/logging.h"

namespace cpsizer::server {

// Captures the log in memory while a test runs.
class LoggingTest : public ::testing::Test {
 protected:
  void Start(LogLevel level, LogFormat format = LogFormat::kJson) {
    StartLogging({format, level}, [this](absl::string_view line) {
      const absl::MutexLock lock(&mutex_);
      lines_.emplace_back(line);
    });
  }
  // Replaces the target of the log, because threads of gRPC may still log after this test.
  void TearDown() override {
    StartLogging({LogFormat::kJson, LogLevel::kError}, [](absl::string_view) {});
  }

  std::vector<std::string> Lines() {
    const absl::MutexLock lock(&mutex_);
    return lines_;
  }

  std::vector<std::string> LinesWith(absl::string_view part) {
    std::vector<std::string> found;
    for (const std::string& line : Lines()) {
      if (absl::StrContains(line, part)) found.push_back(line);
    }
    return found;
  }

 private:
  absl::Mutex mutex_;
  std::vector<std::string> lines_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_TESTS_PROCESS_LOGGING_TEST_H_
