#include "server/rpc/call_metrics.h"

#include <algorithm>

namespace cpsizer::server {
namespace {

// The bounds of the buckets, from 25 microseconds (the duration of a small decision) to 10 seconds. They include the
// bounds that dashboards usually have.
constexpr int64_t kNanoBounds[] = {25'000,        50'000,        100'000,       250'000,     500'000,
                                   1'000'000,     2'500'000,     5'000'000,     10'000'000,  25'000'000,
                                   50'000'000,    100'000'000,   250'000'000,   500'000'000, 1'000'000'000,
                                   2'500'000'000, 5'000'000'000, 10'000'000'000};
constexpr int64_t kByteBounds[] = {64,        256,     1 << 10, 4 << 10,  16 << 10, 64 << 10,
                                   256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20};

constexpr double kNano = 1e-9;

constexpr absl::string_view kStatusCodeWords[kStatusCodes] = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};

}  // namespace

absl::string_view StatusCodeWord(size_t code) {
  return kStatusCodeWords[std::min(code, kStatusCodes - 1)];
}

CallMetrics::CallMetrics()
    : seconds_({kNanoBounds, kNano}), request_bytes_({kByteBounds, 1}), response_bytes_({kByteBounds, 1}) {}

void CallMetrics::Started(size_t request_bytes) {
  counts_.Add(kStarted, 1);
  request_bytes_.Observe(static_cast<int64_t>(request_bytes));
}

void CallMetrics::Finished(absl::StatusCode code, std::chrono::nanoseconds took, size_t response_bytes) {
  seconds_.Observe(took.count());
  if (code == absl::StatusCode::kOk) response_bytes_.Observe(static_cast<int64_t>(response_bytes));
  // This must be the last addition for a call. A thread that reads this addition also reads the earlier additions for
  // the call. For this reason all counters include a call that is no longer in flight.
  counts_.Add(std::min(static_cast<size_t>(code), kStatusCodes - 1), 1);
}

int64_t CallMetrics::in_flight() const {
  int64_t handled = 0;
  // Reads the handled calls before the started calls. A call that ends between the two reads is then counted as in
  // flight, and the difference is never negative.
  for (size_t code = 0; code < kStatusCodes; ++code) handled += this->handled(code);
  return started() - handled;
}

}  // namespace cpsizer::server
