#include "server/rpc/call_queue.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "cpsizer/status.h"

namespace cpsizer::server {
namespace {

// The precision of a duration in an error.
constexpr absl::Duration kPrecision = absl::Microseconds(1);

absl::Status TooManyInFlight(absl::string_view calls, int limit) {
  return CallErrorWithRetry(CallError::kTooManyCallsInFlight,
                            absl::StrCat("the limit of ", calls, " in flight (", limit, ") is reached; retry later"));
}

// Rounds up what is too long, and rounds down its limit, so that the first is longer in the text too.
std::string UpText(CallQueue::Nanoseconds time) {
  return FormatDuration(Ceil(absl::FromChrono(time), kPrecision));
}
std::string DownText(CallQueue::Nanoseconds time) {
  return FormatDuration(Trunc(absl::FromChrono(time), kPrecision));
}

absl::Status ServerBusy(CallQueue::Nanoseconds wait, CallQueue::Nanoseconds max_wait, CallQueue::Nanoseconds cost,
                        CallQueue::Nanoseconds remaining) {
  const std::string why = max_wait > CallQueue::Nanoseconds::zero()
                              ? absl::StrCat(", more than ", DownText(max_wait), ", the limit for a call whose")
                              : absl::StrCat(" and take about ", UpText(cost), ", but its");
  return CallErrorWithRetry(CallError::kServerBusy,
                            absl::StrCat("the call would wait for about ", UpText(wait), why, " deadline is in ",
                                         DownText(remaining), "; retry later, or set a longer deadline"));
}

}  // namespace

CallQueue::CallQueue(const Options& options, WorkerPool& workers)
    : options_(options), calls_(options.max_calls), workers_(workers) {}

absl::Status CallQueue::TryEnter(Nanoseconds cost, Nanoseconds remaining) {
  if (!calls_.TryEnter()) return TooManyInFlight(options_.calls, calls_.limit());
  const Nanoseconds most(static_cast<int64_t>(static_cast<double>(remaining.count()) * options_.max_wait_share));
  const Nanoseconds max_wait = std::max(std::min(most, remaining - cost), Nanoseconds::zero());
  const absl::optional<Nanoseconds> wait = AddWorkOrWait(cost, max_wait);
  if (!wait.has_value()) return absl::OkStatus();
  calls_.Leave();
  return ServerBusy(*wait, max_wait, cost, remaining);
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
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (submitted_ == options_.threads) {
      waiting_.push_back(std::move(task));
      return;
    }
    ++submitted_;
  }
  Submit(std::move(task));
}

void CallQueue::Submit(std::function<void()> task) {
  // Never fails, because the pool has room for the tasks of all its queues.
  workers_.Submit([this, task = std::move(task)] {
    task();
    SubmitNext();
  });
}

void CallQueue::SubmitNext() {
  std::function<void()> next;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (waiting_.empty()) {
      --submitted_;
      return;
    }
    next = std::move(waiting_.front());
    waiting_.pop_front();
  }
  Submit(std::move(next));
}

void CallQueue::Leave(Nanoseconds cost) {
  work_.fetch_sub(cost.count(), std::memory_order_relaxed);
  calls_.Leave();
}

}  // namespace cpsizer::server
