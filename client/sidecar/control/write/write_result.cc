#include "client/sidecar/control/write/write_result.h"

#include "absl/types/optional.h"
#include "client/kube/http/api_error.h"
#include "client/sidecar/control/slow_retry.h"

namespace cpsizer::sidecar {
namespace {

constexpr int kUnauthorized = 401;
constexpr int kRequestTimeout = 408;
constexpr int kTooManyRequests = 429;

// Returns whether the code is a 4xx code that refuses the write itself. 401 refuses the token, which can be renewed at
// any time.
bool IsRefusal(int http_code) {
  return http_code >= 400 && http_code < 500 && http_code != kUnauthorized && http_code != kRequestTimeout &&
         http_code != kTooManyRequests;
}

// Returns whether the error of the client means that the request was not sent, because it is invalid.
bool IsUnsent(const absl::Status& status) {
  return absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status);
}

}  // namespace

WriteResult WriteResultOf(const absl::Status& status) {
  if (status.ok()) return WriteResult::kDone;
  if (absl::IsCancelled(status)) return WriteResult::kStale;
  if (absl::IsAborted(status) || absl::IsAlreadyExists(status)) return WriteResult::kConflict;
  const absl::optional<kube::ServerAnswer> answer = kube::ServerAnswerOf(status);
  if (!answer.has_value()) return IsUnsent(status) ? WriteResult::kRefused : WriteResult::kUnknown;
  if (absl::IsNotFound(status) && answer->names_object) return WriteResult::kGone;
  return IsRefusal(answer->http_code) ? WriteResult::kRefused : WriteResult::kUnknown;
}

bool CountUnwritten(WriteResult result, Counters& counters) {
  switch (result) {
    case WriteResult::kDone:
      return false;
    case WriteResult::kStale:
      ++counters.stale_plans;
      return false;
    case WriteResult::kConflict:
    case WriteResult::kGone:
      ++counters.write_conflicts;
      return false;
    case WriteResult::kNotKept:
    case WriteResult::kRefused:
    case WriteResult::kUnknown:
      break;
  }
  ++counters.write_failures;
  return true;
}

absl::Duration LeastRetryDelay(const absl::Status& status, double random) {
  constexpr double kMostJitter = 0.25;
  if (WriteResultOf(status) == WriteResult::kRefused) return SlowRetryDelay(random);
  return kube::RetryAfter(status).value_or(absl::ZeroDuration()) * (1 + kMostJitter * random);
}

}  // namespace cpsizer::sidecar
