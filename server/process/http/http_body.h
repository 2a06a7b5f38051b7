#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/http/http_request.h"

namespace cpsizer::server {

// Returns the values of all headers that are called `name`, in upper or lower case, without surrounding white space.
// `headers` must be the headers of a complete request. The results point into `headers`.
std::vector<absl::string_view> HeaderValues(absl::string_view headers, absl::string_view name);

// The length of the body of a request, or the reason why the request is refused.
struct HttpBodyLength {
  size_t bytes = 0;
  int code = 0;           // the HTTP status if the request is refused, else 0
  absl::string_view why;  // the reason of a refusal: a sentence
};

// Reads the length of the body of a complete request (RFC 9112, section 6). The request must have exactly one
// Content-Length, of at most `max_bytes`. Transfer-Encoding is refused, because two ways to set the length allow
// request smuggling.
HttpBodyLength ReadBodyLength(const HttpRequest& request, size_t max_bytes);

// Returns whether the client requests that the connection ends after the response. `request` must be complete.
bool WantsClose(const HttpRequest& request);

// Returns whether the client waits for the status 100 before it sends the body.
bool ExpectsContinue(const HttpRequest& request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
