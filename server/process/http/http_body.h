#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/http/http_request.h"

namespace cpsizer::server {

// Returns the values of all headers with the name `name`, without white space around them. Upper and lower case of the
// name are equal. `headers` must be the headers of a complete request. The results point into `headers`.
std::vector<absl::string_view> HeaderValues(absl::string_view headers, absl::string_view name);

// Returns whether a request with these values of Content-Type has a body in JSON. There must be exactly one value.
bool IsJson(absl::Span<const absl::string_view> content_types);

// The length of the body of a request, or the reason to refuse the request.
struct HttpBodyLength {
  size_t bytes = 0;
  int code = 0;           // 0, or the HTTP status if the request is refused
  absl::string_view why;  // the reason if the request is refused, as a sentence
};

// Returns the length of the body of a complete request (RFC 9112, section 6). The request must have exactly one
// Content-Length, of at most `max_bytes`. A request with Transfer-Encoding is refused: a request with two ways to
// specify the length allows request smuggling.
HttpBodyLength ReadBodyLength(const HttpRequest& request, size_t max_bytes);

// Returns whether the client wants the connection to be closed after the response. `request` must be complete.
bool WantsClose(const HttpRequest& request);

// Returns whether the client waits for a response with the status 100 before it sends the body.
bool ExpectsContinue(const HttpRequest& request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
