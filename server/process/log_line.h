#ifndef CPSIZER_SERVER_PROCESS_LOG_LINE_H_
#define CPSIZER_SERVER_PROCESS_LOG_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"

namespace cpsizer::server {

enum class LogLevel : uint8_t { kDebug, kInfo, kWarn, kError };
enum class LogFormat : uint8_t { kJson, kText };

// A field of a log line. The value may contain any bytes, because it is escaped and truncated.
struct LogField {
  absl::string_view key;  // letters, in lowerCamelCase
  absl::string_view value;
};

// The maximum length of a message and of a value, in bytes. Longer texts are truncated.
inline constexpr size_t kMaxLogValueBytes = 1'024;

absl::string_view LogLevelName(LogLevel level);

// Formats a log line as a JSON object or as text, without a line feed. The line contains only printable ASCII. Other
// characters are escaped as in JSON. Bytes that are not UTF-8 become U+FFFD.
std::string FormatLogLine(LogFormat format, absl::Time now, LogLevel level, absl::string_view message,
                          absl::Span<const LogField> fields);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOG_LINE_H_
