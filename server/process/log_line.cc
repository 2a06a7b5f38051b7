#include "server/process/log_line.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

// Returns `value` as a JSON string in ASCII. A long value is truncated.
std::string Quote(absl::string_view value) {
  std::string text(value.substr(0, kMaxLogValueBytes));
  if (value.size() > kMaxLogValueBytes) text += "...";
  return nlohmann::json(std::move(text)).dump(-1, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace);
}

// Returns `value`. Adds quotes only if the end of the value would not be clear without quotes.
std::string QuoteIfNeeded(absl::string_view value) {
  const bool bare = !value.empty() && value.size() <= kMaxLogValueBytes &&
                    std::all_of(value.begin(), value.end(), [](unsigned char c) {
                      return absl::ascii_isgraph(c) && c != '"' && c != '=' && c != '\\';
                    });
  return bare ? std::string(value) : Quote(value);
}

}  // namespace

absl::string_view LogLevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarn:
      return "warn";
    case LogLevel::kError:
      return "error";
  }
  return "";
}

std::string FormatLogLine(LogFormat format, absl::Time now, LogLevel level, absl::string_view message,
                          absl::Span<const LogField> fields) {
  const std::string time = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", now, absl::UTCTimeZone());
  std::string line;
  if (format == LogFormat::kJson) {
    absl::StrAppend(&line, R"({"level":")", LogLevelName(level), R"(","ts":")", time, R"(","msg":)", Quote(message));
    for (const LogField& field : fields) absl::StrAppend(&line, ",\"", field.key, "\":", Quote(field.value));
    line += '}';
    return line;
  }
  const std::string quoted = Quote(message);
  absl::StrAppend(&line, time, " ", LogLevelName(level), " ", absl::string_view(quoted).substr(1, quoted.size() - 2));
  for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", QuoteIfNeeded(field.value));
  return line;
}

}  // namespace cpsizer::server
