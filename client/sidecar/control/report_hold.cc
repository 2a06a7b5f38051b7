#include "client/sidecar/control/report_hold.h"

namespace cpsizer::sidecar {

void ReportHold(Holds& holds, const std::string& key, const HoldCause& cause, const std::string& note, absl::Time now,
                const HoldLines& lines, const ObjectLog& log) {
  if (cause.reason.empty()) {
    const HoldCause before = holds.Release(key);
    if (before.reason.empty()) return;
    return log(before.shared.empty() ? LogLevel::kInfo : LogLevel::kDebug, lines.released, {{"reason", before.reason}});
  }
  if (!holds.Hold(key, cause, note, now)) return;
  log(cause.shared.empty() ? LogLevel::kWarn : LogLevel::kDebug, lines.held,
      {{"reason", cause.reason}, {"note", note}});
}

}  // namespace cpsizer::sidecar
