#include "client/kube/api_client.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/mask_credentials.h"
#include "client/kube/http/url.h"
#include "client/tree/parse_json.h"

namespace cpsizer::kube {
namespace {

constexpr int kMaxAttempts = 10;
constexpr absl::Duration kUntilNextConnection = absl::Seconds(1);
// The delay before the first retry if the server sends a Retry-After below this value. Each further retry doubles the
// delay.
constexpr absl::Duration kMinRetryAfter = absl::Milliseconds(500);
constexpr int kMaxDoublings = 3;
// With jitter, clients that the server rejected at the same time do not retry at the same time.
constexpr double kRetryJitter = 0.25;

absl::StatusOr<tree::Node> ReadObject(const absl::StatusOr<std::string>& answer) {
  if (!answer.ok()) return answer.status();
  absl::Status error;
  tree::Node object = tree::ParseJson(*answer, tree::kSpecFields, &error);
  if (object.is_map()) return object;
  return NoObjectError("the response", answer->size(), error);
}

void AddHeaders(const std::vector<std::string>& headers, HttpRequest& request) {
  request.headers.insert(request.headers.end(), headers.begin(), headers.end());
}

}  // namespace

struct ApiClient::Call {
  HttpRequest request;
  HttpLoop::OnAnswer answer;
  StillWanted still_wanted = nullptr;
  int max_attempts = kMaxAttempts;
  bool waits_for_writes = false;  // true for requests of SendUnread()
  absl::Time deadline;
  std::vector<std::string> sent_headers;  // the headers with the credentials of the last attempt
  int attempts = 0;
  bool renewed = false;

  bool IsWrite() const { return request.method != "GET" && !waits_for_writes; }
};

ApiClient::ApiClient(EventLoop& loop, Authorization authorization, RateLimit limit)
    : loop_(loop), authorization_(std::move(authorization)), limit_(limit) {}

void ApiClient::Send(HttpRequest request, OnAnswer answer, StillWanted still_wanted) {
  Start(
      {.request = std::move(request),
       .answer = [answer = std::move(answer)](const absl::StatusOr<std::string>& bytes) { answer(ReadObject(bytes)); },
       .still_wanted = std::move(still_wanted)});
}

void ApiClient::SendForBytes(HttpRequest request, HttpLoop::OnAnswer answer) {
  Start({.request = std::move(request), .answer = std::move(answer)});
}

void ApiClient::SendOnceForBytes(HttpRequest request, HttpLoop::OnAnswer answer, StillWanted still_wanted) {
  Start({.request = std::move(request),
         .answer = std::move(answer),
         .still_wanted = std::move(still_wanted),
         .max_attempts = 1});
}

void ApiClient::SendUnread(HttpRequest request, OnDone done) {
  Start({.request = std::move(request),
         .answer = [done = std::move(done)](const absl::StatusOr<std::string>& bytes) { done(bytes.status()); },
         .waits_for_writes = true});
}

void ApiClient::Start(Call call) {
  const absl::Time now = loop_.now();
  if (absl::Status status = CheckPath(call.request.path); !status.ok()) {
    loop_.timers().At(now, [status, answer = std::move(call.answer)] { answer(status); });
    return;
  }
  if (call.IsWrite()) ++writes_;
  const absl::Time begin = limit_.Reserve(now);
  // The timeout of a request does not include the time that the request waits for the rate limit.
  call.deadline = begin + call.request.timeout;
  const auto started = std::make_shared<Call>(std::move(call));
  if (begin <= now) return Attempt(started);
  loop_.timers().At(begin, [this, started] { Attempt(started); });
}

HttpLoop::Id ApiClient::Open(HttpRequest request, HttpLoop::OnBytes bytes, HttpLoop::OnEnd end) {
  const absl::Time sent = loop_.now();
  AddHeaders(authorization_.headers(sent), request);
  return loop_.http().Open(std::move(request), std::move(bytes),
                           [this, sent, end = std::move(end)](const absl::Status& status) {
                             // Does not reopen the stream. The next call of Open() sends new credentials.
                             if (absl::IsUnauthenticated(status)) authorization_.invalidate(sent);
                             end(status);
                           });
}

absl::Status ApiClient::Masked(const absl::Status& status) const {
  return MaskCredentials(authorization_.headers(loop_.now()), status);
}

void ApiClient::Attempt(const std::shared_ptr<Call>& call) {
  if (call->still_wanted != nullptr && !call->still_wanted()) {
    return Answer(*call, absl::CancelledError(
                             absl::StrCat("the request for ", call->request.path, " was cancelled by its caller")));
  }
  const absl::Time sent = loop_.now();
  call->sent_headers = authorization_.headers(sent);
  HttpRequest request = call->request;
  AddHeaders(call->sent_headers, request);
  request.timeout = call->deadline - sent;
  ++call->attempts;
  loop_.http().Send(std::move(request),
                    [this, call, sent](absl::StatusOr<std::string> answer) { Finish(call, sent, std::move(answer)); });
}

void ApiClient::Finish(const std::shared_ptr<Call>& call, absl::Time sent, absl::StatusOr<std::string> answer) {
  if (!answer.ok()) {
    const absl::Time next = NextAttempt(*call, sent, answer.status());
    if (next < call->deadline) {
      call->renewed |= absl::IsUnauthenticated(answer.status());
      loop_.timers().At(next, [this, call] { Attempt(call); });
      return;
    }
  }
  Answer(*call, std::move(answer));
}

void ApiClient::Answer(const Call& call, absl::StatusOr<std::string> answer) {
  if (call.IsWrite()) {
    --writes_;
    last_write_ = loop_.now();
  }
  call.answer(std::move(answer));
}

absl::Time ApiClient::NextAttempt(const Call& call, absl::Time sent, const absl::Status& status) {
  const absl::Time now = loop_.now();
  if (absl::IsUnauthenticated(status) && !call.renewed) {
    authorization_.invalidate(sent);
    if (authorization_.headers(now) != call.sent_headers) return now;
  }
  if (call.attempts >= call.max_attempts) return absl::InfiniteFuture();
  const bool by_server = absl::IsResourceExhausted(status) || absl::IsUnavailable(status) || absl::IsInternal(status);
  const absl::optional<absl::Duration> retry_after = RetryAfter(status);
  if (by_server && retry_after.has_value()) {
    const absl::Duration least = kMinRetryAfter * (1 << std::min(call.attempts - 1, kMaxDoublings));
    const absl::Duration wait = *retry_after < kMinRetryAfter ? least : *retry_after;
    return now + wait * (1 + kRetryJitter * loop_.random());
  }
  if (call.request.method == "GET" && IsBrokenConnection(status)) return now + kUntilNextConnection;
  return absl::InfiniteFuture();
}

}  // namespace cpsizer::kube
