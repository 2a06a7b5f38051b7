#ifndef CPSIZER_CLIENT_KUBE_API_CLIENT_H_
#define CPSIZER_CLIENT_KUBE_API_CLIENT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/http/http.h"
#include "client/kube/http/rate_limit.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// The functions that get and discard the credentials of the client.
struct Authorization {
  // Returns the HTTP headers with the credentials for a request that is sent at `now`.
  std::function<std::vector<std::string>(absl::Time now)> headers = [](absl::Time) {
    return std::vector<std::string>();
  };
  // Called after the server refused the credentials of a request that was sent at `sent`. Discards these credentials.
  std::function<void(absl::Time sent)> invalidate = [](absl::Time) {};
};

// Sends requests to the API server with credentials and within the client-side rate limit. Retries a request only if a
// retry is safe.
//
// The client retries a request within the timeout of the request in these cases:
//   - The server responds with Retry-After, and the error is ResourceExhausted, Unavailable or Internal. The delay of
//     the retry is the value of Retry-After. If the value is 0, the delay is half a second, and doubles with each
//     further retry, up to 4 s. Jitter multiplies the delay by at most 1.25.
//   - The request is a GET and the connection breaks. A write is not retried after the connection breaks, because the
//     result of the write is unknown.
//   - The server refuses the credentials, and the client has new credentials. A request is retried at most once for
//     this reason.
//
// If the client cannot open a connection, the request ends with the error immediately. If CheckPath() refuses the path
// of a request, the request is not sent and ends with InvalidArgument.
//
// Source: the rest client of client-go, with other limits.
class ApiClient {
 public:
  using OnAnswer = std::function<void(absl::StatusOr<tree::Node>)>;
  using OnDone = std::function<void(const absl::Status&)>;
  using StillWanted = std::function<bool()>;

  ApiClient(EventLoop& loop, Authorization authorization, RateLimit limit);

  // Sends a request, and calls `answer` with the object in the response. The timeout of the request includes all
  // retries. Errors: DataLoss if the response is not a JSON object, for example if it is an HTML page of a proxy;
  // ResourceExhausted with IsTooLarge() if the response has more than tree::kMaxNodes nodes.
  //
  // `still_wanted` is called immediately before each attempt, because an attempt may wait for the rate limit or for a
  // retry delay. If `still_wanted` returns false, the request ends with Cancelled. The server may have executed an
  // earlier attempt even if the client received no response.
  void Send(HttpRequest request, OnAnswer answer, StillWanted still_wanted = nullptr);
  // Same as Send(), but passes the bytes of the response to `answer`, and does not parse the bytes.
  void SendForBytes(HttpRequest request, HttpLoop::OnAnswer answer);
  // Same as SendForBytes(), for a caller that retries and logs failures itself. The client retries only if the server
  // refused the credentials.
  void SendOnceForBytes(HttpRequest request, HttpLoop::OnAnswer answer, StillWanted still_wanted = nullptr);
  // Same as Send(), for a caller that needs only the status. The client does not parse the body of a successful
  // response.
  void SendUnread(HttpRequest request, OnDone done);

  // Returns the time when the last write ended. Returns InfiniteFuture while a write has no result yet, and
  // InfinitePast before the first write. A request of SendUnread() is not counted as a write, because the caller of
  // SendUnread() waits for a time without writes.
  absl::Time no_write_since() const { return writes_ > 0 ? absl::InfiniteFuture() : last_write_; }

  // Returns whether the event loop is stopping. If the loop is stopping, the caller must stop reading a large response.
  bool stopping() const { return loop_.stopping(); }

  // Returns an error in a stream, such as the Status in an ERROR event of a watch, without the credentials of the
  // client.
  absl::Status Masked(const absl::Status& status) const;

  // Opens a stream immediately. The client does not retry, and the rate limit does not apply.
  HttpLoop::Id Open(HttpRequest request, HttpLoop::OnBytes bytes, HttpLoop::OnEnd end);

 private:
  struct Call;

  void Start(Call call);
  void Attempt(const std::shared_ptr<Call>& call);
  void Finish(const std::shared_ptr<Call>& call, absl::Time sent, absl::StatusOr<std::string> answer);
  void Answer(const Call& call, absl::StatusOr<std::string> answer);
  // Returns the time of the next attempt after `status`. Returns InfiniteFuture if there must be no further attempt.
  absl::Time NextAttempt(const Call& call, absl::Time sent, const absl::Status& status);

  EventLoop& loop_;
  const Authorization authorization_;
  RateLimit limit_;
  int64_t writes_ = 0;                            // number of writes that have no result yet
  absl::Time last_write_ = absl::InfinitePast();  // time when the last write ended
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_API_CLIENT_H_
