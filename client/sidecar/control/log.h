#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_LOG_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_LOG_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::sidecar {

enum class LogLevel : uint8_t { kDebug, kInfo, kWarn, kError };

// One field of a log line. The value may be any text.
struct LogField {
  absl::string_view key;
  std::string value;
};

// Writes one log line.
using Log = std::function<void(LogLevel level, absl::string_view message, absl::Span<const LogField> fields)>;

// Returns the fields whose value is not empty.
std::vector<LogField> WithoutEmpty(std::vector<LogField> fields);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_LOG_H_
