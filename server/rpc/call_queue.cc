#include "server/rpc/call_queue.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "cpsizer/status.h"

namespace cpsizer::server {
namespace {

absl::Status TooManyInFlight(int limit) {
  return CallErrorWithRetry(
      CallError::kTooManyCallsInFlight,
      absl::StrCat("the limit of batches and large requests in flight (", limit, ") is reached; retry later"));
}

absl::Status ServerBusy(CallQueue::Nanoseconds wait, CallQueue::Nanoseconds max_wait,
                        CallQueue::Nanoseconds remaining) {
  const auto rounded = [](CallQueue::Nanoseconds time) {
    return absl::FormatDuration(absl::Trunc(absl::FromChrono(time), absl::Milliseconds(1)));
  };
  return CallErrorWithRetry(CallError::kServerBusy,
                            absl::StrCat("the call would wait for about ", rounded(wait), ", more than ",
                                         rounded(max_wait), ", the limit for a call whose deadline is in ",
                                         rounded(remaining), "; retry later, or set a longer deadline"));
}

}  // namespace

CallQueue::CallQueue(const Options& options)
    : options_(options), calls_(options.max_calls), workers_(options.threads, static_cast<size_t>(options.max_calls)) {}

absl::Status CallQueue::TryEnter(Nanoseconds cost, Nanoseconds remaining) {
  if (!calls_.TryEnter()) return TooManyInFlight(calls_.limit());
  const Nanoseconds most(static_cast<int64_t>(static_cast<double>(remaining.count()) * options_.max_wait_share));
  const Nanoseconds max_wait = std::max(std::min(most, remaining - cost), Nanoseconds::zero());
  const absl::optional<Nanoseconds> wait = AddWorkOrWait(cost, max_wait);
  if (!wait.has_value()) return absl::OkStatus();
  calls_.Leave();
  return ServerBusy(*wait, max_wait, remaining);
}

absl::optional<CallQueue::Nanoseconds> CallQueue::AddWorkOrWait(Nanoseconds cost, Nanoseconds max_wait) {
  int64_t work = work_.load(std::memory_order_relaxed);
  do {
    const Nanoseconds wait(work / options_.threads);
    if (work > 0 && wait > max_wait) return wait;
  } while (!work_.compare_exchange_weak(work, work + cost.count(), std::memory_order_relaxed));
  return absl::nullopt;
}

void CallQueue::Run(std::function<void()> task) {
  // Submit() never fails, because the queue has room for all calls that can be in flight.
  workers_.Submit(std::move(task));
}

void CallQueue::Leave(Nanoseconds cost) {
  work_.fetch_sub(cost.count(), std::memory_order_relaxed);
  calls_.Leave();
}

}  // namespace cpsizer::server
