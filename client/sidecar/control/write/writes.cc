#include "client/sidecar/control/write/writes.h"

#include <string>
#include <utility>

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
bool IsRefusalCode(int http_code) {
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
  return IsRefusalCode(answer->http_code) ? WriteResult::kRefused : WriteResult::kUnknown;
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

void Writes::Send(absl::StatusOr<kube::HttpRequest> request, StillWanted still_wanted, Done done) {
  if (!request.ok()) return done({WriteResultOf(request.status()), request.status(), {}, /*sent=*/false});
  waiting_.push_back({*std::move(request), std::move(still_wanted), std::move(done)});
  SendWaiting();
}

void Writes::SendWaiting() {
  // A write may end before the call that sends it returns.
  if (std::exchange(sending_, true)) return;
  const std::shared_ptr<bool> alive = alive_;
  while (*alive && in_flight_ < most_in_flight_ && !waiting_.empty()) {
    Write write = std::move(waiting_.front());
    waiting_.pop_front();
    // A write that is stale, for example because it waited, must not use the rate limit of the client.
    if (!may_write_() || !write.still_wanted()) {
      write.done({WriteResult::kStale, absl::CancelledError("the write is not wanted any more"), {}, /*sent=*/false});
    } else {
      SendNow(std::move(write));
    }
  }
  if (*alive) sending_ = false;
}

void Writes::SendNow(Write write) {
  ++in_flight_;
  const auto sent = std::make_shared<bool>(false);
  const auto still_wanted = [this, alive = alive_, sent, wanted = std::move(write.still_wanted)] {
    if (!*alive || !may_write_() || !wanted()) return false;
    *sent = true;
    return true;
  };
  send_(std::move(write.request), still_wanted,
        [this, alive = alive_, sent, done = std::move(write.done)](const absl::StatusOr<tree::Node>& answer) {
          if (!*alive) return;
          --in_flight_;
          done({WriteResultOf(answer.status()), answer.status(), answer.ok() ? *answer : tree::Node(), *sent});
          if (*alive) SendWaiting();
        });
}

Writes::SendRequest SendTo(kube::ApiClient& client) {
  return [&client](kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered) {
    if (!request.fresh_connection) {
      return client.Send(std::move(request), std::move(answered), std::move(still_wanted));
    }
    client.SendOnceForBytes(
        std::move(request),
        [answered = std::move(answered)](const absl::StatusOr<std::string>& answer) {
          answered(answer.ok() ? absl::StatusOr<tree::Node>(tree::Node()) : answer.status());
        },
        std::move(still_wanted));
  };
}

}  // namespace cpsizer::sidecar
