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

// The credentials of the client.
struct Authorization {
  // Returns the headers for a request that is sent at `now`.
  std::function<std::vector<std::string>(absl::Time now)> headers = [](absl::Time) {
    return std::vector<std::string>();
  };
  // Discards the credentials that were sent at `sent`, because the server refused them.
  std::function<void(absl::Time sent)> invalidate = [](absl::Time) {};
};

// Sends requests to the API server with credentials and within the client-side rate limit. Retries a request only if
// the retry is safe.
//
// A request is retried within its timeout in these cases:
//   - The server responds with Retry-After. If its value is 0, the delay is half a second. This delay doubles with each
//     further attempt, up to 4 s.
//   - The request is a GET and its connection breaks. A write is not retried after its connection breaks, because the
//     result of the write is unknown.
//   - The server refused the credentials, and the client has other credentials. Each request is retried at most once
//     for this reason.
//
// If no connection can be opened, the error is returned immediately. If CheckPath() refuses the path of a request, the
// request is not sent and ends with InvalidArgument.
//
// Source: client-go's rest client, with other limits.
class ApiClient {
 public:
  using OnAnswer = std::function<void(absl::StatusOr<tree::Node>)>;
  using OnDone = std::function<void(const absl::Status&)>;
  using StillWanted = std::function<bool()>;

  ApiClient(EventLoop& loop, Authorization authorization, RateLimit limit);

  // Sends a request whose response is an object. The timeout of the request covers all retries. Errors: DataLoss if the
  // response is not a JSON object, for example if it is an HTML page of a proxy; ResourceExhausted with IsTooLarge() if
  // the response has more than tree::kMaxNodes nodes.
  //
  // `still_wanted` is called immediately before each attempt, because the request may wait for the rate limit or for a
  // retry. If `still_wanted` returns false, the request ends with Cancelled. The server may have executed an earlier
  // attempt even if no response arrived.
  void Send(HttpRequest request, OnAnswer answer, StillWanted still_wanted = nullptr);
  // Same as Send(), but passes the bytes of the response to `answer` without parsing them.
  void SendForBytes(HttpRequest request, HttpLoop::OnAnswer answer);
  // Same as SendForBytes(), for a caller that does its own retries and logs each failure. The client retries only if
  // the credentials were refused.
  void SendOnceForBytes(HttpRequest request, HttpLoop::OnAnswer answer, StillWanted still_wanted = nullptr);
  // Same as Send(), for a caller that needs only the status: the body of a successful response is not parsed.
  void SendUnread(HttpRequest request, OnDone done);

  // Returns the time when the last write ended. Returns InfiniteFuture while a write is in flight, and InfinitePast
  // before the first write. Requests of SendUnread() are not counted as writes, because their caller uses the returned
  // time to wait for a pause in the writes.
  absl::Time no_write_since() const { return writes_ > 0 ? absl::InfiniteFuture() : last_write_; }

  // Returns whether the loop is stopping. While the loop is stopping, the reading of a large response ends early.
  bool stopping() const { return loop_.stopping(); }

  // Opens a stream immediately, without retries and without the rate limit.
  HttpLoop::Id Open(HttpRequest request, HttpLoop::OnBytes bytes, HttpLoop::OnEnd end);

 private:
  struct Call;

  void Start(Call call);
  void Attempt(const std::shared_ptr<Call>& call);
  void Finish(const std::shared_ptr<Call>& call, absl::Time sent, absl::StatusOr<std::string> answer);
  void Answer(const Call& call, absl::StatusOr<std::string> answer);
  // Returns the time of the retry after `status`, or InfiniteFuture if there is no retry.
  absl::Time NextAttempt(const Call& call, absl::Time sent, const absl::Status& status);

  EventLoop& loop_;
  const Authorization authorization_;
  RateLimit limit_;
  int64_t writes_ = 0;                            // number of writes that have not ended
  absl::Time last_write_ = absl::InfinitePast();  // the end of the last write
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_API_CLIENT_H_
