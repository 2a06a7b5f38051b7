#include "client/sidecar/control/write/writes.h"

#include <string>
#include <utility>

namespace cpsizer::sidecar {

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
