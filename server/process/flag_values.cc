#include "absl/strings/numbers.h"
#include "cpsizer/quantity.h"
#include "server/process/flag_table.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {
namespace {

constexpr absl::Duration kLongest = absl::Hours(1);

}  // namespace

absl::Status SetBool(absl::string_view text, bool& value) {
  return SetChoice(text, {Choice<bool>{"true", true}, Choice<bool>{"false", false}}, value);
}

absl::Status SetDuration(absl::string_view text, absl::Duration least, absl::Duration& value) {
  absl::Duration parsed;
  if (!absl::ParseDuration(text, &parsed)) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a duration such as 500ms, 5s or 1m30s"));
  }
  if (parsed < least || parsed > kLongest) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text), " is not between ", ShowDuration(least), " and ", ShowDuration(kLongest)));
  }
  value = parsed;
  return absl::OkStatus();
}

absl::Status SetCount(absl::string_view text, int least, int most, int& value) {
  int parsed = 0;
  if (!absl::SimpleAtoi(text, &parsed) || parsed < least || parsed > most) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a number between ", least, " and ", most));
  }
  value = parsed;
  return absl::OkStatus();
}

absl::Status SetBytes(absl::string_view text, size_t least, size_t most, size_t& value) {
  Quantity parsed;
  if (ParseQuantity(text, parsed) != QuantityError::kNone || parsed.nanos % kNanosPerUnit != 0) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a number of bytes such as 65536 or 64Mi"));
  }
  const Nanos bytes = parsed.nanos / kNanosPerUnit;
  if (bytes < static_cast<Nanos>(least) || bytes > static_cast<Nanos>(most)) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text), " is not between ", ShowBytes(least), " and ", ShowBytes(most)));
  }
  value = static_cast<size_t>(bytes);
  return absl::OkStatus();
}

std::string ShowBytes(size_t bytes) {
  return CanonicalText(WholeUnits(static_cast<int64_t>(bytes), QuantityFormat::kBinarySI));
}

std::string ShowDuration(absl::Duration duration) {
  // absl::FormatDuration() returns `0` for zero, without a unit.
  return duration == absl::ZeroDuration() ? "0s" : absl::FormatDuration(duration);
}

Flag SwitchFlag(absl::string_view name, absl::string_view description, bool& value) {
  return {name,
          "true|false",
          value ? "true" : "false",
          description,
          [&value](absl::string_view text) { return SetBool(text, value); },
          true};
}

Flag DurationFlag(absl::string_view name, absl::string_view description, absl::Duration least, absl::Duration& value) {
  return {name, "DURATION", ShowDuration(value), description,
          [least, &value](absl::string_view text) { return SetDuration(text, least, value); }};
}

Flag ListenAddressFlag(absl::string_view name, absl::string_view description, std::string& address) {
  return {name, "ADDRESS", address, description, [&address](absl::string_view text) {
            address = std::string(text);
            return CheckListenAddress(text);
          }};
}

Flag AdminAddrFlag(std::string& address) {
  return {"--admin-addr", "ADDRESS|off", "off",
          "where to serve /metrics, /livez, /readyz, /version and /statusz over plain HTTP, such as :8080",
          [&address](absl::string_view text) {
            address = text == "off" ? "" : std::string(text);
            if (address.empty()) return absl::OkStatus();
            const absl::Status status = CheckListenAddress(text);
            return status.ok() ? status : absl::InvalidArgumentError(absl::StrCat(status.message(), ", or off"));
          }};
}

Flag LogFormatFlag(LogOptions& options) {
  return {"--log-format", "json|text", "json", "format of the log lines on standard error",
          [&options](absl::string_view text) {
            return SetChoice(text,
                             {Choice<LogFormat>{"json", LogFormat::kJson}, Choice<LogFormat>{"text", LogFormat::kText}},
                             options.format);
          }};
}

Flag LogLevelFlag(LogOptions& options) {
  return {"--log-level", "debug|info|warn|error", "info",
          "minimum level of the log lines; debug adds a line for each decision", [&options](absl::string_view text) {
            return SetChoice(text,
                             {Choice<LogLevel>{"debug", LogLevel::kDebug}, Choice<LogLevel>{"info", LogLevel::kInfo},
                              Choice<LogLevel>{"warn", LogLevel::kWarn}, Choice<LogLevel>{"error", LogLevel::kError}},
                             options.level);
          }};
}

}  // namespace cpsizer::server
