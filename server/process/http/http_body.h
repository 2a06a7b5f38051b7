#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/http/http_request.h"

namespace cpsizer::server {

// The values of all headers called `name`, in any case, without the blanks around them. The views point into
// `headers`, which are those of a complete request.
std::vector<absl::string_view> HeaderValues(absl::string_view headers, absl::string_view name);

// The length of the body behind a head, or why there cannot be one.
struct HttpBodyLength {
  size_t bytes = 0;
  int code = 0;           // the status of HTTP where the request is refused; 0: it is not
  absl::string_view why;  // of a refusal: a sentence
};

// Reads the length of the body of a complete request that must have one (RFC 9112, section 6): one Content-Length of
// at most `max_bytes`. Refuses Transfer-Encoding: two ways to give a length are a way to smuggle requests.
HttpBodyLength ReadBodyLength(const HttpRequest& request, size_t max_bytes);

// Returns whether the client wants the connection to end after the response to a complete request.
bool WantsClose(const HttpRequest& request);

// Returns whether the client waits for the status 100 before it sends the body.
bool ExpectsContinue(const HttpRequest& request);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_BODY_H_
