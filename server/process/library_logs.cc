#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/process/logging.h"

namespace cpsizer::server {
namespace {

constexpr int kBurst = 20;
constexpr absl::Duration kInterval = absl::Seconds(1);

void LogLibraryLine(LogLevel level, absl::string_view library, absl::string_view file, int line,
                    absl::string_view message) {
  static TokenBucket& rate = *new TokenBucket(kBurst, kInterval);  // NOLINT: outlives every thread
  const std::string at = absl::StrCat(file.substr(file.rfind('/') + 1), ":", line);
  Log(rate, level, message, {{"library", library}, {"at", at}});
}

// A static variable, because gpr_set_log_function() accepts only a function pointer.
std::function<bool(absl::string_view line)>& Translate() {
  static auto& translate = *new std::function<bool(absl::string_view line)>;  // NOLINT: outlives every thread
  return translate;
}

// Returns whether the line is about a connection that was reset before it was accepted. Probes cause such lines, so
// operators do not have to act.
bool IsAboutResetConnection(absl::string_view line) {
  return absl::StartsWith(line, "Failed getpeername: ");
}

void LogGrpcLine(gpr_log_func_args* args) {
  if (Translate() != nullptr && Translate()(args->message)) return;
  if (args->severity != GPR_LOG_SEVERITY_ERROR || IsAboutResetConnection(args->message)) return;
  LogLibraryLine(LogLevel::kError, "gRPC", args->file, args->line, args->message);
}

void LogProtobufLine(google::protobuf::LogLevel severity, const char* file, int line, const std::string& message) {
  const LogLevel level = severity == google::protobuf::LOGLEVEL_INFO      ? LogLevel::kInfo
                         : severity == google::protobuf::LOGLEVEL_WARNING ? LogLevel::kWarn
                                                                          : LogLevel::kError;
  LogLibraryLine(level, "protobuf", file, line, message);
}

}  // namespace

void CaptureLibraryLogs(GrpcLines lines) {
  Translate() = std::move(lines.translate);
  // If the log level is not set here, gRPC reads it from an environment variable.
  gpr_set_log_verbosity(lines.all ? GPR_LOG_SEVERITY_DEBUG : GPR_LOG_SEVERITY_ERROR);
  gpr_set_log_function(LogGrpcLine);
  google::protobuf::SetLogHandler(LogProtobufLine);
}

}  // namespace cpsizer::server
