#include "client/sidecar/control/shared_causes.h"

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

struct CauseLines {
  const char* begins;
  const char* ends;
  std::string api = "";
};

CauseLines LinesOf(const HoldCause& cause) {
  if (cause.shared == kService) return {"service call failed", "the service responds again"};
  if (cause.shared == kConfigurationCause) {
    return {"the configuration is incomplete", "the configuration is complete again"};
  }
  return {"an API is unavailable", "the API is available again", cause.shared};
}

}  // namespace

Holds::Callbacks LogSharedCauses(const Log& log, const std::string& what, const std::string& objects) {
  Holds::Callbacks callbacks;
  callbacks.begins = [log, what](const HoldCause& cause, const std::string& error) {
    // Logs nothing here, because an unusable configuration has its own log line.
    if (cause.shared == kUnusableConfiguration) return;
    const CauseLines lines = LinesOf(cause);
    log(LogLevel::kWarn, absl::StrCat(lines.begins, "; ", what, " stay as they are"),
        WithoutEmpty({{"api", lines.api}, {"reason", cause.reason}, {"error", error}}));
  };
  callbacks.ends = [log, objects](const HoldCause& cause, size_t affected) {
    if (cause.shared == kUnusableConfiguration) return;
    const CauseLines lines = LinesOf(cause);
    log(LogLevel::kInfo, lines.ends, WithoutEmpty({{"api", lines.api}, {objects, absl::StrCat(affected)}}));
  };
  return callbacks;
}

}  // namespace cpsizer::sidecar
