#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/http/http_request.h"

namespace cpsizer::server {

// Returns the values of all headers called `name`, in any case, without the white space around them. The views point
// into `headers`, which are those of a complete request.
std::vector<absl::string_view> HeaderValues(absl::string_view headers, absl::string_view name);

// The length of the body after a head, or the reason why there cannot be one.
struct HttpBodyLength {
  size_t bytes = 0;
  int code = 0;           // the HTTP status if the request is refused, else 0
  absl::string_view why;  // the reason of a refusal: a sentence
};

// Reads the length of the body of a complete request that must have one (RFC 9112, section 6): one Content-Length of
// at most `max_bytes`. Refuses Transfer-Encoding: two ways to give a length allow request smuggling.
HttpBodyLength ReadBodyLength(const HttpRequest& request, size_t max_bytes);

// Returns whether the client requests that the connection ends after the response to a complete request.
bool WantsClose(const HttpRequest& request);

// Returns whether the client waits for the status 100 before it sends the body.
bool ExpectsContinue(const HttpRequest& request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
