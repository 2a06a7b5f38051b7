#ifndef CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_
#define CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/tree/node.h"

// What an API server answers when it does not do as asked, as a status that says what to do about it:
//
//   InvalidArgument     the request is wrong and stays wrong
//   Unauthenticated     no credentials arrived, or they are no longer good
//   PermissionDenied    RBAC or an admission policy refuses
//   FailedPrecondition  the namespace is being deleted
//   NotFound            no such object; for a list, no such kind: its CRD is not installed
//   AlreadyExists       somebody has created it
//   Aborted             the object is not the one that was looked at: look again
//   OutOfRange          the resourceVersion or the page is too old, or in the future: list anew
//   ResourceExhausted   too many requests: wait as long as RetryAfter says
//   Unavailable         the server is not ready, or the way to it is broken
//   Internal            anything else; whether a write was done is unknown
//
// Sources: apimachinery's metav1.Status; what a real API server was seen to answer.
namespace cpsizer::kube {

// An answer that is no success, as it came. `body` may be a Status, text of a proxy, or cut; `is_text` where its media
// type is one of text, or nobody says which it is.
absl::Status ApiError(int http_code, absl::string_view body, absl::optional<absl::Duration> retry_after,
                      bool is_text = true);

// What the server said with an error; absent where the error is not the server's, as where no answer came.
struct ServerAnswer {
  int http_code = 0;
  bool is_status = false;  // it said so in a metav1.Status
  bool is_text = false;    // or in text
  std::string message;     // of that Status, or the body itself; cut
};
absl::optional<ServerAnswer> ServerAnswerOf(const absl::Status& status);

// A metav1.Status, as the ERROR event of a watch carries one. Its own code counts, not that of HTTP.
absl::Status ApiErrorOf(const tree::Node& status);

// How long the server wants to be left alone, if it said so: whole seconds, at most a minute.
absl::optional<absl::Duration> RetryAfter(const absl::Status& status);

// The same status with that wish.
absl::Status WithRetryAfter(absl::Status status, absl::Duration retry_after);

// Unavailable: the connection broke with the request under way. What a read asks for may be had at once from another.
absl::Status BrokenConnectionError(absl::string_view message);
bool IsBrokenConnection(const absl::Status& status);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_
