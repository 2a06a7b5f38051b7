#ifndef CPSIZER_SERVER_PROCESS_LOGGING_H_
#define CPSIZER_SERVER_PROCESS_LOGGING_H_

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/log_line.h"
#include "server/process/token_bucket.h"

namespace cpsizer::server {

struct LogOptions {
  LogFormat format = LogFormat::kJson;
  LogLevel level = LogLevel::kInfo;
};

// Starts logging to standard error. Before that nothing is logged. Not thread-safe: called once, by main.
void StartLogging(const LogOptions& options);

// The same into `write`, which gets whole lines without line feed, one at a time.
void StartLogging(const LogOptions& options, std::function<void(absl::string_view line)> write);

// Whether lines of this level are written. One relaxed load: ask before building a costly line.
bool LogEnabled(LogLevel level);

// Writes a line if its level is enabled. Thread-safe.
void Log(LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// The same at a bounded rate, for what callers can provoke: a line after others that were held back says `heldBack`,
// how many. Thread-safe.
void Log(TokenBucket& rate, LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// What becomes of the lines of gRPC.
struct GrpcLines {
  // Says in other words what a line says, or nothing; false: it goes into the log as it is. Null: all of them do.
  std::function<bool(absl::string_view line)> translate;
  // Whether `translate` is asked about lines of level debug and info too, of which none goes into the log as it is.
  bool all = false;
};

// Sends the lines of gRPC and protobuf through Log(), at a bounded rate for all of them together: callers can provoke
// them. Thread-safe lines; called once, by main.
void CaptureLibraryLogs(GrpcLines lines = {});

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOGGING_H_
