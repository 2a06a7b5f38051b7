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

// Sends requests to the API server with credentials, within the client-side rate limit, and with the retries that are
// safe.
//
// A request is retried, within its timeout, if the server responds with Retry-After, where 0 means half a second,
// doubled with each further attempt up to 4 s; a GET also if its connection breaks; any request once if its credentials
// were refused and there are other ones. A write is not retried if its connection breaks, because its result is
// unknown. If no connection can be opened, the error is returned immediately. A request is not sent, and ends with
// InvalidArgument, if CheckPath() refuses its path.
//
// Source: client-go's rest client, with other limits.
class ApiClient {
 public:
  using OnAnswer = std::function<void(absl::StatusOr<tree::Node>)>;
  using OnDone = std::function<void(const absl::Status&)>;
  using StillWanted = std::function<bool()>;

  ApiClient(EventLoop& loop, Authorization authorization, RateLimit limit);

  // Sends a request whose response is an object. The timeout of the request covers all retries. DataLoss if the
  // response is not a JSON object, such as the page of a proxy; ResourceExhausted, marked by IsTooLarge(), if it has
  // more than tree::kMaxNodes nodes.
  //
  // The request may wait for the rate limit or for a retry: `still_wanted` is called right before each attempt. If it
  // returns false, the request ends with Cancelled; the server may have handled an earlier attempt without a response.
  void Send(HttpRequest request, OnAnswer answer, StillWanted still_wanted = nullptr);
  // The same, for a caller that reads the bytes of the response.
  void SendForBytes(HttpRequest request, HttpLoop::OnAnswer answer);
  // The same, for a caller that retries itself and logs each failure: this client retries only with other credentials.
  void SendOnceForBytes(HttpRequest request, HttpLoop::OnAnswer answer, StillWanted still_wanted = nullptr);
  // The same, for a caller that needs only the status: the body of a success is not parsed.
  void SendUnread(HttpRequest request, OnDone done);

  // The time since which no write of Send() and its variants is in flight: InfiniteFuture while one is, InfinitePast
  // before the first one. Requests of SendUnread() are ignored: they wait for writes.
  absl::Time no_write_since() const { return writes_ > 0 ? absl::InfiniteFuture() : last_write_; }

  // Returns whether the loop is stopping: reading of a large response then ends early.
  bool stopping() const { return loop_.stopping(); }

  // Opens a stream immediately, without retries and without the rate limit.
  HttpLoop::Id Open(HttpRequest request, HttpLoop::OnBytes bytes, HttpLoop::OnEnd end);

 private:
  struct Call;

  void Start(Call call);
  void Attempt(const std::shared_ptr<Call>& call);
  void Finish(const std::shared_ptr<Call>& call, absl::Time sent, absl::StatusOr<std::string> answer);
  void Answer(const Call& call, absl::StatusOr<std::string> answer);
  // The time of the retry after `status`; InfiniteFuture for no retry.
  absl::Time NextAttempt(const Call& call, absl::Time sent, const absl::Status& status);

  EventLoop& loop_;
  const Authorization authorization_;
  RateLimit limit_;
  int64_t writes_ = 0;                            // in flight, or waiting for the rate limit or for a retry
  absl::Time last_write_ = absl::InfinitePast();  // when it ended
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_API_CLIENT_H_
