#ifndef CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_
#define CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/tree/node.h"

// The errors of an API server, as a status whose code says how to handle them:
//
//   InvalidArgument     the request is invalid; a retry fails again
//   Unauthenticated     the credentials are missing or no longer valid
//   PermissionDenied    RBAC or an admission policy refuses
//   FailedPrecondition  the namespace is being deleted
//   NotFound            no such object; for a list, no such kind: its CRD is not installed
//   AlreadyExists       the object exists
//   Aborted             the object has changed: read it again
//   OutOfRange          the resourceVersion or the page is too old, or in the future: relist
//   ResourceExhausted   too many requests: retry after RetryAfter
//   Unavailable         the server is not ready or cannot be reached
//   Internal            anything else; whether a write was done is unknown
//
// Sources: apimachinery's metav1.Status; the observed responses of a real API server.
namespace cpsizer::kube {

// The error for a response without success. `body` may be a Status, the text of a proxy, or truncated; `is_text`: its
// media type is text or unknown.
absl::Status ApiError(int http_code, absl::string_view body, absl::optional<absl::Duration> retry_after,
                      bool is_text = true);

// The response of the server that caused an error; absent for other errors, as when no response arrived.
struct ServerAnswer {
  int http_code = 0;
  bool is_status = false;  // the body is a metav1.Status
  bool is_text = false;    // the body is text
  std::string message;     // of the Status, or the body itself; truncated
};
absl::optional<ServerAnswer> ServerAnswerOf(const absl::Status& status);

// Returns whether the server refused the request and did not execute it. After any other error it may still be
// executed.
bool IsRefused(const absl::Status& status);

// The error for a metav1.Status, as in an ERROR event of a watch, by the code in the Status.
absl::Status ApiErrorOf(const tree::Node& status);

// Returns the delay of the Retry-After header, if there is one: whole seconds, at most a minute.
absl::optional<absl::Duration> RetryAfter(const absl::Status& status);

// Returns the same status with that delay.
absl::Status WithRetryAfter(absl::Status status, absl::Duration retry_after);

// Unavailable: the connection broke while the request was pending. A read can be retried immediately on another
// connection.
absl::Status BrokenConnectionError(absl::string_view message);
bool IsBrokenConnection(const absl::Status& status);

// Returns the same status, marked as caused by a response that exceeds our limit: a retry exceeds it again.
absl::Status AsTooLarge(absl::Status status);
bool IsTooLarge(const absl::Status& status);
// Returns the error for a response of `bytes` that is not a JSON object: AsTooLarge(), about `what`, if `parse_error`
// reports too many nodes; otherwise DataLoss.
absl::Status NoObjectError(absl::string_view what, size_t bytes, const absl::Status& parse_error);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_
