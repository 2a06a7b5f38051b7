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

// Starts logging to standard error. Lines that are logged before this call are dropped. Not thread-safe: must be called
// once, by main.
void StartLogging(const LogOptions& options);

// Starts logging to `write` instead of standard error. `write` gets whole lines without line feed, one at a time.
void StartLogging(const LogOptions& options, std::function<void(absl::string_view line)> write);

// Returns whether lines of this level are logged. Costs one relaxed load. Call this function before you build an
// expensive line.
bool LogEnabled(LogLevel level);

// Writes a line if its level is enabled. Thread-safe.
void Log(LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// Writes a line at a limited rate; for lines that callers can cause. The field `suppressed` is the number of lines that
// were suppressed before this line. Thread-safe.
void Log(TokenBucket& rate, LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// The handling of the log lines of gRPC.
struct GrpcLines {
  // Returns true if `line` must not be logged; this function may have logged another line instead. Returns false if
  // `line` must be logged unchanged. If this function is null, all lines are logged unchanged.
  std::function<bool(absl::string_view line)> translate;
  // If true, `translate` also gets the lines of level debug and info. These lines are never logged unchanged.
  bool all = false;
};

// Sends the log lines of gRPC and protobuf to Log(). All lines together have a limited rate, because callers can cause
// them. Must be called once, by main; the lines may come from any thread.
void CaptureLibraryLogs(GrpcLines lines = {});

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOGGING_H_
