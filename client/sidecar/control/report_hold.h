#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_REPORT_HOLD_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_REPORT_HOLD_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/control/log.h"

namespace cpsizer::sidecar {

// Writes a log line about one object.
using ObjectLog = std::function<void(LogLevel level, absl::string_view message, std::vector<LogField> fields)>;

// The messages of the log lines. The runbooks quote these messages.
struct HoldLines {
  absl::string_view held;
  absl::string_view released;
};

// Holds the object of `key`, or releases it if `cause` has no reason. Logs once through `log` that the hold has begun
// or ended. Does not log a hold by a shared cause, because the shared cause is logged once for all objects.
void ReportHold(Holds& holds, const std::string& key, const HoldCause& cause, const std::string& note, absl::Time now,
                const HoldLines& lines, const ObjectLog& log);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_REPORT_HOLD_H_
