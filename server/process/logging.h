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

// Starts logging to standard error. Lines that are logged earlier are dropped. Not thread-safe. Must be called once, by
// main().
void StartLogging(const LogOptions& options);

// Starts logging to `write`. `write` is called once for each line, by one thread at a time. The line has no line feed
// at its end.
void StartLogging(const LogOptions& options, std::function<void(absl::string_view line)> write);

// Returns whether lines of this level are logged. Costs one relaxed load. Must be checked before a caller makes an
// expensive line.
bool LogEnabled(LogLevel level);

// Logs a line if its level is enabled. Thread-safe.
void Log(LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// Logs a line, at a limited rate. Must be used for lines that callers of the service can cause. The field `suppressed`
// is the number of lines that were not logged since the last line. Thread-safe.
void Log(TokenBucket& rate, LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// Defines how the log lines of gRPC are handled.
struct GrpcLines {
  // Returns true if `line` must not be logged. In this case this function may have logged another line. Returns false
  // if `line` must be logged unchanged. If `translate` is null, each line must be logged unchanged. A line about a
  // connection that was reset before it was accepted is never logged unchanged.
  std::function<bool(absl::string_view line)> translate;
  // If true, `translate` is also called with lines of the levels debug and info. These lines are never logged
  // unchanged.
  bool all = false;
};

// Passes the log lines of gRPC and protobuf to Log(), at a limited rate for all lines together. The rate is limited,
// because callers of the service can cause these lines. Must be called once, by main(). The lines may come from any
// thread.
void CaptureLibraryLogs(GrpcLines lines = {});

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOGGING_H_
