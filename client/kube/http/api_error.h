#ifndef CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_
#define CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/tree/node.h"

// Converts errors of an API server to a status. The code of the status shows how to handle the error:
//
//   InvalidArgument     the request is invalid; a retry also fails
//   Unauthenticated     the credentials are missing or no longer valid
//   PermissionDenied    RBAC or an admission policy refuses the request
//   FailedPrecondition  the namespace is being deleted
//   NotFound            the object does not exist; for a list: the kind does not exist, for example without its CRD
//   AlreadyExists       the object exists
//   Aborted             the object has changed: read the object again
//   OutOfRange          the resourceVersion or the continue token is too old, or it is in the future: relist
//   ResourceExhausted   too many requests: retry after RetryAfter
//   Unavailable         the server is not ready or cannot be reached
//   Internal            any other error; the server may have executed a write
//
// Sources: metav1.Status of apimachinery; the observed responses of a real API server.
namespace cpsizer::kube {

// Returns the error for an HTTP error response. `body` may be a metav1.Status or the text of a proxy, and may be
// truncated. `is_text` is true if the media type of `body` is text or unknown.
absl::Status ApiError(int http_code, absl::string_view body, absl::optional<absl::Duration> retry_after,
                      bool is_text = true);

// The server response that caused an error. Absent if the error has another cause, for example if the client received
// no response.
struct ServerAnswer {
  int http_code = 0;
  bool is_status = false;     // the body is a metav1.Status
  bool names_object = false;  // the body is a metav1.Status about one object, whose name it has
  bool is_text = false;       // the body is text
  std::string message;        // message of the Status, or the body; truncated
};
absl::optional<ServerAnswer> ServerAnswerOf(const absl::Status& status);

// Returns the error for a metav1.Status, such as the Status in an ERROR event of a watch. The HTTP code is from the
// Status.
absl::Status ApiErrorOf(const tree::Node& status);

// Returns the delay that the server requested in the Retry-After header or in `details.retryAfterSeconds` of the
// Status, in whole seconds and at most one minute. Returns nullopt if the server requested no delay.
absl::optional<absl::Duration> RetryAfter(const absl::Status& status);

// Returns `status` with `retry_after` as the delay that RetryAfter() returns.
absl::Status WithRetryAfter(absl::Status status, absl::Duration retry_after);

// Returns Unavailable for a connection that broke after the request was sent. The caller may retry a read immediately
// on another connection.
absl::Status BrokenConnectionError(absl::string_view message);
bool IsBrokenConnection(const absl::Status& status);

// Returns `status` with a mark for IsTooLarge(). The mark means that the response exceeds a limit of the client, so
// that a retry would fail too.
absl::Status AsTooLarge(absl::Status status);
bool IsTooLarge(const absl::Status& status);
// Returns the error for a response of `bytes` bytes that is not a JSON object. If `parse_error` reports too many nodes,
// the error is ResourceExhausted with IsTooLarge(), and its message begins with `what`. If `parse_error` is another
// error, the error is DataLoss.
absl::Status NoObjectError(absl::string_view what, size_t bytes, const absl::Status& parse_error);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_API_ERROR_H_
