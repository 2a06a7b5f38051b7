#include "client/sidecar/control/shared_causes.h"

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

// Empty for the service.
std::string ApiOf(const HoldCause& cause) {
  return cause.shared == kService ? "" : cause.shared;
}

}  // namespace

Holds::Callbacks LogSharedCauses(const Log& log, const std::string& what, const std::string& objects) {
  Holds::Callbacks callbacks;
  callbacks.begins = [log, what](const HoldCause& cause, const std::string& error) {
    const std::string api = ApiOf(cause);
    log(LogLevel::kWarn,
        absl::StrCat(api.empty() ? "the service failed; " : "an API is unavailable; ", what, " stay as they are"),
        WithoutEmpty({{"api", api}, {"reason", cause.reason}, {"error", error}}));
  };
  callbacks.ends = [log, objects](const HoldCause& cause, size_t affected) {
    const std::string api = ApiOf(cause);
    log(LogLevel::kInfo, api.empty() ? "the service answers again" : "the API answers again",
        WithoutEmpty({{"api", api}, {objects, absl::StrCat(affected)}}));
  };
  return callbacks;
}

}  // namespace cpsizer::sidecar
