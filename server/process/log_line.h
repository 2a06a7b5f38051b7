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

// One further fact of a line. The value may be anything: it is escaped and cut.
struct LogField {
  absl::string_view key;  // letters, as it shall stand in the line
  absl::string_view value;
};

// A message or a value is cut here, bytes.
inline constexpr size_t kMaxLogValueBytes = 1'024;

absl::string_view LogLevelName(LogLevel level);

// One line without its line feed: a JSON object, or text for people. Printable ASCII whatever the values hold:
// everything else is escaped as in JSON, and U+FFFD stands for bytes that are not UTF-8.
std::string FormatLogLine(LogFormat format, absl::Time now, LogLevel level, absl::string_view message,
                          absl::Span<const LogField> fields);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOG_LINE_H_
