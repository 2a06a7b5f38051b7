#ifndef CPSIZER_CLIENT_KUBE_API_CLIENT_H_
#define CPSIZER_CLIENT_KUBE_API_CLIENT_H_

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

// Who the client says it is.
struct Authorization {
  // Headers for a request that is sent now.
  std::function<std::vector<std::string>(absl::Time now)> headers = [](absl::Time) {
    return std::vector<std::string>();
  };
  // What was sent at `sent` has been refused: look for other credentials.
  std::function<void(absl::Time sent)> forget = [](absl::Time) {};
};

// Requests to the API server with what every request needs: credentials, the client's own rate, and the repetitions
// that are safe.
//
// A request is repeated, within its timeout, where the server asks for that with Retry-After; a GET also where the
// connection breaks under it; any once where there are other credentials than those refused. A write whose connection
// breaks is not: what became of it is unknown. Where there is no connection at all, the caller hears so at once.
//
// Source: client-go's rest client, with our bounds.
class ApiClient {
 public:
  using OnAnswer = std::function<void(absl::StatusOr<tree::Node>)>;
  using OnDone = std::function<void(const absl::Status&)>;
  using StillWanted = std::function<bool()>;

  ApiClient(EventLoop& loop, Authorization authorization, RateLimit limit);

  // Sends a request that answers with an object; its timeout bounds all repetitions together. DataLoss if the answer is
  // no JSON object, as a proxy's page.
  //
  // It may have to wait, for our own rate or between repetitions: `still_wanted` is asked right before each time that
  // it goes out. Cancelled once that says no: then nothing came of it but what the server did without an answer.
  void Send(HttpRequest request, OnAnswer answer, StillWanted still_wanted = nullptr);
  // The same where somebody reads the bytes.
  void SendForBytes(HttpRequest request, HttpLoop::OnAnswer answer) {
    Start(std::move(request), std::move(answer), nullptr);
  }
  // The same where nobody reads what a success answers: so it is not parsed either.
  void SendUnread(HttpRequest request, OnDone done);

  // Opens a stream, once, at once and beside the rate.
  HttpLoop::Id Open(HttpRequest request, HttpLoop::OnBytes bytes, HttpLoop::OnEnd end);

 private:
  struct Call;

  void Start(HttpRequest request, HttpLoop::OnAnswer answer, StillWanted still_wanted);
  void Attempt(const std::shared_ptr<Call>& call);
  void Finish(const std::shared_ptr<Call>& call, absl::Time sent, absl::StatusOr<std::string> answer);
  // When to try again after `status`; InfiniteFuture for never.
  absl::Time NextAttempt(const Call& call, absl::Time sent, const absl::Status& status);

  EventLoop& loop_;
  const Authorization authorization_;
  RateLimit limit_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_API_CLIENT_H_
