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

// Starts logging to standard error. Lines before that are dropped. Not thread-safe: called once, by main.
void StartLogging(const LogOptions& options);

// The same, with `write` as the target, which gets whole lines without line feed, one at a time.
void StartLogging(const LogOptions& options, std::function<void(absl::string_view line)> write);

// Returns whether lines of this level are logged. One relaxed load: call it before building an expensive line.
bool LogEnabled(LogLevel level);

// Writes a line if its level is enabled. Thread-safe.
void Log(LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// The same at a limited rate, for lines that callers can cause: the field `suppressed` of a line is the number of lines
// that were suppressed before it. Thread-safe.
void Log(TokenBucket& rate, LogLevel level, absl::string_view message, absl::Span<const LogField> fields = {});

// How the log lines of gRPC are handled.
struct GrpcLines {
  // Logs another line instead of `line`, or none, and returns true; returns false to log `line` as it is. Null: all
  // lines are logged as they are.
  std::function<bool(absl::string_view line)> translate;
  // True if `translate` also gets lines of level debug and info, which are never logged as they are.
  bool all = false;
};

// Sends the lines of gRPC and protobuf to Log(), at a limited rate for all together, because callers can cause them.
// Called once, by main; the lines may come from any thread.
void CaptureLibraryLogs(GrpcLines lines = {});

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOGGING_H_
