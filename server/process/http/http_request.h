#ifndef CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_
#define CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The maximum size of the head of a request, in bytes. The head is the request line, the headers, and the empty line
// after the headers.
inline constexpr size_t kMaxHttpHeadBytes = 8 << 10;

// The result of parsing the first bytes of a connection. The string views point into the parsed bytes.
struct HttpRequest {
  enum class State : uint8_t {
    kIncomplete,  // more bytes are needed
    kComplete,
    kRefused,  // not a valid request, even if more bytes arrive
  };

  State state = State::kIncomplete;
  absl::string_view method;   // for kComplete: a method such as `GET`
  absl::string_view path;     // for kComplete: begins with a slash, without query
  absl::string_view query;    // for kComplete: without the question mark; may be empty
  absl::string_view headers;  // for kComplete: whole lines, with CRLF between them
  bool is_http_1_0 = false;   // for kComplete
  size_t head_bytes = 0;      // for kComplete: the size of the head, including the empty line
  int code = 0;               // for kRefused: the HTTP status
  absl::string_view why;      // for kRefused: the reason, as a sentence
};

// Parses the head of an HTTP/1.0 or HTTP/1.1 request (RFC 9112). Checks the form of headers, but not their values.
// Stricter than RFC 9112: each line must end in CRLF, and control characters are not allowed. Refuses a request as
// early as possible, for example at the first byte that is not text.
HttpRequest ReadHttpRequest(absl::string_view bytes);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTP_HTTP_REQUEST_H_
