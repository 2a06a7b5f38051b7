#include "client/service/call_failure.h"

#include <algorithm>
#include <string>

#include "google/rpc/error_details.pb.h"

namespace cpsizer {
namespace {

constexpr char kRetryInfoUrl[] = "type.googleapis.com/google.rpc.RetryInfo";

}  // namespace

bool IsRefusal(const absl::Status& status) {
  if (absl::IsResourceExhausted(status)) return !RetryDelay(status).has_value();
  return absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status) || absl::IsOutOfRange(status);
}

absl::optional<absl::Duration> RetryDelay(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kRetryInfoUrl);
  google::rpc::RetryInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return absl::nullopt;
  const absl::Duration delay =
      absl::Seconds(info.retry_delay().seconds()) + absl::Nanoseconds(info.retry_delay().nanos());
  return std::clamp(delay, absl::ZeroDuration(), kMaxRetryDelay);
}

}  // namespace cpsizer
